import { cellKind } from './csv-cell'
import { csvFields } from './csv-row'
import type { RecordSpec } from './format'
import { NULL, STRING } from './json-bytes'
import type { Column } from './shape'
import { decodeUtf8 } from './utf8'

/**
 * A record as JSON text: for JSON formats the very text that was captured; for csv an object by column, in the order of
 * the columns, of strings and, where a column has a type, of what the cell is of it; for lines a string, where the line is text.
 */
export function recordValue(
  spec: RecordSpec,
  columns: readonly Column[] | null,
  bytes: Buffer,
): { json: string } | { invalidUtf8: true } {
  const text = decodeUtf8(bytes)
  if (text === null) return { invalidUtf8: true }
  if (spec.format === 'lines') return { json: JSON.stringify(text) }
  if (spec.format !== 'csv') return { json: text }
  const fields = csvFields(text)
  const members = columns!.map(({ name, type }, i) => `${JSON.stringify(name)}:${cellValue(fields[i]!, type)}`)
  return { json: `{${members.join(',')}}` }
}

/** Numbers keep their digits. */
function cellValue(cell: string, type: Column['type']): string {
  const kind = cellKind(cell, type)
  return kind === NULL ? 'null' : kind === STRING ? JSON.stringify(cell) : cell
}
