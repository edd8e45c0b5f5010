/**
 * Instants of UTC, compared exactly. `tick` counts half seconds since 1970: a second has an even one, the leap second
 * after it the odd one, so that 23:59:60 lies behind 23:59:59.999… and before 00:00:00. `fraction` holds the digits
 * behind the point, without zeros at their end.
 */
export type Instant = { tick: number; fraction: string }

export const compareInstants = (a: Instant, b: Instant): number =>
  a.tick - b.tick || (a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1)

const DAY = 86_400
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (y: number): boolean => y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
const daysIn = (y: number, m: number): number => (m === 2 && isLeapYear(y) ? 29 : (MONTHS[m - 1] ?? 0))

/** Two digits; NaN, which is in no range, for anything else. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/**
 * The full-date (RFC 3339 §5.6) that a text begins with, in days since 1970-01-01 of the proleptic Gregorian calendar; null
 * where there is none or the calendar does not have it.
 */
function dayNumber(text: string): number | null {
  const y = two(text, 0) * 100 + two(text, 2)
  const m = two(text, 5)
  const d = two(text, 8)
  if (text[4] !== '-' || text[7] !== '-' || !(y >= 0 && d >= 1 && d <= daysIn(y, m))) return null
  // Years begin in March here, so that the leap day is the last of its year.
  const year = m > 2 ? y : y - 1
  const dayOfYear = Math.floor((153 * ((m + 9) % 12) + 2) / 5) + d - 1
  return 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + dayOfYear - 719_468
}

/** RFC 3339 §5.7 allows second 60 at the end of a month, in UTC. */
function endsMonth(second: number): boolean {
  if ((((second + 1) % DAY) + DAY) % DAY !== 0) return false
  return new Date((second + 1) * 1000).getUTCDate() === 1
}

/** Midnight UTC of an RFC 3339 full-date; null for anything else. */
export function parseDate(text: string): Instant | null {
  const day = text.length === 10 ? dayNumber(text) : null
  return day === null ? null : { tick: day * DAY * 2, fraction: '' }
}

/**
 * An RFC 3339 date-time, in which T and Z may be lower case; null for anything else, and for days, times and leap seconds
 * that cannot be. By hand: a filter by time spends most of its own here, and a regular expression takes four times as long.
 */
export function parseTimestamp(text: string): Instant | null {
  const day = dayNumber(text)
  const hour = two(text, 11)
  const minute = two(text, 14)
  const second = two(text, 17)
  if (day === null || !isOneOf(text[10], 'T', 't') || text[13] !== ':' || text[16] !== ':') return null
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return null
  const zone = text[19] === '.' ? digitsEnd(text, 20) : 19
  const offset = zone === 20 ? null : zoneOffset(text, zone)
  if (offset === null) return null
  const leap = second === 60
  const at = day * DAY + hour * 3600 + minute * 60 + (leap ? 59 : second) - offset
  if (leap && !endsMonth(at)) return null
  return { tick: at * 2 + (leap ? 1 : 0), fraction: zone > 20 ? text.slice(20, lastDigit(text, zone)) : '' }
}

const isOneOf = (c: string | undefined, a: string, b: string): boolean => c === a || c === b

function digitsEnd(text: string, from: number): number {
  let i = from
  while (text.charCodeAt(i) >= 0x30 && text.charCodeAt(i) <= 0x39) i++
  return i
}

/** Where the digits of a fraction end that say something. */
function lastDigit(text: string, zone: number): number {
  let i = zone
  while (text[i - 1] === '0') i--
  return i
}

/** Seconds that local time is ahead of UTC; null where what stands at `at`, to the end, is no time-offset. */
function zoneOffset(text: string, at: number): number | null {
  if (isOneOf(text[at], 'Z', 'z')) return text.length === at + 1 ? 0 : null
  if (!isOneOf(text[at], '+', '-') || text[at + 3] !== ':' || text.length !== at + 6) return null
  const [hour, minute] = [two(text, at + 1), two(text, at + 4)]
  if (!(hour <= 23 && minute <= 59)) return null
  return (hour * 60 + minute) * (text[at] === '-' ? -60 : 60)
}

/** What a text says as a time: a date-time, or a full-date, which is its midnight UTC. */
export const parseInstant = (text: string): Instant | null =>
  text.length === 10 ? parseDate(text) : parseTimestamp(text)

/** The last of a day that begins at `midnight`: behind every other, its leap second too (":" sorts behind every digit). */
export const endOfDay = (midnight: Instant): Instant => ({ tick: midnight.tick + DAY * 2 - 1, fraction: ':' })
