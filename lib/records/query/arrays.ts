import type { ArrayOperand, ArrayRelation, Expression, Literal } from '@/lib/records/filter/expression'
import { FALSE, TRUE } from '@/lib/records/filter/truth'
import { type Instant, parseInstant } from '@/lib/records/instant'
import { ARRAY, BOOLEAN, NUMBER, STRING } from '@/lib/records/json-bytes'
import { numberKey } from '@/lib/records/number'
import { hasLoneSurrogate } from '@/lib/records/text'
import type { Test } from './compare'
import { literalInstant, type Scope, unusablePair } from './operand'
import type { Element } from './values'

/** An element by its keys: two are equal that share one. What is no scalar, and null, has none and is equal to nothing. */
type Keys = readonly string[]

const contains = (a: Keys[], b: Keys[]): boolean => {
  const has = new Set(a.flat())
  return b.every((keys) => keys.some((k) => has.has(k)))
}
const overlaps = (a: Keys[], b: Keys[]): boolean => {
  const has = new Set(a.flat())
  return b.some((keys) => keys.some((k) => has.has(k)))
}

const RELATION: Record<ArrayRelation, (a: Keys[], b: Keys[]) => boolean> = {
  a_contains: contains,
  a_containedby: (a, b) => contains(b, a),
  a_equals: (a, b) => contains(a, b) && contains(b, a),
  a_overlaps: overlaps,
}

const timeKey = (t: Instant): string => `t${t.tick}.${t.fraction}`
const textKeys = (text: string, times: boolean): Keys => {
  if (hasLoneSurrogate(text)) return []
  const time = times ? parseInstant(text) : null
  return time === null ? [`s${text}`] : [`s${text}`, timeKey(time)]
}

function literalKeys(item: Literal, times: boolean): Keys {
  if (item.kind === 'string') return textKeys(item.value, times)
  if (item.kind === 'number') return [`n${numberKey(item.text)}`]
  if (item.kind === 'boolean') return [`b${item.value}`]
  const time = literalInstant(item)
  return time === null ? [] : [timeKey(time)]
}

function elementKeys({ kind, text }: Element, times: boolean): Keys {
  if (text === null) return []
  if (kind === STRING) return textKeys(text, times)
  if (kind === NUMBER) return [`n${numberKey(text)}`]
  return kind === BOOLEAN ? [`b${text}`] : []
}

const hasTime = (a: ArrayOperand): boolean =>
  a.kind === 'array' && a.items.some((i) => i.kind === 'timestamp' || i.kind === 'date')

export function arrays(e: Expression & { kind: 'array' }, scope: Scope): Test {
  // Texts are read as times only where the other side may have some.
  const times = hasTime(e.left) || hasTime(e.right)
  const side = (a: ArrayOperand) => {
    if (a.kind === 'array') {
      const keys = a.items.map((item) => literalKeys(item, times))
      return { kind: () => ARRAY, keys: () => keys }
    }
    const { values } = scope
    const slot = scope.slot(a.path)
    return { kind: () => values.kinds[slot]!, keys: () => values.elements(slot).map((i) => elementKeys(i, times)) }
  }
  const left = side(e.left)
  const right = side(e.right)
  const holds = RELATION[e.op]
  return () => {
    if (left.kind() !== ARRAY || right.kind() !== ARRAY) return unusablePair(left.kind(), right.kind())
    return holds(left.keys(), right.keys()) ? TRUE : FALSE
  }
}
