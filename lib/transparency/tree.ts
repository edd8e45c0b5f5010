import { createHash } from 'node:crypto'

/** The Merkle tree of RFC 9162 §2.1 over SHA-256. Leaves and nodes are hashed under different prefixes, so that neither passes for the other. */
export const HASH_BYTES = 32
const LEAF = Buffer.from([0x00])
const NODE = Buffer.from([0x01])

/** SHA-256 of nothing (§2.1.1). */
export const EMPTY_ROOT = createHash('sha256').digest()

/** The leaf of an entry, given in one part or several: a salt and a chunk, or a commitment. */
export const leafHash = (...entry: Uint8Array[]): Buffer => {
  const hash = createHash('sha256').update(LEAF)
  for (const part of entry) hash.update(part)
  return hash.digest()
}

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** A complete subtree: the leaves from `index * 2^level` on, `2^level` of them. */
export type Node = { level: number; index: number }

/** The complete subtrees that make up the leaves [start, end), from the left, each as large as its place allows. */
export function cover(start: number, end: number): Node[] {
  const nodes: Node[] = []
  for (let at = start; at < end; ) {
    let level = 0
    let width = 1
    while (at % (width * 2) === 0 && at + width * 2 <= end) {
      width *= 2
      level++
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** The root over neighbouring complete subtrees whose sizes fall: what `cover` gives for a range of the tree. */
export const fold = (subtrees: readonly Buffer[]): Buffer =>
  subtrees.length === 0 ? EMPTY_ROOT : subtrees.reduceRight((right, left) => nodeHash(left, right))

/**
 * The root of leaves that arrive one at a time, in memory that grows with the logarithm of their number (§2.1.2).
 *
 * @param from a tree to go on with: its size, and the roots of `cover(0, size)`
 * @param completed told of each complete subtree of two leaves or more, from small to large
 */
export class TreeBuilder {
  #size: number
  readonly #subtrees: Buffer[]

  constructor(
    from: { size: number; subtrees: readonly Buffer[] } = { size: 0, subtrees: [] },
    private readonly completed?: (node: Node, hash: Buffer) => void,
  ) {
    this.#size = from.size
    this.#subtrees = [...from.subtrees]
  }

  get size(): number {
    return this.#size
  }

  add(leaf: Buffer): void {
    this.addSubtree(0, leaf)
  }

  /** Adds 2^level leaves at once by the root over them. The size must be a multiple of their number. */
  addSubtree(level: number, root: Buffer): void {
    const width = 2 ** level
    if (this.#size % width !== 0) throw new RangeError(`A subtree of ${width} leaves cannot begin at ${this.#size}.`)
    let hash = root
    let at = level
    // A one bit of the size is a complete subtree that waits for its right neighbour.
    for (let n = this.#size / width; n % 2 === 1; n = Math.floor(n / 2)) {
      hash = nodeHash(this.#subtrees.pop()!, hash)
      at++
      this.completed?.({ level: at, index: Math.floor(n / 2) }, hash)
    }
    this.#subtrees.push(hash)
    this.#size += width
  }

  root(): Buffer {
    return fold(this.#subtrees)
  }
}

/** @param leaves the leaf hashes one behind the other */
export const rootOf = (leaves: Buffer): Buffer => rangeRoot(leaves, 0, leaves.length / HASH_BYTES)

/** The root over the leaves [start, end) of a list of leaf hashes. */
export function rangeRoot(leaves: Buffer, start: number, end: number): Buffer {
  const tree = new TreeBuilder()
  for (let i = start; i < end; i++) tree.add(leaves.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES))
  return tree.root()
}
