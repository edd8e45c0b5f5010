import { ProblemError } from '@/lib/protocol/problem'
import { RawJson, renderJson } from '@/lib/protocol/raw-json'
import { metricName } from '@/lib/protocol/read'
import { type AggregateSpec, type AggregationState, figureJson } from '@/lib/records/query/aggregate'
import { HELD_BYTES } from '@/lib/records/record-feed'
import type { DerivedFrom } from './derived-completeness'
import type { OpenQuery } from './open-query'
import { aggregateForm, type Query } from './query'
import type { Shown } from './show-record'

/** How much is examined before others take their turn. */
const PAGE = { records: 10_000, ms: 1_000 }

export type Derivation = DerivedFrom & { matched: number; skipped: number }

/** `lines` of whole lines, as they were; else one JSON value a line. */
export const derivedFormat = (open: Pick<OpenQuery, 'shape'>, q: Query): 'lines' | 'ndjson' =>
  open.shape.format === 'lines' && !q.fields && !q.aggregate ? 'lines' : 'ndjson'

/**
 * The result of a query over all records, page by page; `found` is what it came to once it has ended.
 * @throws ProblemError unavailable when the server stops or nobody waits any more
 */
export async function* derivedContent(
  open: OpenQuery,
  query: Query,
  found: Derivation,
  gone: () => boolean,
): AsyncIterable<Buffer> {
  const asLines = derivedFormat(open, query) === 'lines'
  const clock = () => performance.now()
  let position = 0
  do {
    const page = await open.page({
      position,
      limit: PAGE.records,
      maxBytes: HELD_BYTES,
      aggregation: found.aggregation,
      deadline: clock() + PAGE.ms,
      clock,
      gone,
    })
    if (page.interrupted && page.interrupted !== 'deadline')
      throw new ProblemError('unavailable', `The derivation was interrupted (${page.interrupted}). Nothing was kept.`)
    for (const name of ['matched', 'indeterminate', 'incomparable', 'skipped'] as const) found[name] += page[name]
    found.aggregation = page.aggregation
    const lines: Buffer[] = []
    for (const item of page.shown) {
      const line = lineOf(item, asLines)
      if (line) lines.push(line, NEWLINE)
      else found.unshown++
    }
    if (lines.length > 0) yield Buffer.concat(lines)
    position = page.next
  } while (position < open.total)
  if (query.aggregate) yield Buffer.from(groupLines(query.aggregate, found.aggregation!))
}

const NEWLINE = Buffer.from('\n')

/** null for a record that could not be held, or that no JSON can tell of. */
function lineOf({ json, bytes, truncated }: Shown, asLines: boolean): Buffer | null {
  // A line break between the tokens of JSON is white space; within a text it is escaped.
  if (json !== undefined) return Buffer.from(asLines ? (JSON.parse(json) as string) : json.replace(/[\r\n]/g, ' '))
  return asLines && !truncated && bytes?.base64 !== undefined ? Buffer.from(bytes.base64, 'base64') : null
}

/** One record a group: its key and its figures by name, such as `count` and `max(load)`, and what is not in them. */
function groupLines(spec: AggregateSpec, state: AggregationState): string {
  const { group_by, metrics } = aggregateForm(spec)
  const names = metrics.map(metricName)
  return state.groups
    .map((g) =>
      renderJson({
        key: Object.fromEntries(group_by.map((name, i) => [name, new RawJson(g.key[i]!)])),
        figures: Object.fromEntries(
          names.map((name, i) => [name, new RawJson(figureJson(spec.metrics[i]!.op, g.figures[i]!))]),
        ),
        unknown: Object.fromEntries(names.map((name, i) => [name, g.figures[i]!.unknown])),
      }),
    )
    .map((json) => `${json}\n`)
    .join('')
}
