import type { Artifact } from '@/lib/artifacts/artifact'
import type { ObjectReader } from '@/lib/blobs/object'
import { isSettledNo } from '@/lib/records/filter/truth'
import type { ResumePoint } from '@/lib/records/format'
import type { RecordIndex } from '@/lib/records/record-index'
import type { PageTaken } from './page-scan'
import type { Shown } from './show-record'

/** Where records are looked at: here, or in a thread. */
export interface Looking {
  span(at: ResumePoint, from: number, until: number): unknown
  push(bytes: Buffer, last: boolean): PageTaken | Promise<PageTaken>
  cut(): PageTaken | Promise<PageTaken>
}

export type ScanLimits = {
  /** When to stop, in milliseconds of `clock`. */
  deadline: number
  clock: () => number
  /** Why nobody waits for the answer any more, or null. */
  ended: () => string | null
  maxBytes: number
  /** What is decrypted and looked at in one go. A whole number of chunks is read, at least one. */
  pieceBytes: number
}

export type Scanned = {
  /** Records from where the page began up to here were examined. */
  next: number
  interrupted: string | null
  shown: Shown[]
  matched: number
  indeterminate: number
  incomparable: number
  /** Records that statistics prove not to match. */
  skipped: number
  /** Which chunks were verified: from the first to the last, and how many of them. */
  chunks: { start: number; end: number; read: number }
}

/**
 * Examines the records `[from, end)` in order, until the page is full, time is up or nobody waits any more. Reads chunk by
 * chunk from the nearest indexed record, while the piece before is being looked at. A page always makes progress: at least
 * one record is examined, however long.
 *
 * @param possible what the statistics say of each block; blocks that are settled are not read
 */
export async function scanRecords(
  artifact: Pick<Artifact, 'bytes' | 'chunkSize'>,
  reader: Pick<ObjectReader, 'range'>,
  index: RecordIndex,
  range: { from: number; end: number },
  possible: Uint8Array | null,
  looking: Looking,
  limits: ScanLimits,
): Promise<Scanned> {
  const out: Scanned = {
    next: range.from,
    interrupted: null,
    shown: [],
    matched: 0,
    indeterminate: 0,
    incomparable: 0,
    skipped: 0,
    chunks: { start: 0, end: 0, read: 0 },
  }
  let full = false
  let open: PageTaken['open'] = null
  let pending: PageTaken | Promise<PageTaken> | null = null
  const settle = async () => {
    if (pending === null) return
    const taken: PageTaken = await pending
    pending = null
    out.next = Math.max(out.next, taken.examined)
    out.matched += taken.matched
    out.indeterminate += taken.indeterminate
    out.incomparable += taken.incomparable
    for (const shown of taken.shown) out.shown.push(shown)
    full = taken.full
    open = taken.open
  }
  /** Whether the page ends here, between two pieces. */
  const over = async (offset: number): Promise<boolean> => {
    await settle()
    if (full || out.next >= range.end) return true
    out.interrupted = limits.ended()
    if (out.interrupted) return true
    if (limits.clock() < limits.deadline) return false
    if (out.next > range.from) {
      out.interrupted = 'deadline'
      return true
    }
    if (!open || open.record < range.from || offset - open.start <= limits.maxBytes) return false
    // Its end is not known yet, but the next record's place is: the page ends here and the scan goes on there.
    pending = looking.cut()
    await settle()
    return true
  }

  for (const stretch of stretches(index, range, possible)) {
    if (await over(stretch.at.offset)) break
    if (stretch.skip) {
      out.skipped += stretch.until - stretch.from
      out.next = stretch.until
      continue
    }
    looking.span(stretch.at, stretch.from, stretch.until)
    const stop = Math.min(stretch.stop, artifact.bytes)
    for (let offset = stretch.at.offset; offset < stop; ) {
      if (offset > stretch.at.offset && (await over(offset))) break
      const to = Math.min(stop, pieceEnd(offset, artifact.chunkSize, limits.pieceBytes))
      const bytes = await reader.range(offset, to)
      await settle()
      if (full) break
      count(out.chunks, artifact.chunkSize, offset, to)
      pending = looking.push(bytes, to === artifact.bytes)
      offset = to
    }
  }
  await settle()
  return out
}

/** Ends at a chunk boundary, so that each chunk is decrypted once. */
const pieceEnd = (offset: number, chunkSize: number, pieceBytes: number): number => {
  const size = Math.max(chunkSize, Math.floor(pieceBytes / chunkSize) * chunkSize)
  return (Math.floor(offset / size) + 1) * size
}

function count(chunks: Scanned['chunks'], chunkSize: number, start: number, end: number): void {
  const first = Math.floor(start / chunkSize)
  const after = Math.ceil(end / chunkSize)
  chunks.read += after - first - (chunks.read > 0 && first < chunks.end ? 1 : 0)
  if (chunks.end === 0) chunks.start = first
  chunks.end = after
}

/** Records to examine: read through from a known place, or left out. The last block has no known end. */
type Stretch = { at: ResumePoint; from: number; until: number; stop: number; skip: boolean }

function* stretches(
  index: RecordIndex,
  { from, end }: { from: number; end: number },
  possible: Uint8Array | null,
): Generator<Stretch> {
  if (from >= end) return
  const resume = (place: ResumePoint): ResumePoint => ({ ...place, ...(index.header && { header: index.header }) })
  if (!possible) {
    yield { at: resume(index.locate(from)), from, until: end, stop: Number.POSITIVE_INFINITY, skip: false }
    return
  }
  let open = null as Stretch | null
  for (const block of index.blocks()) {
    if (block.until <= from) continue
    if (block.record >= end) break
    const skip = isSettledNo(possible[block.number]!)
    const until = Math.min(block.until, end)
    if (open?.skip === skip) {
      open.until = until
      open.stop = block.stop
    } else {
      if (open) yield open
      const at = resume({ record: block.record, offset: block.offset })
      open = { at, from: Math.max(from, block.record), until, stop: block.stop, skip }
    }
  }
  if (open) yield open
}
