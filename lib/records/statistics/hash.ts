/**
 * Hashes of values: 32 bits, mixed as MurmurHash3 does. Equal values have equal hashes however they are written; that
 * different ones may share one costs a look at a block where there was nothing to find, and no more.
 */

/** Longer texts have no hash. */
export const HASHED_BYTES = 128

const C1 = 0xcc9e2d51 | 0
const C2 = 0x1b873593 | 0

const rotate = (h: number, by: number): number => (h << by) | (h >>> (32 - by))

export function mix(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

const round = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, C1), 15), C2), 13), 5) + 0xe6546b64) | 0

/** Of the UTF-8 of a text. */
export function hashText(bytes: Buffer, start: number, end: number): number {
  let h = 0
  let i = start
  for (; i + 4 <= end; i += 4)
    h = round(h, bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24))
  if (i < end) {
    let k = bytes[i++]!
    for (let shift = 8; i < end; i++, shift += 8) k |= bytes[i]! << shift
    h = round(h, k)
  }
  return mix(h ^ (end - start))
}

const double = new Float64Array(1)
const words = new Int32Array(double.buffer)

/** Of a number, by the double nearest to it, which equal decimals share whatever their digits. */
export function hashNumber(value: number): number {
  // Not -0.
  double[0] = value + 0
  return mix(round(round(0x9e3779b1 | 0, words[0]!), words[1]!))
}
