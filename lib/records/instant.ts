/**
 * Instants of UTC, compared exactly. `tick` counts half seconds since 1970: a second has an even one, the leap second
 * after it the odd one, so that 23:59:60 lies behind 23:59:59.999… and before 00:00:00. `fraction` holds the digits
 * behind the point, without zeros at their end.
 */
export type Instant = { tick: number; fraction: string }

export const compareInstants = (a: Instant, b: Instant): number =>
  a.tick - b.tick || (a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1)

const DAY = 86_400
/** RFC 3339 §5.6, in which T and Z may be lower case. */
const FULL_DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (y: number): boolean => y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
const daysIn = (y: number, m: number): number => (m === 2 && isLeapYear(y) ? 29 : (MONTHS[m - 1] ?? 0))

/** Days since 1970-01-01 in the proleptic Gregorian calendar; null for a day that it does not have. */
function dayNumber(y: number, m: number, d: number): number | null {
  if (d < 1 || d > daysIn(y, m)) return null
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
  const m = FULL_DATE.exec(text)
  const day = m && dayNumber(Number(m[1]), Number(m[2]), Number(m[3]))
  return day === null ? null : { tick: day * DAY * 2, fraction: '' }
}

/** An RFC 3339 date-time; null for anything else, and for days, times and leap seconds that cannot be. */
export function parseTimestamp(text: string): Instant | null {
  const m = DATE_TIME.exec(text)
  if (!m) return null
  const day = dayNumber(Number(m[1]), Number(m[2]), Number(m[3]))
  const [hour, minute, second] = [Number(m[4]), Number(m[5]), Number(m[6])]
  const [offsetHour, offsetMinute] = [Number(m[9] ?? 0), Number(m[10] ?? 0)]
  if (day === null || hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return null
  const offset = (offsetHour * 60 + offsetMinute) * (m[8] === '-' ? -60 : 60)
  const leap = second === 60
  const at = day * DAY + hour * 3600 + minute * 60 + (leap ? 59 : second) - offset
  if (leap && !endsMonth(at)) return null
  return { tick: at * 2 + (leap ? 1 : 0), fraction: (m[7] ?? '').replace(/0+$/, '') }
}

/** What a text says as a time: a date-time, or a full-date, which is its midnight UTC. */
export const parseInstant = (text: string): Instant | null =>
  text.length === 10 ? parseDate(text) : parseTimestamp(text)

/** The last of a day that begins at `midnight`: behind every other, its leap second too (":" sorts behind every digit). */
export const endOfDay = (midnight: Instant): Instant => ({ tick: midnight.tick + DAY * 2 - 1, fraction: ':' })
