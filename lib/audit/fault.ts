import type postgres from 'postgres'
import type { Signer } from '@/lib/blobs/keystore'
import type { Checkpoint } from '@/lib/transparency/checkpoint'
import type { OutsideCheckpoints } from './outside'
import { rootAt, TreeIncomplete, treeSize } from './tree'

/**
 * Why a log must not be signed on with: its tree has fewer leaves than a checkpoint that was signed (`behind`: a database
 * that was set back), or other ones (`inconsistent`).
 */
export type LogFault = { kind: 'behind' | 'inconsistent'; size: number; detail: string }

export type LogState = {
  /** Null before the first leaf. */
  origin: string | null
  size: number
  /** The newest checkpoint in the database, and the newest outside it. */
  published: { size: number; root: Buffer; note: string; signedAt: Date } | null
  outside: (Checkpoint & { note: string }) | null
  fault: LogFault | null
}

/** Holds the log's tree, as the database has it now, against the newest checkpoints on both sides. */
export async function logState(
  sql: postgres.ISql,
  outside: OutsideCheckpoints,
  signer: Signer,
  log: string,
  unreadable?: (file: string) => void,
): Promise<LogState> {
  // Read before the tree: what is signed meanwhile is then part of the tree that it is held against.
  const newest = await outside.newest(log, signer.noteKeys, unreadable)
  const beyond = newest && { ...newest.checkpoint, note: newest.note }
  const [known] = await sql<{ origin: string }[]>`select origin from audit_logs where log = ${log}`
  const [published = null] = await sql<NonNullable<LogState['published']>[]>`
    select size, root, note, signed_at as "signedAt" from audit_checkpoints where log = ${log} order by size desc limit 1`
  const size = await treeSize(sql, log)
  const state = { origin: known?.origin ?? null, size, published, outside: beyond }
  const fault =
    (beyond && (await compare(sql, log, size, beyond, 'outside the database'))) ??
    (published && (await compare(sql, log, size, published, 'in the database')))
  if (!fault && beyond && known && beyond.origin !== known.origin)
    return { ...state, fault: { kind: 'inconsistent', size, detail: `It was signed as ${beyond.origin}.` } }
  return { ...state, fault }
}

async function compare(
  sql: postgres.ISql,
  log: string,
  size: number,
  signed: { size: number; root: Buffer },
  where: string,
): Promise<LogFault | null> {
  if (signed.size > size)
    return {
      kind: 'behind',
      size,
      detail: `The log has ${size} events, and the newest checkpoint ${where} was signed over ${signed.size}.`,
    }
  const differs = (detail: string): LogFault => ({ kind: 'inconsistent', size, detail })
  try {
    return (await rootAt(sql, log, signed.size)).equals(signed.root)
      ? null
      : differs(`The first ${signed.size} events are not those of the newest checkpoint ${where}.`)
  } catch (error) {
    if (error instanceof TreeIncomplete) return differs(error.message)
    throw error
  }
}
