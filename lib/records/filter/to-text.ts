import type { ArrayOperand, Bound, Expression, Scalar, Temporal } from './expression'
import { propertyText } from './property'

/** The canonical text of a filter: parsing it gives the same filter. */
export function filterToText(e: Expression): string {
  switch (e.kind) {
    case 'and':
    case 'or':
      return e.of
        .map((part) => (part.kind === 'or' ? `(${filterToText(part)})` : filterToText(part)))
        .join(` ${e.kind.toUpperCase()} `)
    case 'not':
      return negated(e.of)
    case 'constant':
      return e.value ? 'TRUE' : 'FALSE'
    case 'compare':
      return `${term(e.left)} ${e.op} ${term(e.right)}`
    case 'between':
      return `${term(e.value)} BETWEEN ${term(e.low)} AND ${term(e.high)}`
    case 'in':
      return `${term(e.value)} IN (${e.items.map(term).join(', ')})`
    case 'like':
      return `${term(e.value)} LIKE ${term(e.pattern)}`
    case 'isNull':
      return `${term(e.value)} IS NULL`
    case 'temporal':
    case 'array':
      return `${e.op.toUpperCase()}(${term(e.left)}, ${term(e.right)})`
  }
}

function negated(e: Expression): string {
  switch (e.kind) {
    case 'isNull':
      return `${term(e.value)} IS NOT NULL`
    case 'between':
      return `${term(e.value)} NOT BETWEEN ${term(e.low)} AND ${term(e.high)}`
    case 'in':
      return `${term(e.value)} NOT IN (${e.items.map(term).join(', ')})`
    case 'like':
      return `${term(e.value)} NOT LIKE ${term(e.pattern)}`
    default:
      return `NOT (${filterToText(e)})`
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function term(t: Scalar | Temporal | ArrayOperand): string {
  switch (t.kind) {
    case 'property':
      return propertyText(t.path)
    case 'string':
      return quoted(t.value)
    case 'number':
      return t.text
    case 'boolean':
      return t.value ? 'TRUE' : 'FALSE'
    case 'timestamp':
    case 'date':
      return `${t.kind.toUpperCase()}(${quoted(t.text)})`
    case 'casei':
      return `CASEI(${term(t.of)})`
    case 'interval':
      return `INTERVAL(${bound(t.start)}, ${bound(t.end)})`
    case 'array':
      return `(${t.items.map(term).join(', ')})`
  }
}

const bound = (b: Bound): string =>
  b === null ? "'..'" : b.kind === 'property' ? propertyText(b.path) : quoted(b.text)
