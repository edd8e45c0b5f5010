import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_ROOT,
  inclusionPath,
  leafHash,
  nodeHash,
  rootFromPath,
  rootOf,
  TreeBuilder,
  verifyInclusion,
} from './merkle'

/** Entries and roots of the reference tests of Certificate Transparency; the hashes are those of RFC 9162 as of RFC 6962. */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const leaves = ENTRIES.map((hex) => leafHash(Buffer.alloc(0), Buffer.from(hex, 'hex')))

const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** §2.1.1 as it is written: the recursive definition. */
function mth(d: Buffer[]): Buffer {
  if (d.length === 0) return sha()
  if (d.length === 1) return d[0]!
  let k = 1
  while (k * 2 < d.length) k *= 2
  return sha(Buffer.from([1]), mth(d.slice(0, k)), mth(d.slice(k)))
}

const build = (list: Buffer[]) => {
  const tree = new TreeBuilder()
  for (const leaf of list) tree.add(leaf)
  return tree
}

const someLeaves = fc.array(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => Buffer.from(b)),
  {
    minLength: 1,
    maxLength: 70,
  },
)

describe('Merkle tree (RFC 9162 §2.1)', () => {
  it.each(ROOTS.map((root, n) => [n, root]))('gives the known root of %d leaves', (n, root) => {
    expect(
      build(leaves.slice(0, Number(n)))
        .root()
        .toString('hex'),
    ).toBe(root)
    expect(rootOf(Buffer.concat(leaves.slice(0, Number(n)))).toString('hex')).toBe(root)
  })

  it('has the hash of nothing as the root of nothing', () => {
    expect(new TreeBuilder().root()).toEqual(EMPTY_ROOT)
    expect(EMPTY_ROOT).toEqual(sha())
  })

  it('hashes salt and chunk under the leaf prefix', () => {
    const salt = Buffer.alloc(32, 7)
    expect(leafHash(salt, Buffer.from('chunk'))).toEqual(sha(Buffer.from([0]), salt, Buffer.from('chunk')))
  })

  it('gives the known path: leaf 5 of 7', () => {
    const [, , , , four, five, six] = leaves
    expect(inclusionPath(Buffer.concat(leaves.slice(0, 7)), 5)).toEqual([four, six, mth(leaves.slice(0, 4))])
    expect(nodeHash(mth(leaves.slice(0, 4)), nodeHash(nodeHash(four!, five!), six!)).toString('hex')).toBe(ROOTS[7])
  })

  it('agrees with the definition, at every size on the way', () => {
    fc.assert(
      fc.property(someLeaves, (list) => {
        const tree = new TreeBuilder()
        for (const [i, leaf] of list.entries()) {
          tree.add(leaf)
          expect(tree.root()).toEqual(mth(list.slice(0, i + 1)))
        }
        expect(tree.size).toBe(list.length)
      }),
      { numRuns: 30 },
    )
  })

  it('proves every leaf of every tree up to 40, and no other', () => {
    const list = Array.from({ length: 40 }, (_, i) => sha(Buffer.from([i])))
    for (let size = 1; size <= list.length; size++) {
      const part = list.slice(0, size)
      const root = mth(part)
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(Buffer.concat(part), index)
        expect(verifyInclusion(part[index]!, index, size, path, root)).toBe(true)
        const other = (index + 1) % size
        if (other !== index) {
          expect(verifyInclusion(part[index]!, other, size, path, root)).toBe(false)
          expect(verifyInclusion(part[other]!, index, size, path, root)).toBe(false)
        }
      }
    }
  })

  it('refuses a proof with any bit changed, a hash more or a hash less', () => {
    const bit = fc.nat({ max: 255 })
    fc.assert(
      fc.property(someLeaves, fc.nat(), bit, fc.nat(), (list, at, flipped, step) => {
        const index = at % list.length
        const path = inclusionPath(Buffer.concat(list), index)
        const root = mth(list)
        const leaf = list[index]!
        const flip = (h: Buffer) => {
          const copy = Buffer.from(h)
          copy[flipped >> 3]! ^= 1 << (flipped & 7)
          return copy
        }
        expect(verifyInclusion(flip(leaf), index, list.length, path, root)).toBe(false)
        expect(verifyInclusion(leaf, index, list.length, path, flip(root))).toBe(false)
        if (path.length > 0) {
          const changed = path.with(step % path.length, flip(path[step % path.length]!))
          expect(verifyInclusion(leaf, index, list.length, changed, root)).toBe(false)
          expect(rootFromPath(leaf, index, list.length, path.slice(1))).toBeNull()
        }
        expect(rootFromPath(leaf, index, list.length, [...path, leaf])).toBeNull()
      }),
    )
  })

  it.each([
    [-1, 3],
    [3, 3],
    [0.5, 3],
    [0, 0],
  ])('has no leaf %d in a tree of %d', (index, size) => {
    expect(() => inclusionPath(Buffer.alloc(size * 32), index)).toThrow(RangeError)
    expect(rootFromPath(EMPTY_ROOT, index, size, [])).toBeNull()
  })
})
