import type { VarintReader, VarintWriter } from '@/lib/records/varint'
import { mix } from './hash'
import type { HashSet } from './hash-set'

/*
 * Which values occurred, of a field in a block: length, then up to eight hashes (their number is the length), or the bits
 * of a Bloom filter (the length is theirs in bytes).
 */
export const LISTED = 8
const MOST_BYTES = 512
const BITS_A_VALUE = 10
/** A filter with less than this would let about every sixth foreign value through, and more. */
const LEAST_BITS_A_VALUE = 4
/** Best at 6 bits a value, and hardly worse at 4 or 10. */
const PROBES = 4

/** Bytes for the set where there is room for so many; 0 for none. */
export function sizeOfSet(set: HashSet, room: number): number {
  const n = set.count
  if (set.full || n === 0) return 0
  if (n <= LISTED) return 4 * n <= room ? 4 * n : 0
  const bytes = Math.min(Math.max(LISTED + 1, Math.ceil((n * BITS_A_VALUE) / 8)), MOST_BYTES, room)
  return bytes > LISTED && bytes * 8 >= n * LEAST_BITS_A_VALUE ? bytes : 0
}

/** `size` is of `sizeOfSet`, and not 0. */
export function writeSet(out: VarintWriter, set: HashSet, size: number): void {
  const bytes = Buffer.alloc(size)
  const listed = set.count <= LISTED
  const mark = (byte: number, bit: number) => {
    bytes[byte]! |= bit
  }
  for (let i = 0; i < set.count; i++) {
    if (listed) bytes.writeInt32LE(set.at(i), i * 4)
    else eachBit(set.at(i), size, mark)
  }
  out.uint(listed ? set.count : size)
  out.append(bytes)
}

/** What may be in a set; null for one that nothing is known of. */
export type ValueSet = { listed: boolean; bytes: Buffer } | null

/** @throws Error for what `writeSet` would not have written */
export function readSet(reader: VarintReader): ValueSet {
  const length = reader.uint()
  if (length === 0 || length > MOST_BYTES) throw new Error('a set of values is too long')
  return length <= LISTED
    ? { listed: true, bytes: reader.take(length * 4) }
    : { listed: false, bytes: reader.take(length) }
}

/** False where no value of the hash is in the set. */
export function mayHold(set: ValueSet, value: number): boolean {
  if (set === null) return true
  const hash = value === 0 ? 1 : value
  const { bytes, listed } = set
  if (listed) {
    for (let i = 0; i < bytes.length; i += 4) if (bytes.readInt32LE(i) === hash) return true
    return false
  }
  let held = true
  eachBit(hash, bytes.length, (byte, bit) => {
    if ((bytes[byte]! & bit) === 0) held = false
  })
  return held
}

function eachBit(hash: number, size: number, visit: (byte: number, bit: number) => void): void {
  const step = mix(hash ^ 0x5bd1e995) | 1
  for (let i = 0, at = hash; i < PROBES; i++, at = (at + step) | 0) {
    const place = (at >>> 0) % (size * 8)
    visit(place >>> 3, 1 << (place & 7))
  }
}
