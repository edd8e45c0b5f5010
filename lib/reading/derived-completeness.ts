import type { Completeness, Coverage, Omission } from '@/lib/protocol/artifact-ref'
import type { Path } from '@/lib/records/filter/expression'
import { propertiesOf, propertyText } from '@/lib/records/filter/property'
import type { AggregationState } from '@/lib/records/query/aggregate'
import type { Withheld } from '@/lib/records/withheld'
import { UNREADABLE, unseenOf } from './conclude-query'
import type { Query } from './query'

/** What the scan of all records came to. */
export type DerivedFrom = {
  indeterminate: number
  incomparable: number
  /** Matching records that are not in the result: too long to be held, or no text. */
  unshown: number
  aggregation: AggregationState | null
}

/** As many as a descriptor has room for. */
const MAX_OMISSIONS = 1_000

/**
 * What is known of the completeness of a result that the service computed from all captured records: complete only where
 * the capture is and every record gave an answer. Its coverage is within that of the input: a filter selects from it
 * (`selection`), an aggregate keeps the interval and lists the dimensions that can no longer be told apart.
 *
 * @param selection a keyed digest of what was selected, which tells selections apart and does not reveal them
 */
export function derivedCompleteness(
  input: Pick<Completeness, 'status' | 'coverage' | 'omissions'>,
  query: Query,
  withheld: Withheld,
  selection: string,
  found: DerivedFrom,
): Pick<Completeness, 'status' | 'coverage' | 'omissions'> {
  const own = ownOmissions(query, withheld, selection, found)
  const omissions = [...own, ...input.omissions.filter((o) => concerns(query, o)).map((o) => inherited(query, o))]
  const rest = omissions.length - MAX_OMISSIONS
  if (rest > 0)
    omissions.splice(MAX_OMISSIONS - 1, rest + 1, {
      coverage: {},
      reason: 'limit',
      detail: `${rest + 1} further omissions of the input`,
      retryable: false,
    })
  return {
    status: input.status === 'complete' && own.length > 0 ? 'partial' : input.status,
    coverage: coverageOf(input.coverage, query, selection),
    omissions,
  }
}

function coverageOf(input: Coverage, query: Query, selection: string): Coverage {
  const { start_inclusive, end_exclusive, ...dimensions } = input
  const kept = new Set(query.aggregate ? query.aggregate.group_by.map(propertyText) : Object.keys(dimensions))
  const names = Object.keys(dimensions)
  const dropped = names.filter((name) => !kept.has(name))
  return {
    ...(start_inclusive && { start_inclusive }),
    ...(end_exclusive && { end_exclusive }),
    ...Object.fromEntries(names.filter((name) => kept.has(name)).map((name) => [name, dimensions[name]!])),
    ...(dropped.length > 0 && { dropped_dimensions: dropped }),
    ...((query.filter || query.fields) && { selection }),
  }
}

/** What this result lacks of what was asked for. */
function ownOmissions(query: Query, withheld: Withheld, selection: string, found: DerivedFrom): Omission[] {
  const lacking = (n: number, reason: Omission['reason'], what: string): Omission[] =>
    n === 0 ? [] : [{ coverage: { selection }, reason, detail: `${records(n)} ${what}`, retryable: false }]
  const { aggregation } = found
  const { masked, omitted } = unseenOf(query, withheld)
  const hidden = [...masked, ...omitted]
  const figures = aggregation?.groups.flatMap((g) => g.figures) ?? []
  return [
    ...[...withheld.mask].map((field): Omission => {
      return { field, reason: 'denied', detail: 'withheld from whoever had this derived', retryable: false }
    }),
    ...lacking(
      found.indeterminate,
      hidden.length > 0 ? 'redacted' : 'unsupported',
      `of which it is not known whether they match: ${hidden.length > 0 ? `${hidden.join(', ')} withheld or omitted` : UNREADABLE}`,
    ),
    ...lacking(
      found.incomparable,
      'unsupported',
      'with a value of another type than the filter compares, not selected',
    ),
    ...lacking(found.unshown, 'limit', 'that matched and could not be written: too long, or not UTF-8'),
    ...lacking(aggregation?.beyond_bound ?? 0, 'limit', 'in groups beyond those that are kept'),
    ...lacking(
      aggregation?.not_grouped ?? 0,
      'unsupported',
      'in no group: the key is an array, an object or unreadable',
    ),
    ...lacking(aggregation?.not_grouped_withheld ?? 0, 'redacted', 'in no group: the key is withheld'),
    ...lacking(
      figures.reduce((sum, f) => sum + f.unknown, 0),
      'redacted',
      'whose value is withheld, in no figure',
    ),
    ...lacking(figures.filter((f) => f.mixed).length && 1, 'unsupported', 'or more with values that cannot be ordered'),
  ]
}

const records = (n: number) => `${n} record${n === 1 ? '' : 's'}`

/** An omitted field concerns a result that shows it or was selected by it; a region or records always do, for all that is known. */
function concerns(query: Query, o: Omission): boolean {
  if (o.field === undefined || o.coverage || (!query.fields && !query.aggregate)) return true
  const a = query.aggregate
  const used: Path[] = [
    ...(query.filter ? propertiesOf(query.filter) : []),
    ...(query.fields ?? []),
    ...(a ? [...a.group_by, ...a.metrics.flatMap((m) => (m.field ? [m.field] : []))] : []),
  ]
  // As a publisher may write it: with or without quotes.
  return used.some((path) => related(propertyText(path), o.field!) || related(path.join('.'), o.field!))
}

const related = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

/** The records of the result have other places than those of the input. */
function inherited(query: Query, { records: range, ...o }: Omission): Omission {
  const detail = (where: string) =>
    `${o.detail ? `${o.detail} (` : ''}inherited from the input${where}${o.detail ? ')' : ''}`.slice(0, 2000)
  if (!range) return { ...o, detail: detail('') }
  const same = !query.filter && !query.aggregate
  if (same) return { ...o, records: range, detail: detail('') }
  return {
    ...o,
    ...(!o.coverage && o.field === undefined && { coverage: {} }),
    detail: detail(`, records [${range.start}, ${range.end}) there`),
  }
}
