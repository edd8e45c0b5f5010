import { csvFields } from './csv-row'
import type { RecordSpec } from './format'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * A record as JSON text: for JSON formats the very text that was captured; for csv an object of strings by column, in the
 * order of the columns; for lines a string, where the line is text.
 */
export function recordValue(
  spec: RecordSpec,
  header: string[] | null,
  bytes: Buffer,
): { json: string } | { invalidUtf8: true } {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { invalidUtf8: true }
  }
  if (spec.format === 'lines') return { json: JSON.stringify(text) }
  if (spec.format !== 'csv') return { json: text }
  const fields = csvFields(text)
  const members = header!.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(fields[i])}`)
  return { json: `{${members.join(',')}}` }
}
