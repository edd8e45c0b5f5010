import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './blob-errors'

/** Only the service itself: what is stored here is ciphertext and keys. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_DIRECTORY = 0o700

/** A name in a directory survives a power cut only after this; fsync of the file alone does not keep its name (fsync(2)). */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Makes a directory with its parents, durably. Also one that is there already: whoever made it may not have come as far
 * as its fsync.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: PRIVATE_DIRECTORY })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      await makeDirectory(dirname(path))
      return makeDirectory(path)
    }
    if (codeOf(error) !== 'EEXIST') throw error
  }
  await syncDirectory(dirname(path))
}

/** Makes directories once for each process. */
export class Directories {
  readonly #made = new Set<string>()

  async make(path: string): Promise<string> {
    if (!this.#made.has(path)) {
      await makeDirectory(path)
      this.#made.add(path)
    }
    return path
  }
}

/**
 * Creates a small file, durably, under its own name. A reader may see a part of it, and so may whoever comes after a crash:
 * only for a name that nobody knows before this resolves.
 *
 * @throws EEXIST
 */
export async function createDurably(path: string, bytes: Uint8Array): Promise<void> {
  await write(path, bytes)
  await syncDirectory(dirname(path))
}

/**
 * Creates a small file whole and durable, or not at all: a reader never sees a part of it, and of two that create the
 * same file one wins. `temporary` is a directory of the same file system.
 *
 * @returns false when the file is there already
 */
export async function createOnce(temporary: string, path: string, bytes: Uint8Array): Promise<boolean> {
  const draft = await writeDraft(temporary, bytes)
  let created = true
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    created = false
  } finally {
    await unlink(draft)
  }
  // Also for the loser: it goes on to use a file whose name the winner may not have synced yet.
  await syncDirectory(dirname(path))
  return created
}

/** Puts a small file, whole and durable, in the place of one that may be there: a reader sees the one or the other. */
export async function replace(temporary: string, path: string, bytes: Uint8Array): Promise<void> {
  await rename(await writeDraft(temporary, bytes), path)
  await syncDirectory(dirname(path))
}

/** Writes a durable file under a name of its own, or none. */
async function writeDraft(temporary: string, bytes: Uint8Array): Promise<string> {
  const draft = join(temporary, randomBytes(12).toString('hex'))
  await write(draft, bytes)
  return draft
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', PRIVATE_FILE)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    await handle.close()
  } catch (error) {
    // Neither may take the place of the first error; `removeStaleDrafts` comes again.
    await handle.close().catch(() => {})
    await unlink(path).catch(() => {})
    throw error
  }
}

/** Removes the drafts of these two that a crash left. One is written in milliseconds: an hour old, nobody writes it. */
export async function removeStaleDrafts(temporary: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(temporary)) {
    const draft = join(temporary, name)
    try {
      if ((await stat(draft)).mtimeMs < now - 3_600_000) await unlink(draft)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}
