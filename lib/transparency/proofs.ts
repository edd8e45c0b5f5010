import { pathSides } from './path'
import { cover, HASH_BYTES, nodeHash, rangeRoot } from './tree'

/** Leaves from the first up to, not including, the second. */
export type Range = [start: number, end: number]

/**
 * PATH(index, D[size]) of RFC 9162 §2.1.3.1 as the ranges whose roots it is made of, from the leaf up.
 *
 * @throws RangeError when there is no such leaf
 */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError(`Leaf ${index} is not in a tree of ${size}.`)
  const path: Range[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + split(end - start)
    if (index < middle) {
      path.push([middle, end])
      end = middle
    } else {
      path.push([start, middle])
      start = middle
    }
  }
  return path.reverse()
}

/**
 * PROOF(from, D[to]) of §2.1.4.1 as the ranges whose roots it is made of.
 *
 * @throws RangeError unless 0 < from <= to
 */
export function consistencyRanges(from: number, to: number): Range[] {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to)
    throw new RangeError(`A tree of ${to} does not grow out of one of ${from}.`)
  const path: Range[] = []
  let start = 0
  let end = to
  while (from !== end) {
    const middle = start + split(end - start)
    if (from <= middle) {
      path.push([middle, end])
      end = middle
    } else {
      path.push([start, middle])
      start = middle
    }
  }
  // The smaller tree itself is known to whoever asks; a part of it is not.
  if (start > 0) path.push([start, end])
  return path.reverse()
}

/** @param leaves the leaf hashes one behind the other */
export const inclusionPath = (leaves: Buffer, index: number): Buffer[] =>
  inclusionRanges(index, leaves.length / HASH_BYTES).map(([start, end]) => rangeRoot(leaves, start, end))

/** The root that a path leads to (§2.1.3.2), or null when the path has a length that no tree of this size gives. */
export function rootFromPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  const sides = pathSides(index, size, path.length)
  if (!sides || path.some((hash) => hash.length !== HASH_BYTES)) return null
  return path.reduce((hash, other, i) => (sides[i] === 'left' ? nodeHash(other, hash) : nodeHash(hash, other)), leaf)
}

export const verifyInclusion = (
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
  root: Buffer,
): boolean => rootFromPath(leaf, index, size, path)?.equals(root) ?? false

/** Whether the tree of size `to` begins with all of the tree of size `from` (§2.1.4.2). */
export function verifyConsistency(
  from: number,
  to: number,
  fromRoot: Buffer,
  toRoot: Buffer,
  path: readonly Buffer[],
): boolean {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to) return false
  if (path.some((hash) => hash.length !== HASH_BYTES)) return false
  if (from === to) return path.length === 0 && fromRoot.equals(toRoot)
  // A smaller tree that is one complete subtree is the first hash itself.
  const whole = cover(0, from).length === 1
  const [first, ...rest] = whole ? [fromRoot, ...path] : path
  if (!first) return false
  let position = from - 1
  let last = to - 1
  while (position % 2 === 1) {
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  let old = first
  let grown = first
  for (const hash of rest) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      old = nodeHash(hash, old)
      grown = nodeHash(hash, grown)
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else grown = nodeHash(grown, hash)
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && old.equals(fromRoot) && grown.equals(toRoot)
}

/** The largest power of two smaller than n (§2.1.1). */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
