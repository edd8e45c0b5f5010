import type { BlobStore } from './store'

/** What identifies the bytes of a sealed object; kept in the immutable artifact row and bound by its signature. */
export type ObjectFacts = {
  chunkSize: number
  bytes: number
  chunks: number
  /** SHA-256 of the exact plaintext. */
  contentHash: Buffer
  /** RFC 9162 root over the salted leaves. */
  merkleRoot: Buffer
  /** Lengths in bytes of the sealed sections behind the chunks. 0 statistics: there are none. */
  indexBytes: number
  statisticsBytes: number
  leavesBytes: number
}

export interface ObjectWriter {
  /** Appends plaintext of any length. */
  write(bytes: Uint8Array): Promise<void>
  /** Seals the last chunk, the record index and the statistics (plaintext bytes) and the leaves, and commits the object. */
  finish(index: Uint8Array, statistics?: Uint8Array | null): Promise<ObjectFacts>
  abort(): Promise<void>
}

export interface ObjectReader {
  readonly facts: ObjectFacts
  /** The plaintext bytes `[start, end)`, sliced from the very chunks that were verified. Throws `IntegrityError`. */
  range(start: number, end: number): Promise<Buffer>
  /** The record index given to `finish`. Throws `IntegrityError`. */
  index(): Promise<Buffer>
  /** The statistics given to `finish`, or null. Throws `IntegrityError`. */
  statistics(): Promise<Buffer | null>
  /** One chunk with what proves it (RFC 9162 §2.1.3): its salt and the path to the root. Throws `IntegrityError`. */
  proof(chunk: number): Promise<{ start: number; end: number; bytes: Buffer; salt: Buffer; path: Buffer[] }>
  /** Reads everything and recomputes the whole hash and the root. Never throws for content that differs: it reports. */
  verifyWhole(
    signal?: AbortSignal,
  ): Promise<{ verified: boolean; contentHash: Buffer; merkleRoot: Buffer; bytes: number; chunks: number }>
}

export type WriteObject = (o: {
  store: BlobStore
  key: string
  artifactId: string
  dataKey: Buffer
  chunkSize: number
}) => Promise<ObjectWriter>
export type OpenObject = (o: {
  store: BlobStore
  key: string
  artifactId: string
  dataKey: Buffer
  facts: ObjectFacts
}) => ObjectReader
