import { parseTimestamp } from '@/lib/records/instant'
import type {
  ArrayOperand,
  ArrayRelation,
  Comparison,
  Expression,
  Literal,
  Scalar,
  Temporal,
  TemporalRelation,
} from './expression'
import { FilterError, type Place } from './filter-error'
import { exceeds, MAX_IN } from './limits'
import type { Operand } from './operand'

/** The predicates, with what OGC 21-065 leaves to the evaluation and has but one sensible answer refused at once. */
export function compare(op: Comparison, left: Operand, right: Operand): Expression {
  const [a, b] = op === '=' || op === '<>' ? [comparable(left), comparable(right)] : [ordered(left), ordered(right)]
  oneType([left, right])
  return { kind: 'compare', op, left: a, right: b }
}

export function between(value: Operand, low: Operand, high: Operand): Expression {
  const [of, from, to] = [ordered(value), ordered(low), ordered(high)]
  oneType([value, low, high])
  return { kind: 'between', value: of, low: from, high: to }
}

export function oneOf(value: Operand, items: readonly Operand[], place: Place): Expression {
  if (items.length === 0) throw new FilterError('IN has at least one value', place)
  if (items.length > MAX_IN) throw new FilterError(exceeds('too many values in IN', MAX_IN), items[MAX_IN]!.place)
  const of = comparable(value)
  const members = items.map(comparable)
  oneType([value, ...items])
  return { kind: 'in', value: of, items: members }
}

export function isNull({ value, place }: Operand): Expression {
  if (value.kind !== 'property') throw new FilterError('IS NULL is asked of a property', place)
  return { kind: 'isNull', value }
}

export function like(left: Operand, right: Operand): Expression {
  const { value } = left
  if (value.kind !== 'property' && value.kind !== 'casei')
    throw new FilterError('LIKE is asked of a property, or of CASEI(property)', left.place)
  const pattern = right.value
  if (pattern.kind !== 'string' && pattern.kind !== 'casei') throw notPattern(right.place)
  let inner: Scalar = pattern
  while (inner.kind === 'casei') inner = inner.of
  if (inner.kind !== 'string') throw notPattern(right.place)
  if (endsInEscape(inner.value))
    throw new FilterError('the pattern ends with a backslash that escapes nothing', right.place)
  return { kind: 'like', value, pattern }
}

function endsInEscape(pattern: string): boolean {
  let backslashes = 0
  while (pattern.at(-1 - backslashes) === '\\') backslashes++
  return backslashes % 2 === 1
}

const notPattern = (place: Place) => new FilterError('a pattern of LIKE is a text, or CASEI of a text', place)

export const temporal = (op: TemporalRelation, left: Operand, right: Operand): Expression => ({
  kind: 'temporal',
  op,
  left: timeOf(left),
  right: timeOf(right),
})

function timeOf({ value, place }: Operand): Temporal {
  if (value.kind === 'property' || value.kind === 'timestamp' || value.kind === 'date' || value.kind === 'interval')
    return value
  throw new FilterError("a time is a property, TIMESTAMP('…'), DATE('…') or INTERVAL(…, …)", place)
}

export const array = (op: ArrayRelation, left: Operand, right: Operand): Expression => ({
  kind: 'array',
  op,
  left: arrayOf(left),
  right: arrayOf(right),
})

function arrayOf({ value, place }: Operand): ArrayOperand {
  if (value.kind === 'property') return value
  if (value.kind !== 'list') throw new FilterError("an array is a property or a list of literals: ('a', 'b')", place)
  return { kind: 'array', items: value.items.map(literal) }
}

function literal(item: Operand): Literal {
  const { value, place } = item
  switch (value.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'timestamp':
    case 'date':
      noTimeAsText(item)
      return value
    default:
      throw new FilterError('an array here holds literals alone', place)
  }
}

function comparable(operand: Operand): Scalar {
  const { value, place } = operand
  switch (value.kind) {
    case 'null':
      throw new FilterError('nothing is equal to NULL: write IS NULL or IS NOT NULL', place)
    case 'interval':
      throw new FilterError('an interval is compared by T_… functions, such as T_DURING', place)
    case 'list':
      throw new FilterError('a list is compared by IN, or by A_… functions, such as A_CONTAINS', place)
    default:
      noTimeAsText(operand)
      return value
  }
}

function ordered(operand: Operand): Scalar {
  if (operand.value.kind === 'boolean')
    throw new FilterError('TRUE and FALSE have no order: use = or <>', operand.place)
  return comparable(operand)
}

/** 10:00+02:00 sorts as text behind 09:00Z, and is before it. */
function noTimeAsText({ value, place }: Operand): void {
  if (value.kind === 'string' && parseTimestamp(value.value) !== null)
    throw new FilterError(
      `as texts, times are compared wrong where their offsets differ: write TIMESTAMP('${value.value}')`,
      place,
    )
}

const TYPE = {
  string: 'a text',
  casei: 'a text',
  number: 'a number',
  boolean: 'TRUE or FALSE',
  timestamp: 'a time',
  date: 'a time',
}
const typeOf = ({ value }: Operand): string | null =>
  value.kind in TYPE ? TYPE[value.kind as keyof typeof TYPE] : null

/** What is known of the types already; properties have theirs in each record. */
function oneType(operands: readonly Operand[]): void {
  let first: string | null = null
  for (const operand of operands) {
    const type = typeOf(operand)
    if (type !== null && first !== null && type !== first)
      throw new FilterError(`${type} cannot be compared with ${first}`, operand.place)
    first ??= type
  }
}
