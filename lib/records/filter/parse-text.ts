import { Cursor } from './cursor'
import { ARRAYS, COMPARISONS, type Comparison, type Expression, TEMPORAL } from './expression'
import { FilterError, shown, unsupportedFunction } from './filter-error'
import { isArithmetic, noArithmetic, placeInText, type Token } from './lexer'
import { exceeds, MAX_TEXT, withinLimits } from './limits'
import type { Operand } from './operand'
import { array, between, compare, isNull, like, oneOf, temporal } from './predicates'
import { arrayOperand, operand, operands, pair } from './text-operand'

/** How tightly the connectives bind what stands on both sides of them; NOT binds tighter than both. */
const POWER: Record<string, number> = { OR: 1, AND: 2 }
const NOT = 3

const PREDICATES = [...COMPARISONS, 'BETWEEN', 'IN', 'LIKE', 'IS NULL']

/**
 * A filter from cql2-text (OGC 21-065 §8.2 and Annex B), as far as it is supported. Work is proportional to the length of
 * the text. Throws FilterError.
 */
export function parseFilterText(text: string): Expression {
  if (text.length > MAX_TEXT)
    throw new FilterError(exceeds(`the filter has ${text.length} characters`, MAX_TEXT), placeInText(MAX_TEXT))
  const lone = text.search(/\p{Surrogate}/u)
  if (lone >= 0) throw new FilterError('half of a surrogate pair is no character', placeInText(lone))
  const cursor = new Cursor(text)
  if (cursor.atEnd) throw new FilterError('the filter is empty', cursor.place, ['a condition'])
  const filter = expression(cursor, 0)
  if (!cursor.atEnd) throw cursor.unexpected('AND, OR or the end', ['AND', 'OR', 'the end'])
  return withinLimits(filter, placeInText(0))
}

/** Conditions joined by connectives that bind tighter than `power`. */
function expression(cursor: Cursor, power: number): Expression {
  let left = condition(cursor)
  for (;;) {
    const connective = cursor.token.kind === 'word' ? cursor.token.word : ''
    const binds = POWER[connective] ?? 0
    if (binds <= power) return left
    const kind = connective === 'AND' ? 'and' : 'or'
    const members = [left]
    while (cursor.takeWord(connective)) members.push(expression(cursor, binds))
    left = { kind, of: members.flatMap((m) => (m.kind === kind ? m.of : [m])) }
  }
}

function condition(cursor: Cursor): Expression {
  const { token } = cursor
  if (token.kind === 'word' && token.word === 'NOT') {
    cursor.next()
    return { kind: 'not', of: cursor.nested(() => expression(cursor, NOT)) }
  }
  if (cursor.atSymbol('(')) return cursor.parenthesized(() => expression(cursor, 0))
  if (token.kind === 'function' && /^[a-z]_/i.test(token.name)) return relation(cursor, token)
  return predicate(cursor, operand(cursor))
}

/** T_…(a, b) and A_…(a, b). */
function relation(cursor: Cursor, { name, at }: Token & { kind: 'function' }): Expression {
  const known = name.toLowerCase()
  const time = TEMPORAL.find((op) => op === known)
  const set = ARRAYS.find((op) => op === known)
  if (!time && !set) throw new FilterError(unsupportedFunction(name), placeInText(at))
  cursor.next()
  const [left, right] = cursor.parenthesized(() => pair(cursor, time ? operand : arrayOperand))
  return time ? temporal(time, left, right) : array(set!, left, right)
}

/** What is said of a value. */
function predicate(cursor: Cursor, left: Operand): Expression {
  const { token } = cursor
  const op = token.kind === 'symbol' ? COMPARISONS.find((c) => c === token.text) : undefined
  if (op) return comparison(cursor, left, op)
  if (cursor.takeWord('IS')) {
    const negated = cursor.takeWord('NOT')
    cursor.expectWord('NULL')
    return negate(negated, isNull(left))
  }
  const negated = cursor.takeWord('NOT')
  if (cursor.takeWord('BETWEEN')) {
    const low = operand(cursor)
    noArithmeticHere(cursor)
    cursor.expectWord('AND')
    return negate(negated, between(left, low, lastOperand(cursor)))
  }
  if (cursor.takeWord('IN')) {
    const { place } = cursor
    return negate(negated, oneOf(left, operands(cursor), place))
  }
  if (cursor.takeWord('LIKE')) return negate(negated, like(left, operand(cursor, true)))
  if (negated) throw cursor.unexpected('BETWEEN, IN or LIKE', ['BETWEEN', 'IN', 'LIKE'])
  noArithmeticHere(cursor)
  if (left.value.kind === 'boolean') return { kind: 'constant', value: left.value.value }
  if (left.value.kind === 'property' && !beginsValue(cursor)) throw bareProperty(cursor, left)
  throw cursor.unexpected('a comparison', PREDICATES)
}

function comparison(cursor: Cursor, left: Operand, op: Comparison): Expression {
  cursor.next()
  if (cursor.atSymbol('('))
    throw new FilterError('a value stands without parentheses; arithmetic is not supported', cursor.place)
  return compare(op, left, lastOperand(cursor))
}

function lastOperand(cursor: Cursor): Operand {
  const last = operand(cursor)
  noArithmeticHere(cursor)
  return last
}

function noArithmeticHere(cursor: Cursor): void {
  if (isArithmetic(cursor.token)) throw noArithmetic(cursor.token)
}

const negate = (negated: boolean, e: Expression): Expression => (negated ? { kind: 'not', of: e } : e)

const beginsValue = ({ token }: Cursor): boolean =>
  token.kind === 'property' || token.kind === 'string' || token.kind === 'number' || token.kind === 'function'

function bareProperty(cursor: Cursor, { place }: Operand): FilterError {
  const text = cursor.text.slice(place.at, cursor.token.at).trimEnd()
  return new FilterError(
    `${shown(text)} alone is no condition: write ${text} = TRUE, or ${text} IS NOT NULL`,
    place,
    PREDICATES,
  )
}
