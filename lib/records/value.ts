import { csvFields } from './csv-row'
import type { RecordSpec } from './format'
import { decodeUtf8 } from './utf8'

/**
 * A record as JSON text: for JSON formats the very text that was captured; for csv an object of strings by column, in the
 * order of the columns; for lines a string, where the line is text.
 */
export function recordValue(
  spec: RecordSpec,
  header: string[] | null,
  bytes: Buffer,
): { json: string } | { invalidUtf8: true } {
  const text = decodeUtf8(bytes)
  if (text === null) return { invalidUtf8: true }
  if (spec.format === 'lines') return { json: JSON.stringify(text) }
  if (spec.format !== 'csv') return { json: text }
  const fields = csvFields(text)
  const members = header!.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(fields[i])}`)
  return { json: `{${members.join(',')}}` }
}
