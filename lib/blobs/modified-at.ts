import { stat } from 'node:fs/promises'
import { codeOf } from './blob-errors'

/** When a file was last written, or null where there is none: files come and go while somebody looks. */
export async function modifiedAt(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export const present = async (path: string): Promise<boolean> => (await modifiedAt(path)) !== null
