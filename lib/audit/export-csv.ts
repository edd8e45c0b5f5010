import type { ExportLine } from './export'

const COLUMNS = [
  'event_id',
  'at',
  'kind',
  'operation',
  'decision',
  'actor',
  'credential',
  'artifact_id',
  'run_id',
  'purpose',
  'rule',
  'reason',
  'request_id',
  'detail',
]

/** RFC 4180, between two lines that begin with `# ` and hold the facts of the export. */
export const csvStart = (head: object): string => `# ${JSON.stringify(head)}\r\nposition,${COLUMNS.join(',')},leaf\r\n`

/** For people and spreadsheets: without salts, so that only the JSONL form verifies. Hashes of what is left out are left out. */
export function csvRow(line: ExportLine): string {
  if (line.type !== 'event' && line.type !== 'missing') return ''
  const event: Record<string, unknown> =
    line.type === 'event' ? (line.event as Record<string, unknown>) : { event_id: line.event_id, kind: 'missing' }
  return `${[line.position, ...COLUMNS.map((name) => event[name]), line.leaf].map(cell).join(',')}\r\n`
}

/**
 * Some of what is logged was chosen by somebody else, such as an artifact id that was asked for. A spreadsheet would run
 * a cell that begins like a formula (OWASP, CSV injection), so such a cell begins with an apostrophe.
 */
function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
