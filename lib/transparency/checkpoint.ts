import { type NoteKey, openNote } from './note'
import { checkpointLines } from './note-parts'
import { HASH_BYTES } from './tree'

/** What a log said it was: so many leaves, under this root (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Buffer }

/** The text that is signed. No extension lines: monitors could not audit them. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** @returns null when the text is no checkpoint */
export function parseCheckpoint(text: string): Checkpoint | null {
  const lines = checkpointLines(text)
  if (!lines) return null
  const root = Buffer.from(lines.root, 'base64')
  return root.length === HASH_BYTES ? { ...lines, root } : null
}

/** A checkpoint that one of the keys has signed, or null. */
export function openCheckpoint(note: string, keys: readonly NoteKey[]): Checkpoint | null {
  const text = openNote(note, keys)
  return text === null ? null : parseCheckpoint(text)
}

/** Every whole checkpoint note in a file of them. A line that was cut off by a crash, or anything else, is passed over. */
export const notesIn = (file: string): string[] =>
  file.match(/^[^\n]+\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:— [^\n]+\n)+/gm) ?? []
