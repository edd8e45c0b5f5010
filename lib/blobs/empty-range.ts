import { BlobMissing, BlobShort } from './blob-errors'
import type { BlobStore } from './store'

/**
 * The range of no bytes at `end`. Neither pread nor an HTTP range can ask for it, but the answer is the same contract:
 * missing and short are told.
 */
export async function readEmptyRange(store: Pick<BlobStore, 'size'>, key: string, end: number): Promise<Buffer> {
  const size = await store.size(key)
  if (size === null) throw new BlobMissing(key)
  if (size < end) throw new BlobShort(key, end)
  return Buffer.alloc(0)
}
