import { artifactPath, PURPOSE } from '@/lib/cli/artifact-id'
import { closing } from '@/lib/cli/closing'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT, type ExitCode } from '@/lib/cli/exit'
import { Failure, failureDocument, failureText } from '@/lib/cli/failure'
import { SELECTOR_OPTIONS, selectorOf } from '@/lib/cli/query-options'
import { rawGroups } from '@/lib/cli/raw-values'
import { recordLines } from '@/lib/cli/record-lines'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import { READ_LIMITS, type ReadResponse } from '@/lib/protocol/read'

type Page = { text: string; value: ReadResponse }

async function query({ given, terminal, json, target }: Call): Promise<ExitCode> {
  const [id, filter] = given.positionals as [string, string]
  const path = `${artifactPath(id)}/read`
  const selector = selectorOf(given, filter)
  // The most there is: a command line wants the answer, not a page.
  const limit = given.count('limit', 1, READ_LIMITS.limit.max) ?? READ_LIMITS.limit.max
  const max_bytes = given.count('max-bytes', 1, READ_LIMITS.max_bytes.max) ?? READ_LIMITS.max_bytes.max
  const deadline_ms = given.count('deadline-ms', 1, READ_LIMITS.deadline_ms.max) ?? READ_LIMITS.deadline_ms.max
  const at = await target()
  const ask = (cursor: string | undefined): Promise<Page> =>
    sendJson<ReadResponse>(at, {
      method: 'POST',
      path,
      json: cursor === undefined ? { selector, limit, max_bytes, deadline_ms } : { selector, cursor, deadline_ms },
    })

  let page = await ask(given.text('cursor'))
  const pages: string[] = []
  let truncated = 0
  let failure: Failure | null = null
  for (;;) {
    truncated += page.value.records?.filter((r) => r.truncated).length ?? 0
    if (json) pages.push(page.text)
    else if (page.value.records) await put(terminal.stdout, recordLines(page.text, given.flag('text')))
    if (!given.flag('all') || page.value.next_cursor === null) break
    try {
      page = await ask(page.value.next_cursor)
    } catch (error) {
      // Each page is decided anew: authority may have ended meanwhile. What came before was served, and is said.
      if (!(error instanceof Failure)) throw error
      failure = error
      break
    }
  }

  if (json)
    await put(
      terminal.stdout,
      `{"pages":[${pages.join(',')}]${failure ? `,${JSON.stringify(failureDocument(failure)).slice(1)}` : '}'}\n`,
    )
  else if (page.value.aggregate) await put(terminal.stdout, table(page.text))
  await put(terminal.stderr, closing(page.value, truncated, aside(page.value)))
  if (!failure) return answered(page.value) ? EXIT.ok : EXIT.undetermined
  await put(terminal.stderr, `The scan ended there: the next page was not served.\n${failureText(failure)}`)
  return failure.exit
}

const table = (response: string): string =>
  rawGroups(response)
    .map(({ key, figures }) => `${[...key, ...figures].join('\t')}\n`)
    .join('')

/** Matching records that are in no row of the table. */
function aside({ aggregate }: ReadResponse): string[] {
  if (!aggregate) return []
  const { bound, beyond_bound, not_grouped, not_grouped_withheld } = aggregate
  return [
    beyond_bound > 0 && `${beyond_bound} more match in groups beyond the ${bound} that are kept`,
    not_grouped > 0 &&
      `${not_grouped} more match and are in no group: the key is an array, an object or cannot be read`,
    not_grouped_withheld > 0 && `${not_grouped_withheld} more match and are in no group: the key is withheld`,
  ].filter((s) => typeof s === 'string')
}

/** Records that were found were found, whatever is behind them; a figure is one only over all records, each decided. */
function answered({ aggregate, scan, conclusion }: ReadResponse): boolean {
  if (conclusion.kind === 'undetermined' || scan.status === 'interrupted') return false
  if (!aggregate) return true
  return scan.status === 'completed' && scan.indeterminate === 0 && aggregate.not_grouped_withheld === 0
}

export const queryCommands: Command[] = [
  {
    name: 'query',
    summary: 'print the records that a filter matches, or count them; the conclusion goes to stderr',
    takes: ['ID', 'FILTER'],
    options: {
      ...SELECTOR_OPTIONS,
      all: { type: 'boolean', about: 'go on to the last record, page by page' },
      limit: { type: 'string', value: 'N', about: 'records a page, at most 1000' },
      'max-bytes': { type: 'string', value: 'N', about: 'bytes a page, at most 1048576' },
      'deadline-ms': { type: 'string', value: 'N', about: 'time a page, at most 30000' },
      cursor: { type: 'string', value: 'C', about: 'continue where the same query stopped' },
      text: { type: 'boolean', about: 'print records that are strings as plain text' },
      purpose: PURPOSE,
    },
    details: [
      `FILTER is CQL2 text, such as "severity = 'critical' AND region = 'eu-west'"; TRUE matches every record.`,
      'Records are printed exactly as they were captured; groups one a line: the key as JSON, then the count, with tabs.',
      'Exit 0: something was found, or nothing after all records were examined. Exit 8: not known, or a count that is',
      'not final. With --json: {"pages": […]}, each page as the service answered it, and "error" where one was refused.',
    ],
    credential: 'key',
    run: query,
  },
]
