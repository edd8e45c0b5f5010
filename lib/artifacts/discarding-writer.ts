import { createHash } from 'node:crypto'
import type { ObjectWriter } from '@/lib/blobs/object'

/** Counts and hashes what a repeated publish sends, and keeps none of it. */
export function discarding(chunkSize: number): ObjectWriter {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    write: async (part) => {
      bytes += part.length
      hash.update(part)
    },
    finish: async () => ({
      chunkSize,
      bytes,
      chunks: Math.ceil(bytes / chunkSize),
      contentHash: hash.digest(),
      merkleRoot: Buffer.alloc(0),
      indexBytes: 0,
      statisticsBytes: 0,
      leavesBytes: 0,
    }),
    abort: async () => {},
  }
}
