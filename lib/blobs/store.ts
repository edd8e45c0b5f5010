/**
 * Where sealed objects live. An object is write-once: it appears whole when `commit` resolves, durable, or not at all.
 * Every implementation passes `store.suite.ts`.
 */
export interface BlobStore {
  /** Starts a new object. Nothing can be seen under `key` before `commit` resolves. Throws `BlobExists` if the key is taken. */
  create(key: string): Promise<BlobWriter>
  /** Exactly the bytes `[start, end)`. Throws `BlobMissing`, or `BlobShort` when the object ends before `end`. */
  read(key: string, start: number, end: number): Promise<Buffer>
  /** Length in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>
  /** Removes the object durably. Removing what is not there is not an error. */
  delete(key: string): Promise<void>
  /** Every committed object and every abandoned write (`committed: false`), in no particular order: for the sweep. */
  list(): AsyncIterable<{ key: string; committed: boolean; modifiedAt: Date }>
  /** Removes an abandoned write that `list` reported. */
  discard(key: string): Promise<void>
  close(): Promise<void>
}

export interface BlobWriter {
  /** Appends. Resolves when more may be written (back-pressure). Throws `StorageFull` on ENOSPC. The buffer may be reused afterwards. */
  write(bytes: Uint8Array): Promise<void>
  /**
   * Durable, then visible. For a local file: fsync of the file, link, fsync of the folder. When it fails, `abort` removes
   * what is left: two steps, so that a fault of the second never takes the place of the first.
   */
  commit(): Promise<void>
  /** Removes what was written, unless it was committed. May be repeated. */
  abort(): Promise<void>
}
