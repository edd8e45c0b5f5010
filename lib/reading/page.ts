import type { Artifact } from '@/lib/artifacts/artifact'
import { byteSlice, recordItem } from '@/lib/artifacts/preview'
import type { ObjectReader } from '@/lib/blobs/object'
import type { ByteSlice, RecordItem } from '@/lib/protocol/publish'
import type { RecordIndex } from '@/lib/records/record-index'
import { openSplitter } from '@/lib/records/splitter'
import { recordValue } from '@/lib/records/value'

export type Limits = {
  limit: number
  maxBytes: number
  /** When to stop, in milliseconds of `clock`. */
  deadline: number
  clock: () => number
  /** Whether the client has left. */
  gone?: (() => boolean) | undefined
}

/** `next` is the position behind the page; `chunks` is which chunks were verified for it. */
type Page<T> = T & { next: number; interrupted: string | null; chunks: { start: number; end: number } }

/** Bytes `[start, end)`, as many as a page may have. */
export async function bytePage(
  artifact: Artifact,
  reader: ObjectReader,
  range: { start: number; end: number },
  limits: Limits,
): Promise<Page<{ bytes: ByteSlice }>> {
  const end = Math.min(range.end, artifact.bytes, range.start + limits.maxBytes)
  const bytes = byteSlice(await reader.range(range.start, end), range.start, Math.min(range.end, artifact.bytes))
  return {
    bytes: { ...bytes, total: artifact.bytes },
    next: bytes.end,
    interrupted: null,
    chunks: chunksOf(artifact, range.start, end),
  }
}

/**
 * Records `[start, end)`, as many as a page may have. Reading begins at the nearest indexed record and goes forward chunk
 * by chunk. A page always makes progress: a record longer than `maxBytes` is served alone, cut, with its byte range.
 */
export async function recordPage(
  artifact: Artifact,
  reader: ObjectReader,
  index: RecordIndex,
  range: { start: number; end: number },
  limits: Limits,
): Promise<Page<{ records: RecordItem[] }>> {
  const spec = { format: artifact.recordFormat, pointer: artifact.recordsPointer }
  const end = Math.min(range.end, index.records)
  const from = index.locate(range.start)
  const window = new Window()
  const records: RecordItem[] = []
  let used = 0
  let full = false
  let open: { record: number; start: number } | null = null

  const take = (record: number, start: number, stop: number) => {
    open = null
    if (record < range.start || full) return
    const length = stop - start
    if (records.length > 0 && used + length > limits.maxBytes) full = true
    else if (length > limits.maxBytes) {
      records.push(cut(record, window.slice(start, start + limits.maxBytes), start, length))
      full = true
    } else {
      const bytes = window.slice(start, stop)
      records.push(recordItem(record, recordValue(spec, index.header, bytes), bytes, start))
      used += length
      full = records.length >= limits.limit || record + 1 >= end
    }
  }
  const splitter = openSplitter(
    spec,
    {
      start: (record, offset) => {
        open = { record, start: offset }
      },
      end: take,
    },
    { resume: { offset: from.offset, record: from.record, ...(index.header && { header: index.header }) } },
  )

  let offset = from.offset
  let interrupted: string | null = null
  while (!full && offset < artifact.bytes) {
    if (limits.gone?.()) interrupted = 'client gone'
    else if (limits.clock() >= limits.deadline && records.length > 0) interrupted = 'deadline'
    if (interrupted) break
    // Up to the end of the chunk, so that the next step is aligned and each chunk is decrypted once.
    const stop = Math.min(artifact.bytes, (Math.floor(offset / artifact.chunkSize) + 1) * artifact.chunkSize)
    const bytes = await reader.range(offset, stop)
    const giant = open as { record: number; start: number } | null
    // Of a record longer than a page only the beginning is kept.
    if (!giant || giant.record < range.start || offset - giant.start <= limits.maxBytes) window.push(offset, bytes)
    splitter.push(bytes)
    offset = stop
    const unfinished = open as { record: number; start: number } | null
    if (unfinished && !full && unfinished.record >= range.start) {
      const seen = offset - unfinished.start
      if (records.length > 0 && used + seen > limits.maxBytes) full = true
      else if (seen > limits.maxBytes && limits.clock() >= limits.deadline) {
        // Its end is not known yet, but the next record's place is: the page ends here and the scan goes on there.
        records.push(
          cut(
            unfinished.record,
            window.slice(unfinished.start, unfinished.start + limits.maxBytes),
            unfinished.start,
            null,
          ),
        )
        full = true
      }
    }
    window.dropBefore(unfinished && unfinished.record >= range.start ? unfinished.start : offset)
  }
  if (!full && offset >= artifact.bytes) splitter.end()

  return {
    records,
    next: records.length > 0 ? records.at(-1)!.index + 1 : range.start,
    interrupted,
    chunks: chunksOf(artifact, from.offset, offset),
  }
}

const cut = (index: number, bytes: Buffer, start: number, total: number | null): RecordItem => ({
  index,
  truncated: true,
  bytes: { ...byteSlice(bytes, start, Number.POSITIVE_INFINITY), total },
})

const chunksOf = (a: Artifact, start: number, end: number) => ({
  start: Math.floor(start / a.chunkSize),
  end: Math.ceil(end / a.chunkSize),
})

/** The verified plaintext that records may still need: a short run of buffers, addressed by offset in the artifact. */
class Window {
  #parts: { start: number; bytes: Buffer }[] = []

  push(start: number, bytes: Buffer): void {
    this.#parts.push({ start, bytes })
  }

  slice(start: number, end: number): Buffer {
    const parts = this.#parts
      .filter((p) => p.start < end && p.start + p.bytes.length > start)
      .map((p) => p.bytes.subarray(Math.max(0, start - p.start), end - p.start))
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  dropBefore(offset: number): void {
    while (this.#parts[0] && this.#parts[0].start + this.#parts[0].bytes.length <= offset) this.#parts.shift()
  }
}
