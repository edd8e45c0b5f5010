import { expect, test } from 'vitest'
import { IndexBuilder } from '@/lib/records/record-index'
import { openSplitter } from '@/lib/records/splitter'
import { IndexCache } from './index-cache'

const spec = { format: 'lines' as const, pointer: null }
const builder = new IndexBuilder(16)
const splitter = openSplitter(spec, builder)
splitter.push(Buffer.from('a\nb\nc\n'))
splitter.end()
const encoded = builder.encode({ records: splitter.records, columns: null })

/** Opens the index of `id` through the cache, and says whether it had to be read. */
async function opened(cache: IndexCache, id: string): Promise<'read' | 'held'> {
  let read = false
  const index = await cache.open(
    { id, indexBytes: 40 },
    {
      index: async () => {
        read = true
        return encoded
      },
    },
  )
  expect(index.records).toBe(3)
  return read ? 'read' : 'held'
}

test('holds indexes up to its limit, the least recently used dropped first', async () => {
  const cache = new IndexCache(100)
  const seen = []
  for (const id of ['a', 'a', 'b', 'a', 'c', 'a', 'b']) seen.push(await opened(cache, id))
  expect(seen).toEqual(['read', 'held', 'read', 'held', 'read', 'held', 'read'])
})

test('counts an index once when several missed it at once', async () => {
  const cache = new IndexCache(100)
  await Promise.all(['a', 'a', 'a'].map((id) => opened(cache, id)))
  expect(await opened(cache, 'b')).toBe('read')
  expect(await opened(cache, 'a')).toBe('held')
  expect(await opened(cache, 'b')).toBe('held')
})

test('two services in one process share nothing', async () => {
  expect(await opened(new IndexCache(100), 'a')).toBe('read')
  expect(await opened(new IndexCache(100), 'a')).toBe('read')
})
