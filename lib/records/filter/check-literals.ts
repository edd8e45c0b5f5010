import { parseInstant } from '@/lib/records/instant'
import type { Expression, Literal, Scalar } from './expression'

/** A whole RFC 3339 date-time as a text: as text it compares wrong across offsets. */
const looksLikeInstant = (s: Scalar): boolean =>
  s.kind === 'string' && /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(s.value) && parseInstant(s.value) !== null

const typeOf = (s: Scalar): string | null =>
  s.kind === 'property'
    ? null
    : s.kind === 'casei' || s.kind === 'string'
      ? 'a text'
      : s.kind === 'timestamp' || s.kind === 'date'
        ? 'an instant'
        : `a ${s.kind}`

/** What cannot be compared whatever the records are; null where there is nothing to say. */
export function faultOf(e: Expression): string | null {
  if (e.kind !== 'compare' && e.kind !== 'between' && e.kind !== 'in') return null
  const sides: readonly Scalar[] =
    e.kind === 'compare' ? [e.left, e.right] : e.kind === 'between' ? [e.value, e.low, e.high] : [e.value, ...e.items]
  const instant = sides.find(looksLikeInstant) as (Literal & { kind: 'string' }) | undefined
  if (instant) return `as a text, '${instant.value}' compares wrong across offsets: write TIMESTAMP('${instant.value}')`
  const types = [...new Set(sides.map(typeOf).filter((t) => t !== null))]
  if (types.length > 1) return `${types[0]} and ${types[1]} have no comparison`
  const ordered = e.kind === 'between' || (e.kind === 'compare' && e.op !== '=' && e.op !== '<>')
  return ordered && types[0] === 'a boolean' ? 'TRUE and FALSE have no order: use = or <>' : null
}
