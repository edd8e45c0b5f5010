import { CONTENT_BLOCKS_MEDIA_TYPE } from '@/lib/protocol/publish'
import type { RecordSpec } from './format'
import { FAULT, JsonMachine } from './json-machine'

const NDJSON = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  CONTENT_BLOCKS_MEDIA_TYPE,
])
const BYTES: RecordSpec = { format: 'bytes', pointer: null }
const LINES: RecordSpec = { format: 'lines', pointer: null }
const of = (format: 'ndjson' | 'csv'): RecordSpec => ({ format, pointer: null })
const ROOT_ARRAY: RecordSpec = { format: 'json_array', pointer: '' }

/**
 * What content probably is, when nobody declared it: by its media type, else by its beginning. A JSON document that is not
 * an array has no records of its own: `bytes`, until a `records_pointer` is declared. Comma-separated values are told by
 * their media type alone, for any text with commas looks like them.
 *
 * @param head the first bytes; `whole` says whether that is all there is
 */
export function detectFormat(head: Buffer, whole: boolean, mediaType?: string): RecordSpec {
  const type = mediaType?.split(';')[0]!.trim().toLowerCase()
  if (type !== undefined) {
    if (NDJSON.has(type)) return of('ndjson')
    if (type === 'text/csv') return of('csv')
    if (type === 'application/json' || type.endsWith('+json')) return isArray(head, whole) ? ROOT_ARRAY : BYTES
    if (type.startsWith('text/')) return LINES
    if (type !== 'application/octet-stream') return BYTES
  }
  if (head.length === 0 || !isText(head, whole)) return BYTES
  if (isArray(head, whole)) return ROOT_ARRAY
  if (isNdjson(head, whole)) return of('ndjson')
  return startsWith(head, 0x7b) && isJson(head, whole) ? BYTES : LINES
}

const withoutBom = (head: Buffer) => (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head)

function startsWith(head: Buffer, byte: number): boolean {
  const text = withoutBom(head)
  return text[text.findIndex((b) => b !== 0x20 && b !== 0x09 && b !== 0x0a && b !== 0x0d)] === byte
}

/** Whether the bytes are JSON, as far as they go. */
function isJson(head: Buffer, whole: boolean): boolean {
  const machine = new JsonMachine()
  const text = withoutBom(head)
  for (let i = 0; i < text.length; ) {
    i = machine.run(text, i, text.length)
    if (machine.event === FAULT) return false
  }
  if (whole) machine.finish()
  return machine.event !== FAULT
}

const isArray = (head: Buffer, whole: boolean) => startsWith(head, 0x5b) && isJson(head, whole)

/** Objects or arrays, one a line: the first line whole, the others as far as they go. */
function isNdjson(head: Buffer, whole: boolean): boolean {
  if (!startsWith(head, 0x7b)) return false
  const text = withoutBom(head)
  const lines: Buffer[] = []
  for (let from = 0; from < text.length && lines.length < 20; ) {
    const lf = text.indexOf(0x0a, from)
    lines.push(text.subarray(from, lf < 0 ? text.length : lf))
    from = lf < 0 ? text.length : lf + 1
  }
  const end = text.indexOf(0x0a)
  return end >= 0 && lines.every((line, i) => isBlank(line) || isJson(line, whole || i < lines.length - 1))
}

const isBlank = (line: Buffer) => line.every((b) => b === 0x20 || b === 0x09 || b === 0x0d)

/** UTF-8 without NUL. The last character may be cut where there is more to come. */
function isText(head: Buffer, whole: boolean): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole })
    return true
  } catch {
    return false
  }
}
