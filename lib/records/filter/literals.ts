import { compareInstants, endOfDay, type Instant, parseDate, parseTimestamp } from '@/lib/records/instant'
import type { Bound, CaseInsensitive, Literal, Temporal } from './expression'
import { FilterError, type Place } from './filter-error'
import type { Operand } from './operand'

type Time = Literal & { kind: 'timestamp' | 'date' }

/** TIMESTAMP('…') and DATE('…'): of a day that the calendar has, at a time that the day has. */
export function time(kind: Time['kind'], text: string, place: Place): Time {
  if (kind === 'timestamp' && parseTimestamp(text) === null)
    throw new FilterError(
      `${JSON.stringify(text)} is no time there is, or not written as in RFC 3339: 2026-02-28T13:05:00Z`,
      place,
    )
  if (kind === 'date' && parseDate(text) === null)
    throw new FilterError(
      `${JSON.stringify(text)} is no day there is, or not written as in RFC 3339: 2026-02-28`,
      place,
    )
  return { kind, text }
}

/** INTERVAL(start, end), whose ends are texts: ".." is unbounded. */
export function interval(start: Operand, end: Operand, place: Place): Temporal {
  const [from, to] = [bound(start), bound(end)]
  const first = instantOf(from)
  const last = to?.kind === 'date' ? endOfDay(parseDate(to.text)!) : instantOf(to)
  if (first && last && compareInstants(first, last) > 0)
    throw new FilterError('the interval ends before it starts', place)
  return { kind: 'interval', start: from, end: to }
}

function bound({ value, place }: Operand): Bound {
  if (value.kind === 'property' || value.kind === 'timestamp' || value.kind === 'date') return value
  if (value.kind !== 'string')
    throw new FilterError("an end of an interval is a property, a text that is a date or a time, or '..'", place)
  if (value.value === '..') return null
  return time(parseDate(value.value) ? 'date' : 'timestamp', value.value, place)
}

const instantOf = (b: Bound): Instant | null =>
  b === null || b.kind === 'property' ? null : b.kind === 'date' ? parseDate(b.text) : parseTimestamp(b.text)

/** CASEI(text). */
export function caseInsensitive({ value, place }: Operand): CaseInsensitive {
  if (value.kind === 'property' || value.kind === 'string' || value.kind === 'casei')
    return { kind: 'casei', of: value }
  throw new FilterError('CASEI is of a property or a text', place)
}
