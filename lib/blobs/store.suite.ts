import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeId } from '@/lib/protocol/make-id'
import type { BlobStore } from './store'

/** Above the part size of an object store, so that a write in progress has left something behind. */
const LARGE = 17 * 2 ** 20

/**
 * What every store must do.
 *
 * @param open another store on the same place, as after a restart; the place is empty for each test
 */
export function storeSuite(name: string, place: { reset(): Promise<void>; open(): BlobStore }): void {
  describe(name, () => {
    let store: BlobStore
    const key = makeId('art')
    const put = async (bytes: Uint8Array, at = key) => {
      const writer = await store.create(at)
      await writer.write(bytes)
      await writer.commit()
    }
    const listed = async (from = store) => {
      const found: { key: string; committed: boolean; modifiedAt: Date }[] = []
      for await (const entry of from.list()) found.push(entry)
      return found
    }
    const states = async (from = store) => (await listed(from)).map(({ key, committed }) => ({ key, committed }))

    beforeEach(async () => {
      await place.reset()
      store = place.open()
    })
    afterEach(() => store.close())

    it('gives back exactly the bytes of each range', async () => {
      const bytes = randomBytes(300_000)
      await put(bytes)
      expect(await store.size(key)).toBe(300_000)
      for (const [start, end] of [
        [0, 1],
        [0, 300_000],
        [299_999, 300_000],
        [1_000, 66_536],
        [1_000, 66_537],
        [300_000, 300_000],
      ] as const)
        expect((await store.read(key, start, end)).equals(bytes.subarray(start, end))).toBe(true)
    })

    it('puts pieces of any length together, and lets their buffer be used again', async () => {
      const bytes = randomBytes(1_000_000)
      const writer = await store.create(key)
      const shared = Buffer.alloc(70_001)
      for (let at = 0; at < bytes.length; at += shared.length) {
        const n = bytes.copy(shared, 0, at)
        await writer.write(shared.subarray(0, n))
        shared.fill(0)
      }
      await writer.commit()
      expect((await store.read(key, 0, bytes.length)).equals(bytes)).toBe(true)
    })

    it('keeps an object of no bytes', async () => {
      await put(Buffer.alloc(0))
      expect(await store.size(key)).toBe(0)
      expect(await store.read(key, 0, 0)).toHaveLength(0)
    })

    it('shows nothing before the commit', async () => {
      const writer = await store.create(key)
      await writer.write(randomBytes(LARGE))
      expect(await store.size(key)).toBeNull()
      await expect(store.read(key, 0, 1)).rejects.toMatchObject({ code: 'blob_missing' })
      expect(await states()).not.toContainEqual({ key, committed: true })
      await writer.commit()
      expect(await store.size(key)).toBe(LARGE)
      expect(await states()).toEqual([{ key, committed: true }])
    })

    it('refuses a range beyond the end, and one of an object that is not there', async () => {
      await put(randomBytes(100_000))
      for (const [start, end] of [
        [0, 100_001],
        [99_999, 100_001],
        [100_000, 100_001],
        [200_000, 200_010],
        [200_000, 300_000],
        [200_000, 200_000],
      ] as const)
        await expect(store.read(key, start, end)).rejects.toMatchObject({ code: 'blob_short' })
      for (const end of [0, 1, 100_000])
        await expect(store.read(makeId('art'), 0, end)).rejects.toMatchObject({ code: 'blob_missing' })
      expect(await store.size(makeId('art'))).toBeNull()
    })

    it('refuses to create what is there', async () => {
      await put(Buffer.from('first'))
      await expect(store.create(key)).rejects.toMatchObject({ code: 'blob_exists' })
      expect((await store.read(key, 0, 5)).toString()).toBe('first')
    })

    it.each([
      ['small', 10],
      ['large', LARGE],
    ])('lets one of several concurrent creates win: %s', async (_, length) => {
      const contents = [1, 2, 3].map((n) => Buffer.alloc(length, n))
      const writers = await Promise.all(contents.map(() => store.create(key)))
      const results = await Promise.allSettled(
        writers.map(async (writer, i) => {
          await writer.write(contents[i]!)
          await writer.commit()
        }),
      )
      for (const writer of writers) await writer.abort()
      const won = results.flatMap((r, i) => (r.status === 'fulfilled' ? [i] : []))
      expect(won).toHaveLength(1)
      for (const r of results) if (r.status === 'rejected') expect(r.reason).toMatchObject({ code: 'blob_exists' })
      expect((await store.read(key, 0, length)).equals(contents[won[0]!]!)).toBe(true)
      expect(await states()).toEqual([{ key, committed: true }])
    })

    it('leaves nothing behind an abort, which may be repeated', async () => {
      const writer = await store.create(key)
      await writer.write(randomBytes(LARGE))
      await writer.abort()
      await writer.abort()
      expect(await states()).toEqual([])
      await expect(writer.write(Buffer.from('x'))).rejects.toThrow('has ended')
      await expect(writer.commit()).rejects.toThrow('has ended')
      await put(Buffer.from('again'))
      expect((await store.read(key, 0, 5)).toString()).toBe('again')
    })

    it('does not undo a commit by an abort after it', async () => {
      const writer = await store.create(key)
      await writer.write(Buffer.from('kept'))
      await writer.commit()
      await writer.abort()
      expect((await store.read(key, 0, 4)).toString()).toBe('kept')
    })

    it('lists a write that was abandoned, and discards only that', async () => {
      const other = makeId('art')
      await put(Buffer.from('whole'), other)
      const writer = await store.create(key)
      await writer.write(randomBytes(LARGE))
      const restarted = place.open()
      const before = Date.now() - 60_000
      const found = await listed(restarted)
      expect(found.find((e) => e.key === key)?.committed).toBe(false)
      expect(found.find((e) => e.key === other)?.committed).toBe(true)
      for (const { modifiedAt } of found) expect(modifiedAt.getTime()).toBeGreaterThan(before)
      expect(await restarted.size(key)).toBeNull()
      await restarted.discard(key)
      await restarted.discard(key)
      await restarted.discard(other)
      expect(await states(restarted)).toEqual([{ key: other, committed: true }])
      await restarted.close()
      await writer.abort()
    })

    it('deletes, also what is not there', async () => {
      await put(randomBytes(100_000))
      await store.read(key, 0, 10)
      await store.delete(key)
      await store.delete(key)
      expect(await store.size(key)).toBeNull()
      for (const end of [10, 100_000])
        await expect(store.read(key, 0, end)).rejects.toMatchObject({ code: 'blob_missing' })
      expect(await states()).toEqual([])
    })

    it('notices that another process has deleted', async () => {
      await put(randomBytes(1_000))
      await store.read(key, 0, 10)
      const other = place.open()
      await other.delete(key)
      await other.close()
      await expect(store.read(key, 0, 10)).rejects.toMatchObject({ code: 'blob_missing' })
    })

    it.each(['', '..', 'art_../../../../../../../../../etc', 'ART_01h455vb4pex5vsknk084sn02q', `${key}/`, `${key}.1`])(
      'refuses the key %j',
      async (bad) => {
        for (const attempt of [
          () => store.create(bad),
          () => store.read(bad, 0, 1),
          () => store.size(bad),
          () => store.delete(bad),
          () => store.discard(bad),
        ])
          await expect(attempt()).rejects.toThrow(RangeError)
      },
    )

    it.each([
      [-1, 1],
      [2, 1],
      [0, 1.5],
      [0, Number.NaN],
    ])('refuses the range %d to %d', async (start, end) => {
      await put(Buffer.from('some'))
      await expect(store.read(key, start, end)).rejects.toThrow(RangeError)
    })
  })
}
