import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeId } from '@/lib/protocol/make-id'
import { LocalStore } from './local'
import type { ObjectFacts, ObjectReader } from './object'
import { openObject } from './object-reader'
import { writeObject } from './object-writer'

export type Stored = { id: string; dataKey: Buffer; facts: ObjectFacts; path: string; reader: ObjectReader }

/** Objects in a real store, for tests that look at the bytes behind them. */
export async function openFixture() {
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-object-'))
  const store = new LocalStore(directory)
  return {
    store,
    async put(
      bytes: Uint8Array,
      chunkSize: number,
      index: Uint8Array = Buffer.from('index'),
      piece = bytes.length,
      statistics: Uint8Array | null = null,
    ) {
      const id = makeId('art')
      const dataKey = randomBytes(32)
      const writer = await writeObject({ store, key: id, artifactId: id, dataKey, chunkSize })
      for (let at = 0; at < bytes.length; at += piece) await writer.write(bytes.subarray(at, at + piece))
      const facts = await writer.finish(index, statistics)
      const path = join(directory, 'objects', id.slice(-2), id)
      return { id, dataKey, facts, path, reader: this.open({ id, dataKey, facts }) } satisfies Stored
    },
    open: (o: { id: string; dataKey: Buffer; facts: ObjectFacts; key?: string }) =>
      openObject({ store, key: o.key ?? o.id, artifactId: o.id, dataKey: o.dataKey, facts: o.facts }),
    async close() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
