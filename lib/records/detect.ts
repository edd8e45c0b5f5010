import type { RecordSpec } from './format'
import { FAULT, JsonMachine } from './json-machine'

const NDJSON = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'])
const HEADERLESS = /;\s*header\s*=\s*"?absent"?\s*(;|$)/i
const BYTES: RecordSpec = { format: 'bytes', pointer: null }
const LINES: RecordSpec = { format: 'lines', pointer: null }
const of = (format: 'ndjson' | 'csv'): RecordSpec => ({ format, pointer: null })
const ROOT_ARRAY: RecordSpec = { format: 'json_array', pointer: '' }

/**
 * What content probably is, when nobody declared it: by its media type, else by its beginning. JSON by its type is ndjson
 * when it holds several values, one a line; a single document that is not an array has no records of its own: `bytes`,
 * until a `records_pointer` is declared. Comma-separated values are told by
 * their media type alone, for any text with commas looks like them.
 *
 * @param head the first bytes; `whole` says whether that is all there is
 */
export function detectFormat(head: Buffer, whole: boolean, mediaType?: string): RecordSpec {
  const type = mediaType?.split(';', 1).join().trim().toLowerCase()
  if (type !== undefined) {
    if (NDJSON.has(type) || type.endsWith('+ndjson')) return of('ndjson')
    // RFC 4180 §3 lets the media type say that there is no header row; an empty file has none either.
    if (type === 'text/csv') return head.length === 0 || HEADERLESS.test(mediaType!) ? LINES : of('csv')
    if (type === 'application/json' || type.endsWith('+json')) {
      if (isArray(head, whole)) return ROOT_ARRAY
      return isNdjson(head, whole, 2) ? of('ndjson') : BYTES
    }
    if (type.startsWith('text/')) return LINES
    if (type !== 'application/octet-stream') return BYTES
  }
  if (head.length === 0 || !isText(head, whole)) return BYTES
  if (isArray(head, whole)) return ROOT_ARRAY
  if (startsWith(head, 0x7b) && isNdjson(head, whole, 1)) return of('ndjson')
  return startsWith(head, 0x7b) && isJson(head, whole) ? BYTES : LINES
}

const withoutBom = (head: Buffer) =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head

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

/** At least so many values, one a line: the first line whole, the others as far as they go. */
function isNdjson(head: Buffer, whole: boolean, least: number): boolean {
  const text = withoutBom(head)
  const lines: Buffer[] = []
  for (let from = 0; from < text.length && lines.length < 20; ) {
    const lf = text.indexOf(0x0a, from)
    lines.push(text.subarray(from, lf < 0 ? text.length : lf))
    from = lf < 0 ? text.length : lf + 1
  }
  const values = lines.filter((line) => !isBlank(line))
  if (!text.includes(0x0a) || values.length < least) return false
  return values.every((line) => isJson(line, whole || line !== lines.at(-1)))
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
