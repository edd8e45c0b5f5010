const lone = /\p{Surrogate}/u

/** A UTF-16 surrogate without its other half: JSON can write one with an escape, but it is no text (RFC 8259 §8.2). */
export const hasLoneSurrogate = (text: string): boolean => lone.test(text)

/** Surrogates sort above the rest of the plane they stand in for, as the code points they encode do. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** By code point, which is the order of the UTF-8 bytes too. Negative, 0 or positive. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}
