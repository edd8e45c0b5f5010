import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asStorageFull, checkKey, codeOf, isBlobKey } from './blob-errors'
import { createDurably, createOnce, Directories, removeStaleDrafts, replace, syncDirectory } from './durable-file'
import { KeyCache } from './key-cache'
import type { Keystore, Signer } from './keystore'
import { loadMasterKey } from './master-key'
import { modifiedAt, present } from './modified-at'
import { sealWith, unsealWith } from './seal'
import { openSigner } from './signing-keys'

/**
 * Keys in a directory apart from the database and the objects:
 *
 *     <directory>/master.key                              256 random bits; wraps everything below (see master-key.ts)
 *     <directory>/data-keys/<last two characters>/<id>    the data key of one artifact
 *     <directory>/secrets/<name>[-previous]               the named secrets, as old as their files
 *     <directory>/signing/<number>                        Ed25519 keys; the highest number signs, all stay published
 *     <directory>/drafts/                                 files being written
 *
 * Wrapped means AES-256-GCM with the file's meaning as associated data, so that no file passes for another. Files
 * appear whole: two processes that open one directory agree on each key. Only a data key is written under its own name,
 * which is random and told to nobody before it is durable; of a publish cut off, the sweep removes what there is of it.
 */
const KEY_BYTES = 32
const CACHED_KEYS = 10_000

/**
 * @param options.issuer written as `iss` into the header of what is signed
 * @throws KeystoreLocked ('keystore_locked') when the master key is gone or is another one
 */
export async function openLocalKeystore(directory: string, options: { issuer?: string } = {}): Promise<Keystore> {
  const directories = new Directories()
  const drafts = await directories.make(join(directory, 'drafts'))
  await removeStaleDrafts(drafts)
  const secrets = await directories.make(join(directory, 'secrets'))
  const signing = await directories.make(join(directory, 'signing'))
  const dataKeys = await directories.make(join(directory, 'data-keys'))
  const master = await loadMasterKey(directory, drafts, [dataKeys, secrets, signing])
  const cache = new KeyCache(CACHED_KEYS)
  const opened = new Map<string, Promise<Buffer | null>>()
  let signer: Promise<Signer> | undefined

  const shard = (id: string) => join(dataKeys, checkKey(id).slice(-2))
  const place = (id: string) => join(shard(id), id)
  const label = (id: string) => `data-key ${id}`

  const meaning = (name: string) => `secret ${name}`
  const fresh = (name: string) => sealWith(master, meaning(name), randomBytes(KEY_BYTES))
  const readSecret = async (name: string) => unsealWith(master, meaning(name), await readFile(join(secrets, name)))
  const secret = async (name: string): Promise<Buffer> => {
    const path = join(secrets, name)
    if (!(await present(path))) await createOnce(drafts, path, fresh(name))
    return readSecret(name)
  }
  const previous = (name: string) => `${name}-previous`

  return {
    createDataKey(id) {
      checkKey(id)
      const key = randomBytes(KEY_BYTES)
      const keep = async () => {
        try {
          await directories.make(shard(id))
          await createDurably(place(id), sealWith(master, label(id), key))
        } catch (error) {
          if (codeOf(error) === 'EEXIST') throw new Error(`${id} has a data key already.`, { cause: error })
          throw asStorageFull(error)
        }
        cache.put(id, key)
      }
      const kept = keep()
      // It is waited for at the end of an upload; until then a failure is not an unhandled one.
      kept.catch(() => {})
      return { key, kept }
    },

    async openDataKey(id) {
      const known = cache.get(id)
      if (known) return known
      const mayKeep = cache.reading()
      try {
        const key = unsealWith(master, label(id), await readFile(place(id)))
        if (mayKeep()) cache.put(id, key)
        return key
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },

    cachedDataKey: (id) => cache.get(id),

    async destroyDataKey(id) {
      const path = place(id)
      cache.evict(id)
      try {
        await overwrite(path)
        await unlink(path)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        return
      }
      await syncDirectory(dirname(path))
      cache.evict(id)
    },

    async *list() {
      for (const two of await readdir(dataKeys))
        for (const id of await readdir(join(dataKeys, two))) {
          const at = isBlobKey(id) ? await modifiedAt(join(dataKeys, two, id)) : null
          if (at) yield { artifactId: id, modifiedAt: at }
        }
    },

    secret: async (name) => (await remembered(opened, name, () => secret(name)))!,

    async renewSecret(name, before) {
      const path = join(secrets, name)
      const madeAt = await modifiedAt(path)
      if (!madeAt || madeAt >= before) return false
      // The old one is kept first: a crash in between leaves it twice, and the next start goes on.
      await replace(
        drafts,
        join(secrets, previous(name)),
        sealWith(master, meaning(previous(name)), await readSecret(name)),
      )
      await replace(drafts, path, fresh(name))
      opened.delete(name)
      opened.delete(previous(name))
      return true
    },

    previousSecret: (name) =>
      remembered(opened, previous(name), async () =>
        (await present(join(secrets, previous(name)))) ? readSecret(previous(name)) : null,
      ),

    signer() {
      signer ??= openSigner({ directory: signing, drafts, master, issuer: options.issuer }).catch((error) => {
        signer = undefined
        throw error
      })
      return signer
    },
  }
}

/** Keeps the promise, so that it is done once; but not a failure. */
function remembered<T>(kept: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let value = kept.get(name)
  if (!value) {
    value = make().catch((error) => {
      kept.delete(name)
      throw error
    })
    kept.set(name, value)
  }
  return value
}

/**
 * The blocks that held the key are overwritten before their name goes. A file system that writes elsewhere (copy on
 * write, flash) may keep the old ones for a while; they are wrapped, and of use only together with the master key.
 */
async function overwrite(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    await handle.write(randomBytes(size), 0, size, 0)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
