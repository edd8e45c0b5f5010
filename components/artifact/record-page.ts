import { type ExactJson, member, parseExact } from '@/lib/protocol/exact-json'
import type { ByteSlice } from '@/lib/protocol/publish'
import type { ReadResponse } from '@/lib/protocol/read'

/** One record of a page: its exact value, or the bytes it is served as. */
export type RecordRow = {
  index: number
  value: ExactJson | null
  truncated: boolean
  masked: boolean
  bytes: ByteSlice | null
}
export type RecordPage = Omit<ReadResponse, 'records'> & { rows: RecordRow[] }

/** A page of records from the answer's text: the envelope as usual, the values as they were captured. */
export function parseRecordPage(text: string): RecordPage {
  const { records = [], ...page } = JSON.parse(text) as ReadResponse
  const exact = member(parseExact(text), 'records')
  const nodes = exact?.kind === 'array' ? exact.items : []
  return {
    ...page,
    rows: records.map((record, i) => ({
      index: record.index,
      value: member(nodes[i], 'value') ?? null,
      truncated: record.truncated === true,
      masked: record.masked === true,
      bytes: record.bytes ?? null,
    })),
  }
}

export type Column = { name: string; numeric: boolean; width: number }

/** More columns than this are read in the record itself. */
const MAX_COLUMNS = 16
const SAMPLE = 100
/** Plex Mono at 12 px, and the space beside a cell. */
const CHARACTER = 7.3
const PADDING = 20

/**
 * Columns for records that are objects: the union of their names, in the order of first appearance, with widths from what
 * the first records hold. None when no record is an object.
 */
export function columnsOf(rows: RecordRow[]): { columns: Column[]; more: number } {
  const found = new Map<string, { numeric: boolean; length: number }>()
  for (const { value } of rows.slice(0, SAMPLE)) {
    if (value?.kind !== 'object') continue
    for (const { name, value: cell } of value.members) {
      const column = found.get(name) ?? { numeric: true, length: name.length }
      if (!(cell.kind === 'scalar' && cell.type !== 'boolean')) column.numeric = false
      column.length = Math.max(column.length, cellText(cell).length)
      found.set(name, column)
    }
  }
  const all = [...found].map(([name, c]) => ({
    name,
    numeric: c.numeric,
    width: Math.round(Math.min(320, Math.max(56, c.length * CHARACTER + PADDING))),
  }))
  return { columns: all.slice(0, MAX_COLUMNS), more: Math.max(0, all.length - MAX_COLUMNS) }
}

/** The value in one line: a string without its quotes, everything else as its source. */
export const cellText = (value: ExactJson): string => (value.kind === 'string' ? value.value : value.source)

/** The cell of a column; undefined where the record has no such name, which is not the same as null. */
export const cellOf = (row: RecordRow, column: Column): ExactJson | undefined =>
  member(row.value ?? undefined, column.name)
