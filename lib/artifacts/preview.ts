import type { ByteSlice, Preview, RecordItem } from '@/lib/protocol/publish'
import { RawJson } from '@/lib/protocol/raw-json'
import type { Splitter } from '@/lib/records/format'
import type { Column } from '@/lib/records/shape'
import { openSplitter } from '@/lib/records/splitter'
import { recordValue } from '@/lib/records/value'
import type { Artifact } from './artifact'

const number = (n: number) => n.toLocaleString('en-US')

const MAX_RECORDS = 20
const MAX_BYTES = 4096

/**
 * A bounded beginning of the content, which says exactly which part it is and how to get the rest. `head` is the first
 * bytes of the artifact, more than a preview may show.
 */
export function previewOf(artifact: Artifact, head: Buffer, columns: readonly Column[] | null): Preview {
  const path = `/api/v1/artifacts/${artifact.id}/read`
  const records = artifact.recordFormat === 'bytes' ? [] : firstRecords(artifact, head, columns)
  if (records.length > 0 || artifact.records === 0) {
    const total = artifact.records!
    const complete = records.length === total
    return {
      statement: complete
        ? total === 0
          ? 'The artifact has no records.'
          : total === 1
            ? 'The only record.'
            : `All ${number(total)} records.`
        : `Records [0, ${number(records.length)}) of ${number(total)}. The other ${number(total - records.length)} are not in this preview.`,
      records,
      shown: { unit: 'records', start: 0, end: records.length, total },
      complete,
      rest: complete
        ? null
        : { method: 'POST', path, body: { selector: { type: 'record_range', start: records.length, end: total } } },
    }
  }
  const slice = byteSlice(head.subarray(0, MAX_BYTES), 0, artifact.bytes)
  const complete = slice.end === artifact.bytes
  return {
    statement: complete
      ? `All ${artifact.bytes} bytes.`
      : `Bytes [0, ${slice.end}) of ${artifact.bytes}. The other ${artifact.bytes - slice.end} are not in this preview.`,
    bytes: slice,
    shown: { unit: 'bytes', start: 0, end: slice.end, total: artifact.bytes },
    complete,
    rest: complete
      ? null
      : { method: 'POST', path, body: { selector: { type: 'byte_range', start: slice.end, end: artifact.bytes } } },
  }
}

function firstRecords(artifact: Artifact, head: Buffer, columns: readonly Column[] | null): RecordItem[] {
  const spec = { format: artifact.recordFormat, pointer: artifact.recordsPointer }
  const found: RecordItem[] = []
  let used = 0
  let full = false
  const splitter: Splitter = openSplitter(spec, {
    end: (record, start, end) => {
      full ||= found.length >= MAX_RECORDS || used + (end - start) > MAX_BYTES
      if (full) return
      used += end - start
      const bytes = head.subarray(start, end)
      found.push(recordItem(record, recordValue(spec, columns, bytes), bytes, start))
    },
  })
  splitter.push(head)
  if (head.length === artifact.bytes) splitter.end()
  return found
}

/** A record as it is served: its value spliced as captured, or its bytes where they are not text. */
export function recordItem(
  index: number,
  value: { json: string } | { invalidUtf8: true },
  bytes: Buffer,
  start: number,
): RecordItem {
  return 'json' in value
    ? { index, value: new RawJson(value.json) }
    : { index, bytes: { start, end: start + bytes.length, total: bytes.length, base64: bytes.toString('base64') } }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Bytes as text where they are valid UTF-8, else as base64. A character that our own limit would cut is left to the next
 * page, so that a page of text stays text; at least one byte is always served.
 */
export function byteSlice(bytes: Buffer, start: number, total: number): ByteSlice {
  const atEnd = start + bytes.length === total
  for (let cut = 0; cut <= (atEnd ? 0 : 3) && cut < bytes.length; cut++) {
    try {
      const kept = bytes.subarray(0, bytes.length - cut)
      return { start, end: start + kept.length, total, text: utf8.decode(kept) }
    } catch {
      // Not text up to here: try one byte less, then give up.
    }
  }
  return { start, end: start + bytes.length, total, base64: bytes.toString('base64') }
}
