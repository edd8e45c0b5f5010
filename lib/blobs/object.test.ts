import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeId } from '@/lib/protocol/make-id'
import { verifyInclusion } from '@/lib/transparency/proofs'
import { EMPTY_ROOT, leafHash, rootOf } from '@/lib/transparency/tree'
import { openFixture } from './object.fixture'
import { writeObject } from './object-writer'

let fixture: Awaited<ReturnType<typeof openFixture>>
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

describe('sealed object', () => {
  it('gives back any range of any content, however it was cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 150 }),
        fc.nat(),
        fc.nat(),
        async (content, chunkSize, piece, a, b) => {
          const bytes = Buffer.from(content)
          const { reader, facts } = await fixture.put(bytes, chunkSize, Buffer.from('an index'), piece)
          const [start, end] = [a % (bytes.length + 1), b % (bytes.length + 1)].sort((x, y) => x - y) as [
            number,
            number,
          ]
          expect(await reader.range(start, end)).toEqual(bytes.subarray(start, end))
          expect(await reader.range(0, bytes.length)).toEqual(bytes)
          expect((await reader.index()).toString()).toBe('an index')
          expect(facts).toMatchObject({ chunkSize, bytes: bytes.length, chunks: Math.ceil(bytes.length / chunkSize) })
          expect(facts.contentHash).toEqual(sha(bytes))
          const whole = await reader.verifyWhole()
          const { contentHash, merkleRoot, chunks } = facts
          expect(whole).toEqual({ verified: true, contentHash, merkleRoot, bytes: bytes.length, chunks })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has the same facts whatever the pieces, but other bytes and another tree for each artifact', async () => {
    const bytes = randomBytes(100_000)
    const one = await fixture.put(bytes, 16_384, Buffer.alloc(0), 1)
    const two = await fixture.put(bytes, 16_384, Buffer.alloc(0), 16_384)
    expect(one.facts.contentHash).toEqual(two.facts.contentHash)
    expect(one.facts.merkleRoot).not.toEqual(two.facts.merkleRoot)
    expect(await readFile(one.path)).not.toEqual(await readFile(two.path))
  })

  it('has no chunks without content', async () => {
    const { reader, facts } = await fixture.put(Buffer.alloc(0), 16_384, Buffer.from('empty index'))
    expect(facts).toMatchObject({ bytes: 0, chunks: 0, leavesBytes: 16 })
    expect(facts.merkleRoot).toEqual(EMPTY_ROOT)
    expect(facts.contentHash).toEqual(sha(Buffer.alloc(0)))
    expect(await reader.range(0, 0)).toHaveLength(0)
    expect((await reader.index()).toString()).toBe('empty index')
    expect((await reader.verifyWhole()).verified).toBe(true)
    await expect(reader.proof(0)).rejects.toThrow(RangeError)
  })

  it('is as long as its parts and their tags, and shows nothing of the content', async () => {
    const bytes = Buffer.alloc(1_000, 'recognisable ')
    const { facts, path } = await fixture.put(bytes, 300, Buffer.from('recognisable index'))
    expect(facts).toMatchObject({ chunks: 4, indexBytes: 18 + 16, leavesBytes: 4 * 32 + 16 })
    expect((await stat(path)).size).toBe(1_000 + 4 * 16 + facts.indexBytes + facts.leavesBytes)
    expect((await readFile(path)).includes('recognisable')).toBe(false)
  })

  it('proves each chunk against the recorded root, with a salt of its own', async () => {
    const bytes = Buffer.alloc(1_000, 'the same in each chunk! ')
    const { reader, facts } = await fixture.put(bytes, 24 * 4)
    const salts = new Set<string>()
    const leaves: Buffer[] = []
    for (let chunk = 0; chunk < facts.chunks; chunk++) {
      const proof = await reader.proof(chunk)
      expect(proof.bytes).toEqual(bytes.subarray(proof.start, proof.end))
      expect(proof.start).toBe(chunk * 96)
      const leaf = leafHash(proof.salt, proof.bytes)
      expect(verifyInclusion(leaf, chunk, facts.chunks, proof.path, facts.merkleRoot)).toBe(true)
      salts.add(proof.salt.toString('hex'))
      leaves.push(leaf)
    }
    expect(salts.size).toBe(facts.chunks)
    expect(new Set(leaves.map((l) => l.toString('hex'))).size).toBe(facts.chunks)
    expect(rootOf(Buffer.concat(leaves))).toEqual(facts.merkleRoot)
  })

  it('refuses ranges and chunks outside of the content', async () => {
    const { reader } = await fixture.put(randomBytes(100), 30)
    for (const [start, end] of [
      [-1, 1],
      [0, 101],
      [2, 1],
      [0.5, 1],
      [Number.NaN, 1],
    ] as const)
      await expect(reader.range(start, end)).rejects.toThrow(RangeError)
    for (const chunk of [-1, 4, 0.5]) await expect(reader.proof(chunk)).rejects.toThrow(RangeError)
  })

  it('is nowhere after an abort, and takes nothing after its end', async () => {
    const id = makeId('art')
    const o = { store: fixture.store, key: id, artifactId: id, dataKey: randomBytes(32), chunkSize: 16 }
    const writer = await writeObject(o)
    await writer.write(randomBytes(100))
    await writer.abort()
    await writer.abort()
    expect(await fixture.store.size(id)).toBeNull()
    await expect(writer.write(Buffer.from('x'))).rejects.toThrow('aborted')
    const again = await writeObject({ ...o, dataKey: randomBytes(32) })
    await again.finish(Buffer.alloc(0))
    await again.abort()
    await expect(again.write(Buffer.from('x'))).rejects.toThrow('finished')
    await expect(again.finish(Buffer.alloc(0))).rejects.toThrow('finished')
    expect(await fixture.store.size(id)).toBe(32)
  })

  it('stops a whole verification when it is told to', async () => {
    const { reader } = await fixture.put(randomBytes(3 * 2 ** 20), 16_384)
    await expect(reader.verifyWhole(AbortSignal.abort())).rejects.toThrow('abort')
  })

  it('holds a bounded part of 64 MiB', { timeout: 60_000 }, async () => {
    const id = makeId('art')
    const piece = randomBytes(2 ** 20)
    const hash = createHash('sha256')
    const writer = await writeObject({
      store: fixture.store,
      key: id,
      artifactId: id,
      dataKey: randomBytes(32),
      chunkSize: 65_536,
    })
    const before = process.memoryUsage.rss()
    let peak = 0
    for (let i = 0; i < 64; i++) {
      piece.writeUInt32BE(i)
      hash.update(piece)
      await writer.write(piece)
      peak = Math.max(peak, process.memoryUsage.rss() - before)
    }
    const facts = await writer.finish(Buffer.alloc(0))
    expect(facts.contentHash).toEqual(hash.digest())
    // Ciphertext waits for the collector; 64 MiB of it never are there at once.
    expect(peak).toBeLessThan(48 * 2 ** 20)
  })
})
