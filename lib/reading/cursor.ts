import { createHash } from 'node:crypto'
import { sealWith, unsealWith } from '@/lib/blobs/seal'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import type { RangeSelector } from '@/lib/protocol/read'

/** Minutes, not hours: a cursor is a bookmark within one piece of work. */
const LIFETIME_MS = 15 * 60_000
/** Of the key. Bounds what one that leaked is good for; a month is far from the 2^32 cursors it may seal (seal.ts). */
const KEY_LIFETIME_MS = 30 * 86_400_000

/**
 * Everything a page depends on. Sealed, so that the caller can neither read nor edit it; bound, so that it continues this
 * one scan only. It is a position, never a permission: identity comes from authentication and authority is asked again.
 * A cursor at `position` is issued with the page that ends there, so whoever holds it was served all that lies before.
 */
export type Cursor = {
  artifact: string
  hash: string
  /** Of a query only that it is one: what it asks is kept with the page before, sealed with the artifact's key. */
  selector: RangeSelector | { type: 'query' }
  /** The disclosure of the page before; of a query alone. */
  previous: string | null
  /** The next record or byte. */
  position: number
  limit: number
  maxBytes: number
  tenant: string
  principal: string
  run: string
  purpose: string
  /** Names of withheld fields, or null. */
  mask: readonly string[] | null
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

/** The current key, or the one before it: that seals no more, so it is of use until the last of its cursors has ended. */
async function keyFor(rt: Pick<Deps, 'keystore'>, id: Buffer): Promise<Buffer | null> {
  const current = await rt.keystore.secret('cursor')
  if (keyId(current).equals(id)) return current
  const previous = await rt.keystore.previousSecret('cursor')
  return previous && keyId(previous).equals(id) ? previous : null
}

/** Once at each start, before a cursor is sealed: a key that has served its time makes room for a new one. */
export async function rotateCursorKey(rt: Pick<Deps, 'keystore' | 'now' | 'log'>): Promise<void> {
  const before = new Date(rt.now().getTime() - KEY_LIFETIME_MS)
  if (await rt.keystore.renewSecret('cursor', before)) rt.log('cursor_key.rotated')
}
