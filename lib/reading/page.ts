import type { Artifact } from '@/lib/artifacts/artifact'
import { byteSlice } from '@/lib/artifacts/preview'
import type { ObjectReader } from '@/lib/blobs/object'
import type { ByteSlice } from '@/lib/protocol/publish'
import { READ_LIMITS } from '@/lib/protocol/read'
import type { RecordIndex } from '@/lib/records/record-index'
import { PageScan } from './page-scan'
import { type Scanned, scanRecords } from './scan'
import { shapeOf } from './shape-of'

export type Limits = {
  limit: number
  maxBytes: number
  /** Names of fields to remove from each record, or null. */
  mask: readonly string[] | null
  /** When to stop, in milliseconds of `clock`. */
  deadline: number
  clock: () => number
  /** Why nobody waits for the answer any more, or null. */
  ended: () => string | null
}

/** Bytes `[start, end)`, as many as a page may have. */
export async function bytePage(
  artifact: Artifact,
  reader: ObjectReader,
  range: { start: number; end: number },
  limits: Pick<Limits, 'maxBytes'>,
): Promise<{ bytes: ByteSlice; next: number; chunks: Scanned['chunks'] }> {
  const end = Math.min(range.end, artifact.bytes, range.start + limits.maxBytes)
  const bytes = byteSlice(await reader.range(range.start, end), range.start, Math.min(range.end, artifact.bytes))
  const first = Math.floor(range.start / artifact.chunkSize)
  const after = Math.ceil(end / artifact.chunkSize)
  return {
    bytes: { ...bytes, total: artifact.bytes },
    next: bytes.end,
    chunks: { start: first, end: after, read: after - first },
  }
}

/**
 * Records `[start, end)`, as many as a page may have, looked at right here: a page of a range is a few chunks. A record
 * longer than `maxBytes` is served alone, cut. Under a mask a captured record longer than the most that a page may have is
 * left unread whatever is asked for, and there is no deadline: where it falls would tell how long the withheld fields are.
 */
export function recordPage(
  artifact: Artifact,
  reader: ObjectReader,
  index: RecordIndex,
  range: { start: number; end: number },
  limits: Limits,
): Promise<Scanned> {
  const { mask, limit, maxBytes } = limits
  const scan = new PageScan({
    kind: 'page',
    spec: { format: artifact.recordFormat, pointer: artifact.recordsPointer },
    shape: shapeOf(artifact, index),
    filter: null,
    fields: null,
    aggregate: null,
    mask: mask && [...mask],
    omitted: [],
    limit,
    maxBytes,
    held: mask ? READ_LIMITS.max_bytes.max : maxBytes,
  })
  return scanRecords(
    artifact,
    reader,
    index,
    { from: range.start, end: Math.min(range.end, index.records) },
    null,
    scan,
    {
      ...limits,
      ...(mask && { deadline: Number.POSITIVE_INFINITY }),
      pieceBytes: artifact.chunkSize,
    },
  )
}
