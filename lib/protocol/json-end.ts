const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Where the array or object at `at` ends: behind the bracket that closes it. Only brackets and strings are looked at, so
 * what lies between still has to be parsed; -1 when nothing opens here, nothing closes it, or it nests deeper than `most`.
 */
export function endOfContainer(text: string, at: number, most: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) {
      for (i++; i < text.length && text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === BACKSLASH) i++
    } else if (c === 0x7b || c === 0x5b) {
      if (++depth > most) return -1
    } else if (c === 0x7d || c === 0x5d) {
      if (--depth === 0) return i + 1
    }
    if (depth === 0) return -1
  }
  return -1
}
