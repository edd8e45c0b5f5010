import type { ArrayOperand, Bound, Expression, Scalar, Temporal } from './expression'
import { propertyText } from './property'

/** The canonical CQL2 JSON (OGC 21-065 §9.2) of a filter, as text: numbers keep their digits. */
export function filterToJson(e: Expression): string {
  switch (e.kind) {
    case 'and':
    case 'or':
      return op(e.kind, e.of.map(filterToJson))
    case 'not':
      return op('not', [filterToJson(e.of)])
    case 'constant':
      return String(e.value)
    case 'compare':
      return op(e.op, [term(e.left), term(e.right)])
    case 'between':
      return op('between', [term(e.value), term(e.low), term(e.high)])
    case 'in':
      return op('in', [term(e.value), `[${e.items.map(term).join(',')}]`])
    case 'like':
      return op('like', [term(e.value), term(e.pattern)])
    case 'isNull':
      return op('isNull', [term(e.value)])
    case 'temporal':
    case 'array':
      return op(e.op, [term(e.left), term(e.right)])
  }
}

const op = (name: string, args: readonly string[]) => `{"op":${JSON.stringify(name)},"args":[${args.join(',')}]}`

function term(t: Scalar | Temporal | ArrayOperand): string {
  switch (t.kind) {
    case 'property':
      return `{"property":${JSON.stringify(propertyText(t.path))}}`
    case 'string':
      return JSON.stringify(t.value)
    case 'number':
      return t.text
    case 'boolean':
      return String(t.value)
    case 'timestamp':
    case 'date':
      return `{"${t.kind}":${JSON.stringify(t.text)}}`
    case 'casei':
      return op('casei', [term(t.of)])
    case 'interval':
      return `{"interval":[${bound(t.start)},${bound(t.end)}]}`
    case 'array':
      return `[${t.items.map(term).join(',')}]`
  }
}

const bound = (b: Bound): string => (b === null ? '".."' : b.kind === 'property' ? term(b) : JSON.stringify(b.text))
