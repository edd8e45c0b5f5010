import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leaves, mth, ROOTS, sha, someLeaves } from './ct-vectors.fixture'
import { cover, EMPTY_ROOT, fold, leafHash, rootOf, TreeBuilder } from './tree'

const build = (list: Buffer[]) => {
  const tree = new TreeBuilder()
  for (const leaf of list) tree.add(leaf)
  return tree
}

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

  it('covers a range with complete subtrees, and goes on from those of a whole tree', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat(), (list, a, b) => {
        const start = a % list.length
        const end = start + (b % (list.length - start + 1))
        const nodes = cover(start, end)
        expect(nodes.reduce((n, { level }) => n + 2 ** level, 0)).toBe(end - start)
        const hashOf = ({ level, index }: { level: number; index: number }) =>
          mth(list.slice(index * 2 ** level, (index + 1) * 2 ** level))
        const tree = build(list.slice(0, start))
        for (const node of nodes) tree.addSubtree(node.level, hashOf(node))
        expect(tree.root()).toEqual(mth(list.slice(0, end)))
        const resumed = new TreeBuilder({ size: end, subtrees: cover(0, end).map(hashOf) })
        for (const leaf of list.slice(end)) resumed.add(leaf)
        expect(resumed.root()).toEqual(mth(list))
        expect(fold(cover(0, end).map(hashOf))).toEqual(mth(list.slice(0, end)))
      }),
    )
  })

  it('tells of every complete subtree once, and takes none where it cannot begin', () => {
    const seen = new Map<string, Buffer>()
    const list = leaves.slice(0, 7)
    const tree = new TreeBuilder(undefined, ({ level, index }, hash) => seen.set(`${level}/${index}`, hash))
    for (const leaf of list) tree.add(leaf)
    expect([...seen.keys()].sort()).toEqual(['1/0', '1/1', '1/2', '2/0'])
    expect(seen.get('2/0')).toEqual(mth(list.slice(0, 4)))
    expect(() => tree.addSubtree(1, sha())).toThrow(RangeError)
  })
})
