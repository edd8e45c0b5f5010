import { createHash, createPublicKey, verify } from 'node:crypto'
import { splitNote } from './note-parts'

/**
 * Signed notes (C2SP signed-note): text, an empty line, and signature lines that name their key. Only Ed25519, type 0x01.
 */
const ED25519 = Buffer.from([0x01])
const ID_BYTES = 4
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/** A key under a name. The same key has another id under another name. */
export type NoteKey = { name: string; id: Buffer; publicKey: Buffer }

/** Neither spaces nor a plus. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Z}\p{C}]+$/u.test(name)

/** @param publicKey the 32 bytes of RFC 8032 */
export function noteKey(name: string, publicKey: Buffer): NoteKey {
  if (!isKeyName(name)) throw new RangeError('A key name has no spaces and no plus.')
  if (publicKey.length !== KEY_BYTES) throw new RangeError('An Ed25519 key has 32 bytes.')
  const id = createHash('sha256').update(`${name}\n`).update(ED25519).update(publicKey).digest().subarray(0, ID_BYTES)
  return { name, id, publicKey }
}

/** `name+id+key`, one line: how tools for transparency logs take a key. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${key.id.toString('hex')}+${Buffer.concat([ED25519, key.publicKey]).toString('base64')}`

/** @returns null when the line is not a key, or its id is not the key's */
export function parseVerifierKey(line: string): NoteKey | null {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(line.trim()) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (!name || bytes.length !== 1 + KEY_BYTES || bytes[0] !== ED25519[0]) return null
  const key = noteKey(name, bytes.subarray(1))
  return key.id.toString('hex') === id ? key : null
}

/** @param signature the 64 bytes over the text with its final newline */
export const noteOf = (text: string, key: NoteKey, signature: Buffer): string =>
  `${text}\n— ${key.name} ${Buffer.concat([key.id, signature]).toString('base64')}\n`

/**
 * The text of a note that a known key has signed, or null. Signatures of unknown keys are passed over; one wrong signature
 * of a known key refuses the note.
 */
export function openNote(note: string, keys: readonly NoteKey[]): string | null {
  const parts = splitNote(note)
  if (!parts) return null
  let signed = false
  for (const { name, id, signature } of parts.signatures) {
    const key = keys.find((k) => k.name === name && k.id.equals(id))
    if (!key) continue
    if (signature.length !== SIGNATURE_BYTES || !verify(null, Buffer.from(parts.text), publicKeyOf(key), signature))
      return null
    signed = true
  }
  return signed ? parts.text : null
}

const publicKeyOf = ({ publicKey }: NoteKey) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' })
