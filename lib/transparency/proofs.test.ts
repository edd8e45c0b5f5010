import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leaves, mth, ROOTS, sha, someLeaves } from './ct-vectors.fixture'
import { consistencyRanges, inclusionPath, rootFromPath, verifyConsistency, verifyInclusion } from './proofs'
import { EMPTY_ROOT, nodeHash, rangeRoot } from './tree'

const hex = (path: Buffer[]) => path.map((hash) => hash.toString('hex'))
const bytes = (path: readonly string[]) => path.map((hash) => Buffer.from(hash, 'hex'))
const consistencyPath = (list: Buffer, from: number, to: number) =>
  consistencyRanges(from, to).map(([start, end]) => rangeRoot(list, start, end))
const flip = (hash: Buffer, bit: number) => {
  const copy = Buffer.from(hash)
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

/** Proofs of the reference tests of Certificate Transparency, over the entries of the fixture. */
const N01 = 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'
const N1 = '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'
const N0 = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
const N23 = '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e'
const N45 = '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a'
const N67 = 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0'
const N4567 = '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'
const N0123 = 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'
const N4 = 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'
const N6 = 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f'
const INCLUSION: [index: number, size: number, path: string[]][] = [
  [0, 1, []],
  [0, 8, [N1, N23, N4567]],
  [5, 8, [N4, N67, N0123]],
  [2, 3, [N01]],
  [1, 5, [N0, N23, N4]],
]
const CONSISTENCY: [from: number, to: number, path: string[]][] = [
  [1, 1, []],
  [1, 8, [N1, N23, N4567]],
  [6, 8, [N45, N67, N0123]],
  [2, 5, [N23, N4]],
  [6, 7, [N45, N6, N0123]],
]

describe('inclusion (RFC 9162 §2.1.3)', () => {
  it.each(INCLUSION)('gives the published path of leaf %d in a tree of %d', (index, size, path) => {
    expect(hex(inclusionPath(Buffer.concat(leaves.slice(0, size)), index))).toEqual(path)
    expect(rootFromPath(leaves[index]!, index, size, bytes(path))!.toString('hex')).toBe(ROOTS[size])
  })

  it('gives the known path: leaf 5 of 7', () => {
    const [, , , , four, five, six] = leaves
    expect(inclusionPath(Buffer.concat(leaves.slice(0, 7)), 5)).toEqual([four, six, mth(leaves.slice(0, 4))])
    expect(nodeHash(mth(leaves.slice(0, 4)), nodeHash(nodeHash(four!, five!), six!)).toString('hex')).toBe(ROOTS[7])
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

describe('consistency (RFC 9162 §2.1.4)', () => {
  it.each(CONSISTENCY)('gives the published proof from %d to %d', (from, to, path) => {
    expect(hex(consistencyPath(Buffer.concat(leaves), from, to))).toEqual(path)
    const root = (size: number) => Buffer.from(ROOTS[size]!, 'hex')
    expect(verifyConsistency(from, to, root(from), root(to), bytes(path))).toBe(true)
  })

  it('holds between all sizes of a tree, and for no other root, size or proof', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat({ max: 255 }), fc.nat(), (list, at, bit, step) => {
        const to = list.length
        const from = 1 + (at % to)
        const path = consistencyPath(Buffer.concat(list), from, to)
        const [old, grown] = [mth(list.slice(0, from)), mth(list)]
        expect(verifyConsistency(from, to, old, grown, path)).toBe(true)
        expect(verifyConsistency(from, to, flip(old, bit), grown, path)).toBe(false)
        expect(verifyConsistency(from, to, old, flip(grown, bit), path)).toBe(false)
        expect(verifyConsistency(from, to, old, grown, [...path, old])).toBe(false)
        if (path.length === 0) return
        const changed = path.with(step % path.length, flip(path[step % path.length]!, bit))
        expect(verifyConsistency(from, to, old, grown, changed)).toBe(false)
        expect(verifyConsistency(from, to, old, grown, path.slice(1))).toBe(false)
        expect(verifyConsistency(from, to, old, grown, path.slice(0, -1))).toBe(false)
      }),
    )
  })

  it('does not hold when an earlier leaf was exchanged', () => {
    const other = leaves.with(2, leaves[3]!)
    const path = consistencyPath(Buffer.concat(other), 4, 8)
    expect(verifyConsistency(4, 8, mth(leaves.slice(0, 4)), mth(other), path)).toBe(false)
  })

  it.each([
    [0, 3],
    [4, 3],
    [1.5, 3],
  ])('is not defined from %d to %d', (from, to) => {
    expect(() => consistencyRanges(from, to)).toThrow(RangeError)
    expect(verifyConsistency(from, to, EMPTY_ROOT, EMPTY_ROOT, [])).toBe(false)
  })
})
