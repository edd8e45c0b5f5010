import { randomBytes } from 'node:crypto'
import { open as openFile, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  asStorageFull,
  BlobExists,
  BlobMissing,
  BlobShort,
  checkKey,
  checkRange,
  codeOf,
  isBlobKey,
} from './blob-errors'
import { DescriptorCache } from './descriptor-cache'
import { Directories, PRIVATE_FILE, syncDirectory } from './durable-file'
import { readEmptyRange } from './empty-range'
import { LocalWriter } from './local-writer'
import { modifiedAt, present } from './modified-at'
import type { BlobStore, BlobWriter } from './store'

/**
 * Sealed objects in a directory:
 *
 *     <directory>/objects/<last two characters of the key>/<key>   whole objects; a name here is a committed object
 *     <directory>/drafts/<key>.<random>                            writes in progress, or abandoned by a crash
 *
 * A draft gets its second name by link(2), which refuses to replace, and then loses its first. The two must be on one
 * file system, and one that has hard links. Keys are random to their end, so 1,024 directories fill evenly.
 */
const OBJECTS = 'objects'
const DRAFTS = 'drafts'

/**
 * Up to here a read of cached pages blocks the loop for some microseconds; beyond it goes to the thread pool, which costs
 * several times that. A chunk of the larger size is within it, with its tag.
 */
const SMALL_READ = 68 * 1024
const OPEN_FILES = 256

export class LocalStore implements BlobStore {
  readonly #directories = new Directories()
  readonly #descriptors = new DescriptorCache(OPEN_FILES)
  readonly #open: typeof openFile

  /** @param options.open opens the drafts; for tests that need a device without room */
  constructor(
    readonly directory: string,
    options: { open?: typeof openFile } = {},
  ) {
    this.#open = options.open ?? openFile
  }

  async create(key: string): Promise<BlobWriter> {
    const place = this.#place(key)
    try {
      // A new directory becomes durable while the object is written.
      const directory = this.#directories.make(this.#shard(key))
      directory.catch(() => {})
      const drafts = await this.#directories.make(join(/* turbopackIgnore: true */ this.directory, DRAFTS))
      if (await present(place)) throw new BlobExists(key)
      const draft = join(/* turbopackIgnore: true */ drafts, `${key}.${randomBytes(8).toString('hex')}`)
      return new LocalWriter(key, await this.#open(draft, 'wx', PRIVATE_FILE), draft, place, directory)
    } catch (error) {
      throw asStorageFull(error)
    }
  }

  async read(key: string, start: number, end: number): Promise<Buffer> {
    const place = this.#place(key)
    checkRange(start, end)
    if (start === end) return readEmptyRange(this, key, end)
    const bytes = Buffer.allocUnsafeSlow(end - start)
    try {
      const read =
        bytes.length <= SMALL_READ ? this.#descriptors.read(place, bytes, start) : await readLarge(place, bytes, start)
      if (read === bytes.length) return bytes
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? new BlobMissing(key, { cause: error }) : error
    }
    throw new BlobShort(key, end)
  }

  async size(key: string): Promise<number | null> {
    try {
      return (await stat(this.#place(key))).size
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    const place = this.#place(key)
    this.#descriptors.forget(place)
    if (await remove(place)) await syncDirectory(this.#shard(key))
    // A small read may have opened it again meanwhile.
    this.#descriptors.forget(place)
  }

  async *list(): AsyncIterable<{ key: string; committed: boolean; modifiedAt: Date }> {
    for (const name of await names(join(this.directory, DRAFTS))) {
      const key = name.slice(0, name.indexOf('.'))
      const at = isBlobKey(key) ? await modifiedAt(join(this.directory, DRAFTS, name)) : null
      if (at) yield { key, committed: false, modifiedAt: at }
    }
    for (const shard of await names(join(this.directory, OBJECTS)))
      for (const key of await names(join(this.directory, OBJECTS, shard))) {
        const at = isBlobKey(key) ? await modifiedAt(join(this.directory, OBJECTS, shard, key)) : null
        if (at) yield { key, committed: true, modifiedAt: at }
      }
  }

  async discard(key: string): Promise<void> {
    checkKey(key)
    const drafts = join(this.directory, DRAFTS)
    for (const name of await names(drafts)) if (name.startsWith(`${key}.`)) await remove(join(drafts, name))
  }

  async close(): Promise<void> {
    this.#descriptors.clear()
  }

  #shard(key: string): string {
    return join(this.directory, OBJECTS, key.slice(-2))
  }

  #place(key: string): string {
    checkKey(key)
    return join(this.#shard(key), key)
  }
}

async function readLarge(path: string, into: Buffer, position: number): Promise<number> {
  const handle = await openFile(path, 'r')
  try {
    let done = 0
    while (done < into.length) {
      const { bytesRead } = await handle.read(into, done, into.length - done, position + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return done
  } finally {
    await handle.close()
  }
}

async function names(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** @returns false when it was not there */
async function remove(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
