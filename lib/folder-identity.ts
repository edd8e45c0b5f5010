import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { createOnce } from './blobs/durable-file'
import { makeId } from './protocol/make-id'

/** A data folder and a database that do not belong together. The message says what to do. */
export class FolderMismatch extends Error {
  readonly code = 'folder_mismatch'
}

/**
 * Ties the data folder to the database by an id that both hold. A folder that belongs to another database, or whose
 * database is empty, is refused before anything is swept: everything in it would look abandoned. A new folder may take up
 * a database whose folder was lost; what was in that one stays out of reach. `taken`: only a folder that is bound already,
 * for a process that shares it.
 */
export async function bindFolder(sql: postgres.Sql, dataDir: string, taken = false): Promise<void> {
  const path = join(dataDir, 'instance-id')
  const held = await readFile(path, 'utf8').then((text) => text.trim(), absent)
  const [row] = await sql<{ id: string }[]>`select id from instance`
  if (held !== null && held !== row?.id)
    throw new FolderMismatch(
      row
        ? `The data folder ${dataDir} belongs to another database. Start with the DATABASE_URL it was used with, or name another folder in HOLDFAST_DATA_DIR.`
        : `The database is new, but the data folder ${dataDir} was used with another one. Restore that database, or name an empty folder in HOLDFAST_DATA_DIR.`,
    )
  if (held !== null) return
  if (taken)
    throw new FolderMismatch(
      `The data folder ${dataDir} is new. HOLDFAST_REPLICA=1 shares the folder of a process that runs already: name that one in HOLDFAST_DATA_DIR, or start without HOLDFAST_REPLICA first.`,
    )
  const id = row?.id ?? makeId('ins')
  if (!row) await sql`insert into instance (id) values (${id})`
  await createOnce(dataDir, path, Buffer.from(`${id}\n`))
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
