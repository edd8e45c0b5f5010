import { byteSlice } from '@/lib/artifacts/preview'
import type { ByteSlice } from '@/lib/protocol/publish'
import type { Path } from '@/lib/records/filter/expression'
import type { RecordSpec } from '@/lib/records/format'
import { maskJson } from '@/lib/records/mask'
import { projectRecord } from '@/lib/records/query/project'
import type { FedRecord } from '@/lib/records/record-feed'
import type { Column } from '@/lib/records/shape'
import { recordValue } from '@/lib/records/value'

/** How records are shown to one reader. */
export type View = {
  spec: RecordSpec
  columns: readonly Column[] | null
  fields: readonly Path[] | null
  mask: ReadonlySet<string> | null
  maxBytes: number
}

/** A record as it is served: JSON text that is spliced in as it is, or bytes. */
export type Shown = { index: number; json?: string; truncated?: true; masked?: true; bytes?: ByteSlice }

/**
 * What a reader is shown of a record, and how many bytes of the page that takes.
 *
 * A record longer than a page is cut, with its byte range. Under a mask it goes out whole, without the fields, or not at
 * all: a part of it might be a part of them; and its length is that of what is served, for where a page ends would tell
 * how long the withheld fields are.
 */
export function showRecord(view: View, r: FedRecord): { item: Shown; length: number } {
  const { mask, maxBytes } = view
  const captured = r.end - r.start
  const plain = mask === null && view.fields === null
  if (!r.whole || (plain && captured > maxBytes)) return tooLong(view, r, captured)
  const value = recordValue(view.spec, view.columns, r.bytes)
  if (!('json' in value)) {
    if (mask) return { item: unread(r.record), length: 0 }
    if (captured > maxBytes) return tooLong(view, r, captured)
    const bytes = { start: r.start, end: r.end, total: captured, base64: r.bytes.toString('base64') }
    return { item: { index: r.record, bytes }, length: captured }
  }
  if (plain) return { item: { index: r.record, json: value.json }, length: captured }
  const seen = view.fields ? projectRecord(lineObject(view, r, value.json), view.fields) : value.json
  const json = mask ? maskJson(seen, mask) : seen
  const length = Buffer.byteLength(json)
  if (length > maxBytes) return tooLong(view, r, captured)
  return { item: { index: r.record, json, ...(mask && { masked: true as const }) }, length }
}

/** A line has no members: asked for fields, it is shown as an object of the two that filters know. */
const lineObject = (view: View, r: FedRecord, json: string): string =>
  view.spec.format === 'lines' ? `{"line_number":${r.record + 1},"line":${json}}` : json

const unread = (index: number): Shown => ({ index, truncated: true, masked: true })

function tooLong(view: View, r: FedRecord, total: number): { item: Shown; length: number } {
  if (view.mask) return { item: unread(r.record), length: 0 }
  return { item: cutRecord(r.record, r.start, r.bytes.subarray(0, view.maxBytes), total), length: total }
}

/** The beginning of a record; `total` is null while its end is not known. */
export const cutRecord = (index: number, start: number, bytes: Buffer, total: number | null): Shown => ({
  index,
  truncated: true,
  bytes: { ...byteSlice(bytes, start, Number.POSITIVE_INFINITY), total },
})

/** The beginning of a record that has not ended, as far as this reader may see it. */
export const showOpen = (view: View, open: { record: number; start: number }, beginning: Buffer): Shown =>
  view.mask ? unread(open.record) : cutRecord(open.record, open.start, beginning, null)
