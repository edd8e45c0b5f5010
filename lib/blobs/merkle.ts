import { createHash } from 'node:crypto'

/** The Merkle tree of RFC 9162 §2.1 over SHA-256. Leaves and nodes are hashed under different prefixes, so that neither passes for the other. */
export const HASH_BYTES = 32
const LEAF = Buffer.from([0x00])
const NODE = Buffer.from([0x01])

/** SHA-256 of nothing (§2.1.1). */
export const EMPTY_ROOT = createHash('sha256').digest()

/** The leaf of a chunk. The salt keeps somebody who holds only the tree from testing guesses at the content. */
export const leafHash = (salt: Uint8Array, chunk: Uint8Array): Buffer =>
  createHash('sha256').update(LEAF).update(salt).update(chunk).digest()

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** The root of leaves that arrive one at a time, in memory that grows with the logarithm of their number (§2.1.2). */
export class TreeBuilder {
  #size = 0
  readonly #subtrees: Buffer[] = []

  get size(): number {
    return this.#size
  }

  add(leaf: Buffer): void {
    let hash = leaf
    // A one bit of the size is a complete subtree that waits for its right neighbour.
    for (let n = this.#size; n % 2 === 1; n = Math.floor(n / 2)) hash = nodeHash(this.#subtrees.pop()!, hash)
    this.#subtrees.push(hash)
    this.#size++
  }

  root(): Buffer {
    if (this.#size === 0) return EMPTY_ROOT
    return this.#subtrees.reduceRight((right, left) => nodeHash(left, right))
  }
}

/**
 * PATH(index, leaves) of §2.1.3.1, from the leaf up.
 *
 * @param leaves the leaf hashes one behind the other
 * @throws RangeError when there is no such leaf
 */
export function inclusionPath(leaves: Buffer, index: number): Buffer[] {
  const size = leaves.length / HASH_BYTES
  if (!Number.isInteger(size) || !Number.isInteger(index) || index < 0 || index >= size)
    throw new RangeError(`Leaf ${index} is not in a tree of ${size}.`)
  const path: Buffer[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + split(end - start)
    if (index < middle) {
      path.push(subtreeRoot(leaves, middle, end))
      end = middle
    } else {
      path.push(subtreeRoot(leaves, start, middle))
      start = middle
    }
  }
  return path.reverse()
}

/**
 * The root that a path leads to (§2.1.3.2), or null when the path has a length that no tree of this size gives.
 */
export function rootFromPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null
  let position = index
  let last = size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0 || sibling.length !== HASH_BYTES) return null
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash)
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else hash = nodeHash(hash, sibling)
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

export const verifyInclusion = (
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
  root: Buffer,
): boolean => rootFromPath(leaf, index, size, path)?.equals(root) ?? false

/** @param leaves the leaf hashes one behind the other */
export const rootOf = (leaves: Buffer): Buffer => subtreeRoot(leaves, 0, leaves.length / HASH_BYTES)

function subtreeRoot(leaves: Buffer, start: number, end: number): Buffer {
  const tree = new TreeBuilder()
  for (let i = start; i < end; i++) tree.add(leaves.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES))
  return tree.root()
}

/** The largest power of two smaller than n (§2.1.1). */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
