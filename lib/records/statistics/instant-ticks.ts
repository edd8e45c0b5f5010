import { parseDate, parseInstant } from '@/lib/records/instant'

const DASH = 0x2d
const COLON = 0x3a
const POINT = 0x2e
const PLUS = 0x2b
const T = 0x54
const Z = 0x5a

/** Of any year there are no more. */
const MONTHS_KEPT = 10_000

/**
 * The tick (`Instant.tick`) of texts, as `parseInstant` has it, by their bytes: the usual spellings of RFC 3339 without a
 * string or a regular expression, since every time of an artifact goes through here.
 */
export class InstantTicks {
  /** By year × 100 + month, the tick at which it begins; NaN for a month that is none. */
  readonly #months = new Map<number, number>()

  /** NaN for a text that is no time. */
  of(bytes: Buffer, start: number, end: number): number {
    const length = end - start
    if (length < 10 || bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) return Number.NaN
    const day = two(bytes, start + 8)
    const year = two(bytes, start) * 100 + two(bytes, start + 2)
    // The last days of a month are the slow way's to judge.
    if (day > 0 && day < 29 && year >= 0) {
      const midnight = this.#month(year, two(bytes, start + 5)) + (day - 1) * 172_800
      const tick = length === 10 ? midnight : midnight + timeOfDay(bytes, start + 10, end)
      if (!Number.isNaN(tick)) return tick
    }
    return parseInstant(bytes.toString('latin1', start, end))?.tick ?? Number.NaN
  }

  #month(year: number, month: number): number {
    const key = year * 100 + month
    let tick = this.#months.get(key)
    if (tick === undefined) {
      const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
      tick = parseDate(text)?.tick ?? Number.NaN
      if (this.#months.size === MONTHS_KEPT) this.#months.clear()
      this.#months.set(key, tick)
    }
    return tick
  }
}

/** Two digits; far below 0 for anything else, so that no sum with another is positive. */
function two(bytes: Buffer, at: number): number {
  const a = bytes[at]! - 0x30
  const b = bytes[at + 1]! - 0x30
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? a * 10 + b : -1e6
}

/** Ticks from midnight UTC for "Thh:mm:ss", a fraction and an offset; NaN for what is not in its usual form. */
function timeOfDay(bytes: Buffer, at: number, end: number): number {
  if (end - at < 10 || bytes[at] !== T || bytes[at + 3] !== COLON || bytes[at + 6] !== COLON) return Number.NaN
  const hour = two(bytes, at + 1)
  const minute = two(bytes, at + 4)
  const second = two(bytes, at + 7)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN
  let i = at + 9
  if (bytes[i] === POINT) {
    const first = ++i
    while (i < end && bytes[i]! >= 0x30 && bytes[i]! <= 0x39) i++
    if (i === first) return Number.NaN
  }
  const offset = bytes[i] === Z && i + 1 === end ? 0 : offsetMinutes(bytes, i, end)
  return (hour * 3600 + (minute - offset) * 60 + second) * 2
}

function offsetMinutes(bytes: Buffer, at: number, end: number): number {
  const sign = bytes[at] === PLUS ? 1 : bytes[at] === DASH ? -1 : Number.NaN
  if (end - at !== 6 || bytes[at + 3] !== COLON) return Number.NaN
  const hour = two(bytes, at + 1)
  const minute = two(bytes, at + 4)
  return hour < 0 || hour > 23 || minute < 0 || minute > 59 ? Number.NaN : sign * (hour * 60 + minute)
}
