import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { IntegrityError } from './integrity-error'

/**
 * Small values under a key: AES-256-GCM (NIST SP 800-38D) as nonce, ciphertext, tag. The nonce is random: safe for 2^32
 * values a key (§8.3), far beyond what one artifact or one cursor key seals. The label is authenticated, so that a value
 * sealed as one thing cannot be handed back as another.
 */
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals with a subkey of an artifact's data key, one for each label: the key that seals chunks is never used here. */
export const seal = (dataKey: Buffer, label: string, bytes: Uint8Array): Buffer =>
  sealWith(subkey(dataKey, `seal ${label}`), label, bytes)

/** @throws IntegrityError */
export const unseal = (dataKey: Buffer, label: string, sealed: Uint8Array): Buffer =>
  unsealWith(subkey(dataKey, `seal ${label}`), label, sealed)

/** Seals with the key itself: for keys that have this one purpose. */
export function sealWith(key: Buffer, label: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(label))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** @throws IntegrityError when the value was changed, cut, sealed under another label or with another key */
export function unsealWith(key: Buffer, label: string, sealed: Uint8Array): Buffer {
  const failed = (cause?: unknown) => new IntegrityError(`The sealed value "${label}" does not verify.`, { cause })
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw failed()
  const tagAt = sealed.length - TAG_BYTES
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(label))
      .setAuthTag(sealed.subarray(tagAt))
    const bytes = decipher.update(sealed.subarray(NONCE_BYTES, tagAt))
    decipher.final()
    return bytes
  } catch (error) {
    throw failed(error)
  }
}

/** HKDF-SHA-256 (RFC 5869). The input is a uniformly random key, so no salt is needed (§3.1). */
export const subkey = (dataKey: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), `holdfast/1 ${info}`, 32))
