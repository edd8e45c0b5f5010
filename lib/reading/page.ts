import type { Artifact } from '@/lib/artifacts/artifact'
import { byteSlice, recordItem } from '@/lib/artifacts/preview'
import type { ObjectReader } from '@/lib/blobs/object'
import type { ByteSlice, RecordItem } from '@/lib/protocol/publish'
import { RawJson } from '@/lib/protocol/raw-json'
import { READ_LIMITS } from '@/lib/protocol/read'
import { maskJson } from '@/lib/records/mask'
import { type FedRecord, RecordFeed } from '@/lib/records/record-feed'
import type { RecordIndex } from '@/lib/records/record-index'
import { recordValue } from '@/lib/records/value'

export type Limits = {
  limit: number
  maxBytes: number
  /** Names of fields to remove from each record, or null. */
  mask: ReadonlySet<string> | null
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
 *
 * Under a mask a page is measured by what is served of it. Measured by what was captured, where it ends would tell how long
 * the withheld fields are, to the byte for who asks often. A captured record longer than the most that a page may have is
 * left unread whatever is asked for.
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
  const records: RecordItem[] = []
  const held = limits.mask ? READ_LIMITS.max_bytes.max : limits.maxBytes
  let used = 0
  let full = false

  const take = ({ record, start, end: stop, bytes, whole }: FedRecord) => {
    if (record < range.start || full) return
    const shown = whole ? recordValue(spec, index.header, bytes) : null
    const item = limits.mask
      ? masked(record, shown, limits.mask, limits.maxBytes)
      : shown
        ? { item: recordItem(record, shown, bytes, start), length: stop - start }
        : { item: cut(record, bytes, start, stop - start), length: stop - start }
    if (records.length > 0 && used + item.length > limits.maxBytes) {
      full = true
      return
    }
    records.push(item.item)
    used += item.length
    full = used > limits.maxBytes || records.length >= limits.limit || record + 1 >= end
  }
  const feed = new RecordFeed(spec, take, {
    resume: { offset: from.offset, record: from.record, ...(index.header && { header: index.header }) },
    held,
  })

  let offset = from.offset
  let interrupted: string | null = null
  while (!full && offset < artifact.bytes) {
    if (limits.gone?.()) interrupted = 'client gone'
    else if (limits.clock() >= limits.deadline && records.length > 0) interrupted = 'deadline'
    if (interrupted) break
    // Up to the end of the chunk, so that the next step is aligned and each chunk is decrypted once.
    const stop = Math.min(artifact.bytes, (Math.floor(offset / artifact.chunkSize) + 1) * artifact.chunkSize)
    const bytes = await reader.range(offset, stop)
    feed.push(bytes)
    offset = stop
    const unfinished = feed.open
    if (unfinished && !full && unfinished.record >= range.start) {
      const seen = offset - unfinished.start
      if (!limits.mask && records.length > 0 && used + seen > limits.maxBytes) full = true
      else if (seen > held && limits.clock() >= limits.deadline) {
        // Its end is not known yet, but the next record's place is: the page ends here and the scan goes on there.
        records.push(
          limits.mask
            ? unread(unfinished.record)
            : cut(unfinished.record, feed.beginning(limits.maxBytes), unfinished.start, null),
        )
        full = true
      }
    }
  }
  if (!full && offset >= artifact.bytes) feed.end()

  return {
    records,
    next: records.length > 0 ? records.at(-1)!.index + 1 : range.start,
    interrupted,
    chunks: chunksOf(artifact, from.offset, offset),
  }
}

/** Under a mask a record goes out whole, without the fields, or not at all: a part of it might be a part of them. */
const unread = (index: number): RecordItem => ({ index, truncated: true, masked: true })

function masked(
  index: number,
  value: { json: string } | { invalidUtf8: true } | null,
  fields: ReadonlySet<string>,
  maxBytes: number,
): { item: RecordItem; length: number } {
  const json = value && 'json' in value ? maskJson(value.json, fields) : null
  const length = json === null ? 0 : Buffer.byteLength(json)
  return json === null || length > maxBytes
    ? { item: unread(index), length: 0 }
    : { item: { index, value: new RawJson(json), masked: true }, length }
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
