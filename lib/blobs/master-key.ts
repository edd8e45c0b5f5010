import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './blob-errors'
import { createOnce } from './durable-file'
import { sealWith, unsealWith } from './seal'

/** Recognised by `code`. Nothing can be done without the right file: the message says what it was for. */
export class KeystoreLocked extends Error {
  readonly code = 'keystore_locked'
  override readonly name = 'KeystoreLocked'
}

const BYTES = 32
const CHECK = 'master-key check'

/**
 * The key that wraps all others: `master.key`, made when the keystore is new, and `master.check`, a sealed constant that
 * tells the right master key from another one.
 *
 * @param wrapped directories whose files only the master key opens
 * @throws KeystoreLocked
 */
export async function loadMasterKey(directory: string, drafts: string, wrapped: string[]): Promise<Buffer> {
  const path = join(directory, 'master.key')
  let master = await read(path)
  if (!master) {
    if ((await count(wrapped)) > 0) {
      // Another process may have made the master key, and keys with it, since the first look.
      master = await read(path)
      if (!master) throw await lost(path, wrapped)
    } else {
      await createOnce(drafts, path, randomBytes(BYTES))
      master = await read(path)
    }
  }
  if (master?.length !== BYTES)
    throw new KeystoreLocked(`${path} is not a master key: it must have ${BYTES} bytes. Restore it from a backup.`)
  await compare(join(directory, 'master.check'), path, drafts, master)
  return master
}

async function compare(check: string, path: string, drafts: string, master: Buffer): Promise<void> {
  if (!(await read(check))) await createOnce(drafts, check, sealWith(master, CHECK, Buffer.alloc(0)))
  try {
    unsealWith(master, CHECK, (await read(check))!)
  } catch (error) {
    throw new KeystoreLocked(
      `${path} is not the master key that this keystore was made with. Restore the right one from a backup; with this one nothing can be opened.`,
      { cause: error },
    )
  }
}

async function lost(path: string, wrapped: string[]): Promise<KeystoreLocked> {
  const keys = await count(wrapped)
  return new KeystoreLocked(
    `${path} is missing, but ${keys} keys are wrapped with it. Restore it from a backup. Without it they cannot be opened: the content of every artifact, cursors, sessions, locator names and the signing key are lost. To begin anew, move ${wrapped.join(', ')} away.`,
  )
}

async function count(directories: string[]): Promise<number> {
  let files = 0
  for (const directory of directories)
    for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) if (entry.isFile()) files++
  return files
}

async function read(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
