import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@/lib/blobs/blob-errors'
import { makeDirectory, PRIVATE_FILE, syncDirectory } from '@/lib/blobs/durable-file'
import { type Checkpoint, notesIn, openCheckpoint } from '@/lib/transparency/checkpoint'
import { isKeyName, type NoteKey } from '@/lib/transparency/note'
import { logOfPath, logPath } from './log'

/**
 * Checkpoints outside the database, so that a database that was set back or rewritten is told from what was signed:
 *
 *     <data folder>/checkpoints/instance/2026-11-06.notes
 *     <data folder>/checkpoints/tenants/<tenant>/2026-11-06.notes
 *
 * Signed notes, one behind the other, an empty line before each; a file a day. Only ever appended to. What an interrupted
 * write left is passed over.
 */
const TAIL_BYTES = 8192

export class OutsideCheckpoints {
  readonly #root: string

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'checkpoints')
  }

  folder(log: string): string {
    return join(this.#root, logPath(log))
  }

  /** Appends a note. It is on the disk when this resolves. */
  async append(log: string, note: string, at: Date): Promise<void> {
    const folder = this.folder(log)
    const path = join(folder, `${at.toISOString().slice(0, 10)}.notes`)
    await makeDirectory(folder)
    const handle = await open(path, 'a', PRIVATE_FILE)
    try {
      const fresh = (await handle.stat()).size === 0
      await handle.writeFile(`\n${note}`)
      await handle.sync()
      if (fresh) await syncDirectory(folder)
    } finally {
      await handle.close()
    }
  }

  /**
   * The newest checkpoint that one of the keys has signed, or null when there is none.
   *
   * @param keysOf the keys that may sign, under a name
   * @param unreadable told of a file whose end holds notes that none of the keys has signed
   */
  async newest(
    log: string,
    keysOf: (name: string) => readonly NoteKey[],
    unreadable: (file: string) => void = () => {},
  ): Promise<{ checkpoint: Checkpoint; note: string } | null> {
    for (const name of (await names(this.folder(log))).filter((n) => n.endsWith('.notes')).reverse()) {
      const path = join(this.folder(log), name)
      for (const text of [await read(path, TAIL_BYTES), await read(path)]) {
        const notes = notesIn(text)
        for (const note of notes.reverse()) {
          const origin = note.slice(0, note.indexOf('\n'))
          const checkpoint = isKeyName(origin) ? openCheckpoint(note, keysOf(origin)) : null
          if (checkpoint) return { checkpoint, note }
          unreadable(name)
        }
      }
    }
    return null
  }

  /** The logs that have ever had a checkpoint here. */
  async logs(): Promise<string[]> {
    const tenants = (await names(join(this.#root, 'tenants'))).map((name) => `tenants/${name}`)
    return [...(await names(this.#root)), ...tenants].map(logOfPath).filter((log) => log !== null)
  }
}

const names = (folder: string): Promise<string[]> => readdir(folder).then((all) => all.sort(), absent)

const absent = (error: unknown): string[] => {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

/** The end of a file, or all of it. */
async function read(path: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, bytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await handle.close()
  }
}
