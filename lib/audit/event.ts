import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { leafHash } from '@/lib/transparency/tree'

/** An event as the log commits to it: the members of its row that are not null, and no others. */
export type AuditEvent = { event_id: string; at: string; kind: string; actor: string } & Record<string, unknown>

export const SALT_BYTES = 32

/** @param row what the database function `audit_event` gives */
export const eventOf = (row: Record<string, unknown>): AuditEvent =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as AuditEvent

/**
 * The leaf of an event: the hash (RFC 9162 §2.1.1) of a commitment, SHA-256 over a random salt and the canonical JSON
 * (RFC 8785) of the event. Without the salt a leaf says nothing about its event, so a row can be withheld.
 */
export const leafOf = (salt: Buffer, event: AuditEvent): Buffer =>
  leafHash(createHash('sha256').update(salt).update(canonicalize(event)!).digest())
