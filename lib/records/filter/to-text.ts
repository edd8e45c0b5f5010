import type { ArrayOperand, Bound, Expression, Path, Scalar, Temporal } from './expression'
import { keyword } from './keywords'
import { propertyText } from './property'
import { stringText } from './string-literal'

/** The one cql2-text of a filter (OGC 21-065 §8.2), with no more parentheses than it needs, and those of NOT. */
export function filterToText(e: Expression): string {
  switch (e.kind) {
    case 'and':
      return e.of.map((of) => (of.kind === 'or' ? `(${filterToText(of)})` : filterToText(of))).join(' AND ')
    case 'or':
      return e.of.map(filterToText).join(' OR ')
    case 'not':
      return negated(e.of)
    case 'constant':
      return e.value ? 'TRUE' : 'FALSE'
    case 'compare':
      return `${value(e.left)} ${e.op} ${value(e.right)}`
    case 'temporal':
    case 'array':
      return `${e.op.toUpperCase()}(${value(e.left)}, ${value(e.right)})`
    default:
      return predicate(e, '')
  }
}

/** What has a negation of its own; `not` is "NOT " or nothing. */
type Negatable = Expression & { kind: 'between' | 'in' | 'like' | 'isNull' }

function predicate(e: Negatable, not: string): string {
  switch (e.kind) {
    case 'between':
      return `${value(e.value)} ${not}BETWEEN ${value(e.low)} AND ${value(e.high)}`
    case 'in':
      return `${value(e.value)} ${not}IN ${list(e.items)}`
    case 'like':
      return `${value(e.value)} ${not}LIKE ${value(e.pattern, true)}`
    case 'isNull':
      return `${value(e.value)} IS ${not}NULL`
  }
}

function negated(e: Expression): string {
  switch (e.kind) {
    case 'between':
    case 'in':
    case 'like':
    case 'isNull':
      return predicate(e, 'NOT ')
    case 'temporal':
    case 'array':
    case 'constant':
      return `NOT ${filterToText(e)}`
    default:
      return `NOT (${filterToText(e)})`
  }
}

function value(v: Scalar | Temporal | ArrayOperand, inPattern = false): string {
  switch (v.kind) {
    case 'property':
      return filterProperty(v.path)
    case 'string':
      return stringText(v.value, inPattern)
    case 'number':
      return v.text
    case 'boolean':
      return v.value ? 'TRUE' : 'FALSE'
    case 'timestamp':
    case 'date':
      return `${v.kind.toUpperCase()}('${v.text}')`
    case 'casei':
      return `CASEI(${value(v.of, inPattern)})`
    case 'interval':
      return `INTERVAL(${bound(v.start)}, ${bound(v.end)})`
    case 'array':
      return list(v.items)
  }
}

const list = (items: readonly Scalar[]): string => `(${items.map((item) => value(item)).join(', ')})`

const bound = (b: Bound): string =>
  b === null ? "'..'" : b.kind === 'property' ? filterProperty(b.path) : `'${b.text}'`

/** A property as a filter writes it: one that is a word of the language needs quotes there. */
export function filterProperty(path: Path): string {
  const text = propertyText(path)
  return path.length === 1 && keyword(text) ? `"${text}"` : text
}
