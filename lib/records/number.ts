/**
 * Exact comparison of JSON numbers (RFC 8259 §6) as texts of any length. Nothing is ever expanded, so 1e999999999 costs
 * its eleven characters.
 */

/** ±0.`digits` × 10^`exponent`; digits without zeros at either end. Zero has no digits and the sign 0. */
export type Decimal = { sign: -1 | 0 | 1; exponent: number; digits: string }

export const ZERO: Decimal = { sign: 0, exponent: 0, digits: '' }

/** Exponents beyond this one, on either side of zero, count as this one. Up to here doubles hold every integer. */
const EXPONENT_CAP = 1e15

const DIGIT_0 = 0x30

export function parseDecimal(text: string): Decimal {
  const negative = text[0] === '-'
  let e = text.length
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x65 || c === 0x45) {
      e = i
      break
    }
  }
  const point = text.indexOf('.')
  const from = negative ? 1 : 0
  const whole = text.slice(from, point < 0 ? e : point)
  const all = point < 0 ? whole : whole + text.slice(point + 1, e)
  let first = 0
  while (first < all.length && all.charCodeAt(first) === DIGIT_0) first++
  if (first === all.length) return ZERO
  let last = all.length
  while (all.charCodeAt(last - 1) === DIGIT_0) last--
  const written = e < text.length ? Number(text.slice(e + 1)) : 0
  const exponent = Math.max(-EXPONENT_CAP, Math.min(EXPONENT_CAP, written + whole.length - first))
  return { sign: negative ? -1 : 1, exponent, digits: all.slice(first, last) }
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -a.sign : a.sign
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign
}

/** Up to 15 significant digits a double keeps apart every two decimals; without an exponent they are in its range too. */
const isShort = (text: string): boolean => text.length <= 15 && !text.includes('e') && !text.includes('E')

/** Negative, 0 or positive, as `a` is less than, equal to or greater than `b`. */
export function compareNumbers(a: string, b: string): number {
  if (isShort(a) && isShort(b)) return Number(a) - Number(b)
  return compareDecimals(parseDecimal(a), parseDecimal(b))
}

/** One text for all that are equal (1.0, 1, 1e0; -0, 0), to hash or compare by; itself a JSON number. */
export function numberKey(text: string): string {
  const { sign, exponent, digits } = parseDecimal(text)
  if (sign === 0) return '0'
  return `${sign < 0 ? '-' : ''}0.${digits}e${exponent}`
}

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/** A number from its bytes, where a double compares like it; NaN where it takes `parseDecimal`. */
export function shortNumber(bytes: Buffer, start: number, end: number): number {
  if (end - start > 15) return Number.NaN
  const negative = bytes[start] === 0x2d
  let digits = 0
  let point = end - 1
  for (let i = negative ? start + 1 : start; i < end; i++) {
    const b = bytes[i]!
    if (b === 0x2e) point = i
    else if (b > 0x39) return Number.NaN
    else digits = digits * 10 + b - DIGIT_0
  }
  // Both are exact, so that the quotient is the double nearest to the number, as Number() has it.
  const value = digits / POWERS[end - 1 - point]!
  return negative ? -value : value
}
