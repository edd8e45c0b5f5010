import { artifactPath, PURPOSE } from '@/lib/cli/artifact-id'
import { closing } from '@/lib/cli/closing'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { usage } from '@/lib/cli/failure'
import { parseRange } from '@/lib/cli/range-option'
import { recordLines } from '@/lib/cli/record-lines'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import { READ_LIMITS, type ReadResponse, type Selector } from '@/lib/protocol/read'

/** The largest pages there are: a command line wants the range, not a page. */
const PAGE = { limit: READ_LIMITS.limit.max, max_bytes: READ_LIMITS.max_bytes.max }

async function read({ given, terminal, json, target }: Call) {
  const path = `${artifactPath(given.positionals[0]!)}/read`
  const limit = given.count('limit', 1, READ_LIMITS.limit.max) ?? PAGE.limit
  const maxBytes = given.count('max-bytes', 1, READ_LIMITS.max_bytes.max) ?? PAGE.max_bytes
  const most = given.count('limit-pages', 1, Number.MAX_SAFE_INTEGER) ?? Number.POSITIVE_INFINITY
  const cursor = given.text('cursor')
  const selector = selectorOf(given.text('records'), given.text('bytes'))
  if (cursor !== undefined && (given.text('records') ?? given.text('bytes')) !== undefined)
    throw usage('A cursor says itself which range it continues: leave --records and --bytes out.')

  const at = await target()
  const pages: string[] = []
  let next: string | null = null
  let last: ReadResponse
  let count = 0
  let truncated = 0
  do {
    const position: string | undefined = next ?? cursor
    const { text, value }: { text: string; value: ReadResponse } = await sendJson<ReadResponse>(at, {
      method: 'POST',
      path,
      json: position === undefined ? { selector, limit, max_bytes: maxBytes } : { cursor: position },
    })
    truncated += value.records?.filter((r) => r.truncated).length ?? 0
    if (json) pages.push(text)
    else await printPage(terminal.stdout, value, text, given.flag('text'))
    last = value
    next = value.next_cursor
  } while (next !== null && ++count < most)

  if (json) await put(terminal.stdout, `{"pages":[${pages.join(',')}]}\n`)
  await put(terminal.stderr, closing(last, truncated))
  return EXIT.ok
}

function selectorOf(records: string | undefined, bytes: string | undefined): Selector {
  if (records !== undefined && bytes !== undefined) throw usage('Give --records or --bytes, not both.')
  return bytes !== undefined
    ? { type: 'byte_range', ...parseRange('bytes', bytes) }
    : { type: 'record_range', ...parseRange('records', records ?? '0:') }
}

async function printPage(
  stdout: NodeJS.WritableStream,
  page: ReadResponse,
  text: string,
  plain: boolean,
): Promise<void> {
  const out = stdout as Parameters<typeof put>[0]
  if (page.bytes) {
    const { text: utf8, base64 } = page.bytes
    return put(out, utf8 === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(utf8))
  }
  await put(out, recordLines(text, plain))
}

export const readCommands: Command[] = [
  {
    name: 'read',
    summary: 'read records (one a line) or bytes; the conclusion goes to stderr',
    takes: ['ID'],
    options: {
      records: { type: 'string', value: 'A:B', about: 'records A up to, not including, B (default all)' },
      bytes: { type: 'string', value: 'A:B', about: 'bytes A up to, not including, B, as they are' },
      limit: { type: 'string', value: 'N', about: 'records a page, at most 1000' },
      'max-bytes': { type: 'string', value: 'N', about: 'bytes a page, at most 1048576' },
      'limit-pages': { type: 'string', value: 'N', about: 'stop after so many pages; a cursor to continue is printed' },
      cursor: { type: 'string', value: 'C', about: 'continue where an earlier read stopped' },
      text: { type: 'boolean', about: 'print records that are strings as plain text' },
      purpose: PURPOSE,
    },
    details: [
      'Records are printed exactly as they were captured. Each page is authorised, verified and recorded anew.',
      'With --json: {"pages": […]}, each page as the service answered it.',
    ],
    credential: 'key',
    run: read,
  },
]
