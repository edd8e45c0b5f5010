import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeId } from '@/lib/protocol/make-id'
import type { ObjectFacts } from './object'
import { openFixture, type Stored } from './object.fixture'
import { TAG_BYTES } from './object-format'

const CHUNK = 40
const SEALED = CHUNK + TAG_BYTES
const INDEX = Buffer.from('the record index')
const content = randomBytes(3 * CHUNK + 17)
const refused = { code: 'integrity_failed' }

let fixture: Awaited<ReturnType<typeof openFixture>>
let stored: Stored
let good: Buffer
beforeAll(async () => {
  fixture = await openFixture()
  stored = await fixture.put(content, CHUNK, INDEX)
  good = await readFile(stored.path)
})
beforeEach(() => writeFile(stored.path, good))
afterAll(() => fixture.close())

const chunk = (i: number) => stored.reader.range(i * CHUNK, Math.min((i + 1) * CHUNK, content.length))
const intact = async (i: number) =>
  expect((await chunk(i)).equals(content.subarray(i * CHUNK, (i + 1) * CHUNK))).toBe(true)
const isUnverified = async () => expect((await stored.reader.verifyWhole()).verified).toBe(false)

/** Where each part lies, and the reads that need it. */
function parts() {
  const chunksEnd = content.length + 4 * TAG_BYTES
  const leavesAt = chunksEnd + stored.facts.indexBytes
  return [
    ...[0, 1, 2, 3].map((i) => ({
      name: `chunk ${i}`,
      spans: [[i * SEALED, Math.min((i + 1) * SEALED, chunksEnd)]],
      read: () => chunk(i),
    })),
    { name: 'all chunks', spans: [[0, chunksEnd]], read: () => stored.reader.range(0, content.length) },
    { name: 'one byte', spans: [[SEALED, 2 * SEALED]], read: () => stored.reader.range(CHUNK + 3, CHUNK + 4) },
    { name: 'index', spans: [[chunksEnd, leavesAt]], read: () => stored.reader.index() },
    {
      name: 'proof of chunk 1',
      spans: [
        [SEALED, 2 * SEALED],
        [leavesAt, good.length],
      ],
      read: async () => (await stored.reader.proof(1)).bytes,
    },
  ]
}

describe('a sealed object that was altered', () => {
  it('refuses each read of a part with any byte changed, and goes on with the others', async () => {
    const expected = new Map<string, Buffer>()
    for (const part of parts()) expected.set(part.name, await part.read())
    const handle = await open(stored.path, 'r+')
    for (let at = 0; at < good.length; at++) {
      await handle.write(Buffer.from([good[at]! ^ (1 << (at % 8))]), 0, 1, at)
      for (const { name, spans, read } of parts()) {
        const touched = spans.some(([start, end]) => start! <= at && at < end!)
        if (touched) await expect(read(), `byte ${at}, ${name}`).rejects.toMatchObject(refused)
        else expect((await read()).equals(expected.get(name)!), `byte ${at}, ${name}`).toBe(true)
      }
      await isUnverified()
      await handle.write(good, at, 1, at)
    }
    await handle.close()
    expect((await stored.reader.verifyWhole()).verified).toBe(true)
  })

  it('refuses what a truncation took, at every length, and reports it', async () => {
    for (let length = good.length - 1; length >= 0; length--) {
      await writeFile(stored.path, good.subarray(0, length))
      for (const i of [0, 1, 2, 3])
        if (Math.min((i + 1) * SEALED, content.length + 4 * TAG_BYTES) <= length) await intact(i)
        else await expect(chunk(i)).rejects.toMatchObject(refused)
      await expect(stored.reader.proof(0)).rejects.toMatchObject(refused)
      await isUnverified()
    }
  })

  it('refuses and reports an object that is gone', async () => {
    await rm(stored.path)
    await expect(chunk(0)).rejects.toMatchObject(refused)
    await expect(stored.reader.range(0, content.length)).rejects.toMatchObject(refused)
    await expect(stored.reader.index()).rejects.toMatchObject(refused)
    await expect(stored.reader.proof(0)).rejects.toMatchObject(refused)
    expect(await stored.reader.verifyWhole()).toMatchObject({ verified: false, bytes: 0, chunks: 0 })
  })

  it('does not take a missing object for empty content', async () => {
    const empty = await fixture.put(Buffer.alloc(0), CHUNK)
    expect((await empty.reader.verifyWhole()).verified).toBe(true)
    await rm(empty.path)
    expect((await empty.reader.verifyWhole()).verified).toBe(false)
  })

  it('refuses chunks in each other’s place', async () => {
    const swapped = Buffer.from(good)
    good.copy(swapped, 0, SEALED, 2 * SEALED)
    good.copy(swapped, SEALED, 0, SEALED)
    await writeFile(stored.path, swapped)
    await expect(chunk(0)).rejects.toMatchObject(refused)
    await expect(chunk(1)).rejects.toMatchObject(refused)
    await expect(stored.reader.range(0, 2 * CHUNK)).rejects.toMatchObject(refused)
    await intact(2)
    await isUnverified()
  })

  it('reports bytes behind the end', async () => {
    await writeFile(stored.path, Buffer.concat([good, Buffer.from('x')]))
    for (const i of [0, 1, 2, 3]) await intact(i)
    await isUnverified()
  })

  it('does not let the object end one chunk earlier, even when the recorded lengths are changed to that', async () => {
    const shorter: ObjectFacts = { ...stored.facts, bytes: 3 * CHUNK, chunks: 3, leavesBytes: 3 * 32 + TAG_BYTES }
    await writeFile(stored.path, Buffer.concat([good.subarray(0, 3 * SEALED), good.subarray(3 * SEALED + 17 + 16)]))
    const reader = fixture.open({ ...stored, facts: shorter })
    expect((await reader.range(0, 2 * CHUNK)).equals(content.subarray(0, 2 * CHUNK))).toBe(true)
    await expect(reader.range(2 * CHUNK, 3 * CHUNK)).rejects.toMatchObject(refused)
    await expect(reader.index()).rejects.toMatchObject(refused)
    expect((await reader.verifyWhole()).verified).toBe(false)
  })

  it('refuses the parts of another artifact, also under the same key', async () => {
    const other = await fixture.put(content, CHUNK, INDEX)
    await writeFile(stored.path, await readFile(other.path))
    for (const i of [0, 1, 2, 3]) await expect(chunk(i)).rejects.toMatchObject(refused)
    await expect(stored.reader.index()).rejects.toMatchObject(refused)
    await isUnverified()
    const renamed = fixture.open({ ...other, id: makeId('art'), key: other.id })
    await expect(renamed.range(0, 1)).rejects.toMatchObject(refused)
    await expect(renamed.index()).rejects.toMatchObject(refused)
  })

  it('refuses under another key', async () => {
    const reader = fixture.open({ ...stored, dataKey: randomBytes(32) })
    await expect(reader.range(0, 1)).rejects.toMatchObject(refused)
    await expect(reader.index()).rejects.toMatchObject(refused)
    await expect(reader.proof(0)).rejects.toMatchObject(refused)
    expect((await reader.verifyWhole()).verified).toBe(false)
  })

  it.each<[string, Partial<ObjectFacts>]>([
    ['hash', { contentHash: Buffer.alloc(32) }],
    ['root', { merkleRoot: Buffer.alloc(32) }],
  ])('does not verify against another recorded %s', async (what, change) => {
    const reader = fixture.open({ ...stored, facts: { ...stored.facts, ...change } })
    const { contentHash, merkleRoot } = stored.facts
    expect(await reader.verifyWhole()).toMatchObject({ verified: false, contentHash, merkleRoot })
    if (what === 'root') await expect(reader.proof(0)).rejects.toMatchObject(refused)
  })

  it.each<[string, Partial<ObjectFacts>]>([
    ['a length', { bytes: content.length + CHUNK }],
    ['a number of chunks', { chunks: 3 }],
    ['a chunk size', { chunkSize: 0 }],
    ['an index', { indexBytes: 15 }],
    ['statistics', { statisticsBytes: 15 }],
    ['leaves', { leavesBytes: 16 }],
  ])('refuses to read with %s that no object can have', async (_, change) => {
    const reader = fixture.open({ ...stored, facts: { ...stored.facts, ...change } })
    await expect(reader.range(0, 1)).rejects.toMatchObject(refused)
    await expect(reader.verifyWhole()).rejects.toMatchObject(refused)
  })

  it('tells a store that fails from content that was changed', async () => {
    await rm(stored.path)
    await mkdir(stored.path)
    await expect(chunk(0)).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(stored.reader.verifyWhole()).rejects.toMatchObject({ code: 'EISDIR' })
    await rmdir(stored.path)
  })
})
