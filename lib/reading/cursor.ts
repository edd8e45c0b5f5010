import { createHash } from 'node:crypto'
import { sealWith, unsealWith } from '@/lib/blobs/seal'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import type { Selector } from '@/lib/protocol/read'

/** Minutes, not hours: a cursor is a bookmark within one piece of work. */
const LIFETIME_MS = 15 * 60_000

/**
 * Everything a page depends on. Sealed, so that the caller can neither read nor edit it; bound, so that it continues this
 * one scan only. It is a position, never a permission: identity comes from authentication and authority is asked again.
 * A cursor at `position` is issued with the page that ends there, so whoever holds it was served all that lies before.
 */
export type Cursor = {
  artifact: string
  hash: string
  selector: Selector
  /** The next record or byte. */
  position: number
  limit: number
  maxBytes: number
  tenant: string
  principal: string
  run: string
  purpose: string
  scan: string
  /** Milliseconds since 1970. */
  expires: number
}

const VERSION = 1

export async function sealCursor(rt: Pick<Deps, 'keystore' | 'now'>, c: Omit<Cursor, 'expires'>): Promise<string> {
  const key = await rt.keystore.secret('cursor')
  const body: Cursor = { ...c, expires: rt.now().getTime() + LIFETIME_MS }
  const sealed = sealWith(key, 'cursor', Buffer.from(JSON.stringify(body)))
  return Buffer.concat([Buffer.from([VERSION]), keyId(key), sealed]).toString('base64url')
}

/** @throws ProblemError cursor_invalid (edited, cut or foreign), cursor_expired */
export async function openCursor(rt: Pick<Deps, 'keystore' | 'now'>, text: string): Promise<Cursor> {
  const invalid = () =>
    new ProblemError('cursor_invalid', 'The cursor was not issued here, or was changed. Send it exactly as received.')
  const bytes = Buffer.from(text, 'base64url')
  // Base64url has several spellings of the same bytes; only the one that was issued is accepted.
  if (bytes.toString('base64url') !== text || bytes[0] !== VERSION) throw invalid()
  const key = await keyFor(rt, bytes.subarray(1, 5))
  if (!key) throw invalid()
  let cursor: Cursor
  try {
    cursor = JSON.parse(unsealWith(key, 'cursor', bytes.subarray(5)).toString())
  } catch {
    throw invalid()
  }
  if (cursor.expires <= rt.now().getTime())
    throw new ProblemError('cursor_expired', 'The cursor has expired. Start again with a selector.')
  return cursor
}

const keyId = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, 4)

/** The current key, or the one before it, which opens until its cursors have ended. */
async function keyFor(rt: Pick<Deps, 'keystore'>, id: Buffer): Promise<Buffer | null> {
  for (const name of ['cursor', 'cursor-previous'] as const) {
    const key = await rt.keystore.secret(name)
    if (keyId(key).equals(id)) return key
  }
  return null
}
