import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { HASH_BYTES } from '@/lib/transparency/tree'
import { IntegrityError } from './integrity-error'
import type { ObjectFacts } from './object'
import { subkey } from './seal'

/**
 * A sealed object, from its first byte to its last:
 *
 *     chunk 0           chunkSize bytes of ciphertext            tag (16)
 *     chunk 1           chunkSize bytes                          tag
 *     …
 *     chunk n-1         1 to chunkSize bytes, flagged as last    tag
 *     record index      indexBytes - 16                          tag
 *     statistics        statisticsBytes - 16                     tag      (where there are any)
 *     leaves            32 n: the Merkle leaves in order         tag
 *
 * Content of no bytes has no chunks. Nothing else is in the object: lengths, hash and root are in the artifact row.
 *
 * Every part is AES-256-GCM under one subkey of the artifact's data key, which seals one object ever. So the nonce can
 * be a place: domain (32 bits) and number (64 bits). A part moved, repeated, cut off or taken from another artifact
 * fails its own tag:
 *
 *     associated data   artifact id, number (64 bits), last flag (8), domain (32)
 *     number            of the chunk; for the sections, how many chunks there are
 *
 * The flag is that of STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015): one pass does not know how many chunks come,
 * only which one was the last.
 */
export const TAG_BYTES = 16
export const DOMAIN = { chunk: 1, index: 2, leaves: 3, statistics: 4 } as const
type Domain = (typeof DOMAIN)[keyof typeof DOMAIN]

const SECTION = { [DOMAIN.index]: 'The index', [DOMAIN.leaves]: 'The tree', [DOMAIN.statistics]: 'The statistics' }

const CIPHER = 'aes-256-gcm'

export interface ObjectCipher {
  seal(domain: Domain, number: number, last: boolean, plain: Uint8Array): { ciphertext: Buffer; tag: Buffer }
  /** @param sealed ciphertext and tag. Throws `IntegrityError`. */
  open(domain: Domain, number: number, last: boolean, sealed: Buffer): Buffer
  /** Decrypts also what fails. Only to be hashed: bytes that are not authentic never leave this room. */
  decrypt(domain: Domain, number: number, last: boolean, sealed: Buffer): { plain: Buffer; authentic: boolean }
  /** What is hashed before chunk i into its leaf; told to nobody without the chunk itself. */
  salt(chunk: number): Buffer
}

export function objectCipher(dataKey: Buffer, artifactId: string): ObjectCipher {
  const keys = subkeys(dataKey)
  const id = Buffer.from(artifactId)
  // Both are copied by OpenSSL when they are set, so one of each serves all parts.
  const nonce = Buffer.alloc(12)
  const aad = Buffer.alloc(id.length + 13)
  id.copy(aad)
  const place = (domain: Domain, number: number, last: boolean) => {
    nonce.writeUInt32BE(domain, 0)
    nonce.writeBigUInt64BE(BigInt(number), 4)
    nonce.copy(aad, id.length, 4)
    aad.writeUInt8(last ? 1 : 0, id.length + 8)
    aad.writeUInt32BE(domain, id.length + 9)
  }
  const decrypt: ObjectCipher['decrypt'] = (domain, number, last, sealed) => {
    if (sealed.length < TAG_BYTES) return { plain: Buffer.alloc(0), authentic: false }
    place(domain, number, last)
    const decipher = createDecipheriv(CIPHER, keys.parts, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(aad)
    const tagAt = sealed.length - TAG_BYTES
    decipher.setAuthTag(sealed.subarray(tagAt))
    const plain = decipher.update(sealed.subarray(0, tagAt))
    try {
      decipher.final()
      return { plain, authentic: true }
    } catch {
      return { plain, authentic: false }
    }
  }
  return {
    seal: (domain, number, last, plain) => {
      place(domain, number, last)
      const cipher = createCipheriv(CIPHER, keys.parts, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(aad)
      const ciphertext = cipher.update(plain)
      cipher.final()
      return { ciphertext, tag: cipher.getAuthTag() }
    },
    open: (domain, number, last, sealed) => {
      const { plain, authentic } = decrypt(domain, number, last, sealed)
      if (authentic) return plain
      throw new IntegrityError(
        `${domain === DOMAIN.chunk ? `Chunk ${number}` : SECTION[domain]} of ${artifactId} does not verify.`,
      )
    },
    decrypt,
    salt: (chunk) => {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt(chunk))
      return createHmac('sha256', keys.salts).update(number).digest()
    },
  }
}

type Subkeys = { parts: Buffer; salts: Buffer }

/** Deriving costs about as much as opening a chunk, so it is done once for as long as the keystore caches the key. */
const derived = new WeakMap<Buffer, Subkeys>()

function subkeys(dataKey: Buffer): Subkeys {
  let keys = derived.get(dataKey)
  if (!keys) {
    keys = { parts: subkey(dataKey, 'object parts'), salts: subkey(dataKey, 'leaf salts') }
    derived.set(dataKey, keys)
  }
  return keys
}

export type Span = { start: number; end: number }

/** Where `chunks` whole chunks lie in the object. The last may be shorter. */
export const storedChunks = (f: ObjectFacts, first: number, end: number): Span => ({
  start: first * (f.chunkSize + TAG_BYTES),
  end: end === f.chunks ? sectionsAt(f) : end * (f.chunkSize + TAG_BYTES),
})

const sectionsAt = (f: ObjectFacts) => f.bytes + f.chunks * TAG_BYTES

export const storedIndex = (f: ObjectFacts): Span => ({ start: sectionsAt(f), end: sectionsAt(f) + f.indexBytes })

export const storedStatistics = (f: ObjectFacts): Span => {
  const start = sectionsAt(f) + f.indexBytes
  return { start, end: start + f.statisticsBytes }
}

export const storedLeaves = (f: ObjectFacts): Span => {
  const start = storedStatistics(f).end
  return { start, end: start + f.leavesBytes }
}

/** Facts come from the database. Those that no object can have are an alteration, and would only misplace the reads. */
export function checkFacts(f: ObjectFacts, artifactId: string): void {
  const fit =
    f.chunkSize > 0 &&
    f.chunks === Math.ceil(f.bytes / f.chunkSize) &&
    f.indexBytes >= TAG_BYTES &&
    (f.statisticsBytes === 0 || f.statisticsBytes >= TAG_BYTES) &&
    f.leavesBytes === f.chunks * HASH_BYTES + TAG_BYTES
  if (!fit) throw new IntegrityError(`The lengths recorded of ${artifactId} contradict each other.`)
}
