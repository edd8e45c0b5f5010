import type { NoteKey } from '@/lib/transparency/note'

/**
 * Keys, outside the database: one wrapped data key an artifact, and the named secrets of the service. Destroying a data
 * key destroys the content wherever its ciphertext was copied.
 */
export interface Keystore {
  /**
   * A fresh random 256-bit key for the artifact. What is sealed with it may be written at once; nothing may refer to it
   * before `kept` resolves, when the key is wrapped and durable. `kept` rejects with `StorageFull`.
   */
  createDataKey(artifactId: string): { key: Buffer; kept: Promise<void> }
  /** The artifact's data key, or null when it was destroyed or never was. Unwrapped keys are cached in memory. */
  openDataKey(artifactId: string): Promise<Buffer | null>
  /** The cached data key without I/O, or undefined: for the hot path. */
  cachedDataKey(artifactId: string): Buffer | undefined
  /** Destroys the key durably and evicts it. Destroying what is not there is not an error. */
  destroyDataKey(artifactId: string): Promise<void>
  /** Ids that have a data key, for the sweep. */
  list(): AsyncIterable<{ artifactId: string; modifiedAt: Date }>
  /** A named 256-bit secret of the service, created on first use. */
  secret(name: 'cursor' | 'session' | 'locator-index' | 'commitment'): Promise<Buffer>
  /** Makes a secret anew if it was made before `before`. The one it replaces becomes the previous one. */
  renewSecret(name: 'cursor', before: Date): Promise<boolean>
  /** The one before the last `renewSecret`, or null. */
  previousSecret(name: 'cursor'): Promise<Buffer | null>
  /** The signing key (Ed25519), created on first use. */
  signer(): Promise<Signer>
}

export interface Signer {
  kid: string
  /** Compact JWS (RFC 7515, EdDSA per RFC 8037) over the UTF-8 payload, with `typ` in the header. */
  sign(payload: string, typ: string): Promise<string>
  /**
   * The text as a signed note, under a name for the key (C2SP signed-note). Cannot pass for a JWS: what is signed there
   * has no newline, and a note's text ends in one.
   *
   * @param text ends with a newline
   */
  signNote(name: string, text: string): string
  /** The current key and the previous ones, under a name, for opening notes. */
  noteKeys(name: string): NoteKey[]
  /** RFC 7517 key set: the current public key and the previous ones. */
  jwks(): { keys: Record<string, string>[] }
}
