import { randomBytes } from 'node:crypto'
import { mkdtemp, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeId } from '@/lib/protocol/make-id'
import { DescriptorCache } from './descriptor-cache'
import { LocalStore } from './local'
import { storeSuite } from './store.suite'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'holdfast-store-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))
const reset = () => rm(join(directory, 'blobs'), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
const open = () => new LocalStore(join(directory, 'blobs'))

storeSuite('LocalStore', { reset, open })

describe('LocalStore on its file system', () => {
  beforeEach(reset)
  const key = makeId('art')

  const files = async () =>
    (await readdir(join(directory, 'blobs'), { withFileTypes: true, recursive: true })).filter((e) => e.isFile())

  it('is readable by the service only', async () => {
    const store = open()
    const writer = await store.create(key)
    await writer.write(Buffer.from('x'))
    await writer.commit()
    const shard = join(directory, 'blobs', 'objects', key.slice(-2))
    for (const path of [join(directory, 'blobs'), join(directory, 'blobs', 'drafts'), shard])
      expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect((await stat(join(shard, key))).mode & 0o777).toBe(0o600)
  })

  it('leaves a draft and nothing else when it ends in the middle of a write', async () => {
    const writer = await open().create(key)
    await writer.write(randomBytes(2 ** 20))
    expect((await files()).map((e) => e.name)).toEqual([expect.stringMatching(new RegExp(`^${key}\\.[0-9a-f]{16}$`))])
    await writer.abort()
    expect(await files()).toEqual([])
  })

  it('says storage_full when the device has no room, and the abort cleans', async () => {
    // /dev/full is the kernel's own device for this: each write to it fails with ENOSPC.
    const store = new LocalStore(join(directory, 'blobs'), {
      open: async (path, flags, mode) => {
        await (await openFile(path, flags, mode)).close()
        return openFile('/dev/full', 'w')
      },
    })
    const small = await store.create(key)
    await small.write(Buffer.from('less than a buffer'))
    await expect(small.commit()).rejects.toMatchObject({ code: 'storage_full' })
    await small.abort()
    expect(await files()).toEqual([])

    const large = await store.create(key)
    await expect(large.write(randomBytes(2 ** 20))).rejects.toMatchObject({ code: 'storage_full' })
    await large.abort()
    expect(await files()).toEqual([])
    expect(await store.size(key)).toBeNull()
  })

  it('ignores files that are not its own', async () => {
    const store = open()
    const writer = await store.create(key)
    await writer.commit()
    await (await openFile(join(directory, 'blobs', 'drafts', 'lost+found'), 'w')).close()
    await (await openFile(join(directory, 'blobs', 'objects', key.slice(-2), '.DS_Store'), 'w')).close()
    const found = []
    for await (const e of store.list()) found.push(e.key)
    expect(found).toEqual([key])
  })

  it('keeps a bounded number of files open', async () => {
    const paths = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const path = join(directory, name)
        const handle = await openFile(path, 'w')
        await handle.writeFile(name)
        await handle.close()
        return path
      }),
    )
    const cache = new DescriptorCache(2)
    const into = Buffer.alloc(1)
    for (const path of [...paths, ...paths]) {
      expect(cache.read(path, into, 0)).toBe(1)
      expect(into.toString()).toBe(path.slice(-1))
      expect(cache.size).toBeLessThanOrEqual(2)
    }
    cache.clear()
    expect(cache.size).toBe(0)
  })
})
