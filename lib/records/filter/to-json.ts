import type { ArrayOperand, Bound, Expression, Scalar, Temporal } from './expression'
import { propertyText } from './property'

/** How cql2-json spells the operators whose names have two words. */
export const JSON_NAMES: ReadonlyMap<string, string> = new Map([
  ['t_finishedby', 't_finishedBy'],
  ['t_metby', 't_metBy'],
  ['t_overlappedby', 't_overlappedBy'],
  ['t_startedby', 't_startedBy'],
  ['a_containedby', 'a_containedBy'],
])

const call = (op: string, ...args: string[]): string =>
  `{"op":${JSON.stringify(JSON_NAMES.get(op) ?? op)},"args":[${args.join(',')}]}`
const list = (items: readonly Scalar[]): string => `[${items.map(value).join(',')}]`

/** The one cql2-json text of a filter (OGC 21-065 §8.3). Numbers stand in it as they were written. */
export function filterToJson(e: Expression): string {
  switch (e.kind) {
    case 'and':
    case 'or':
      return call(e.kind, ...e.of.map(filterToJson))
    case 'not':
      return call('not', filterToJson(e.of))
    case 'constant':
      return `${e.value}`
    case 'compare':
      return call(e.op, value(e.left), value(e.right))
    case 'between':
      return call('between', value(e.value), value(e.low), value(e.high))
    case 'in':
      return call('in', value(e.value), list(e.items))
    case 'like':
      return call('like', value(e.value), value(e.pattern))
    case 'isNull':
      return call('isNull', value(e.value))
    case 'temporal':
      return call(e.op, value(e.left), value(e.right))
    case 'array':
      return call(e.op, value(e.left), value(e.right))
  }
}

function value(v: Scalar | Temporal | ArrayOperand): string {
  switch (v.kind) {
    case 'property':
      return `{"property":${JSON.stringify(propertyText(v.path))}}`
    case 'string':
      return JSON.stringify(v.value)
    case 'number':
      return v.text
    case 'boolean':
      return `${v.value}`
    case 'timestamp':
    case 'date':
      return `{"${v.kind}":${JSON.stringify(v.text)}}`
    case 'casei':
      return call('casei', value(v.of))
    case 'interval':
      return `{"interval":[${bound(v.start)},${bound(v.end)}]}`
    case 'array':
      return list(v.items)
  }
}

const bound = (b: Bound): string => (b === null ? '".."' : b.kind === 'property' ? value(b) : JSON.stringify(b.text))
