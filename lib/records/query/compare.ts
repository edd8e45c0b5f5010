import type { Comparison, Expression, Scalar } from '@/lib/records/filter/expression'
import { and, FALSE, ODD, or, TRUE, type Truth } from '@/lib/records/filter/truth'
import { compareInstants, type Instant, parseInstant } from '@/lib/records/instant'
import { BOOLEAN, NUMBER, STRING } from '@/lib/records/json-bytes'
import { compareNumbers, numberKey } from '@/lib/records/number'
import { compareTexts, hasLoneSurrogate } from '@/lib/records/text'
import { INSTANT, type Operand, operand, type Scope, unusable, unusablePair } from './operand'
import { numberLiteral, textLiteral } from './values'

/** A predicate on the record at hand. */
export type Test = () => Truth

type Verdict = (order: number) => Truth
const verdict =
  (less: Truth, equal: Truth, greater: Truth): Verdict =>
  (order) =>
    order < 0 ? less : order > 0 ? greater : order === 0 ? equal : ODD

/** By operator: what an order of its sides means. NaN is the order of what has none. */
const VERDICT: Record<Comparison, Verdict> = {
  '=': verdict(FALSE, TRUE, FALSE),
  '<>': verdict(TRUE, FALSE, TRUE),
  '<': verdict(TRUE, FALSE, FALSE),
  '<=': verdict(TRUE, TRUE, FALSE),
  '>': verdict(FALSE, FALSE, TRUE),
  '>=': verdict(FALSE, TRUE, TRUE),
}
/** By operator: the one that says the same with its sides exchanged. */
export const MIRRORED: Record<Comparison, Comparison> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

export function comparison(op: Comparison, left: Scalar, right: Scalar, scope: Scope): Test {
  if (right.kind === 'property' && left.kind !== 'property') return comparison(MIRRORED[op], right, left, scope)
  return withLiteral(op, left, right, scope) ?? general(op, operand(left, scope), operand(right, scope))
}

/** The common case, without decoding: a property with a text or a number. */
function withLiteral(op: Comparison, left: Scalar, right: Scalar, scope: Scope): Test | null {
  if (left.kind !== 'property') return null
  const { values } = scope
  const { kinds } = values
  const slot = scope.slot(left.path)
  const says = VERDICT[op]
  if (right.kind === 'string' && !hasLoneSurrogate(right.value)) {
    const literal = textLiteral(right.value)
    return () => (kinds[slot] === STRING ? says(values.compareText(slot, literal)) : unusable(kinds[slot]!))
  }
  if (right.kind === 'number') {
    const literal = numberLiteral(right.text)
    return () => (kinds[slot] === NUMBER ? says(values.compareNumber(slot, literal)) : unusable(kinds[slot]!))
  }
  return null
}

function general(op: Comparison, left: Operand, right: Operand): Test {
  const says = VERDICT[op]
  const ordering = op !== '=' && op !== '<>'
  return () => {
    const a = left.kind()
    const b = right.kind()
    if (a === STRING && b === STRING) return says(textOrder(left.text(), right.text()))
    if (a === NUMBER && b === NUMBER) return says(compareNumbers(left.text()!, right.text()!))
    if (a === BOOLEAN && b === BOOLEAN) return ordering ? ODD : says(left.text() === right.text() ? 0 : 1)
    if ((a === INSTANT && (b === INSTANT || b === STRING)) || (b === INSTANT && a === STRING))
      return says(instantOrder(timeOf(left), timeOf(right)))
    return unusablePair(a, b)
  }
}

const textOrder = (a: string | null, b: string | null): number =>
  a === null || b === null || hasLoneSurrogate(a) || hasLoneSurrogate(b) ? Number.NaN : compareTexts(a, b)

const instantOrder = (a: Instant | null, b: Instant | null): number =>
  a === null || b === null ? Number.NaN : compareInstants(a, b)

const timeOf = (side: Operand): Instant | null => side.instant ?? parseInstant(side.text() ?? '')

export function between(e: Expression & { kind: 'between' }, scope: Scope): Test {
  const low = comparison('>=', e.value, e.low, scope)
  const high = comparison('<=', e.value, e.high, scope)
  return () => and(low(), high())
}

/** `value = item`, one OR after the other; texts and numbers by a look into a set, since a list of them may be long. */
export function oneOf(e: Expression & { kind: 'in' }, scope: Scope): Test {
  const texts = new Set<string>()
  const numbers = new Set<string>()
  const others: Test[] = []
  for (const item of e.items) {
    if (item.kind === 'string' && !hasLoneSurrogate(item.value)) texts.add(item.value)
    else if (item.kind === 'number') numbers.add(numberKey(item.text))
    else others.push(comparison('=', e.value, item, scope))
  }
  const value = operand(e.value, scope)
  const inSets = (): Truth => {
    const kind = value.kind()
    if (kind !== STRING && kind !== NUMBER) return unusable(kind)
    const text = value.text()
    if (text === null) return ODD
    const [own, foreign] = kind === STRING ? [texts, numbers] : [numbers, texts]
    if (own.has(kind === STRING ? text : numberKey(text))) return TRUE
    return foreign.size > 0 ? ODD : FALSE
  }
  return () => {
    let truth = texts.size + numbers.size > 0 ? inSets() : FALSE
    for (const test of others) truth = or(truth, test())
    return truth
  }
}
