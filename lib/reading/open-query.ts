import type { Release } from '@/lib/authority/disclose'
import type { Deps } from '@/lib/deps'
import type { AggregationState } from '@/lib/records/query/aggregate'
import { HELD_BYTES } from '@/lib/records/record-feed'
import type { Shape } from '@/lib/records/shape'
import { Statistics } from '@/lib/records/statistics/statistics'
import type { Withheld } from '@/lib/records/withheld'
import { checkQuery } from './check-query'
import type { PageJob } from './page-scan'
import type { Query } from './query'
import { type Scanned, scanRecords } from './scan'
import { shapeOf } from './shape-of'
import { withheldOf } from './withheld-fields'

/** What a thread is given in one go: long enough to be worth a message, short enough that nobody waits for it. */
const PIECE_BYTES = 128 * 1024

export type PageRange = {
  position: number
  limit: number
  maxBytes: number
  /** Of an aggregate, the figures over what lies before `position`. */
  aggregation: AggregationState | null
  deadline: number
  clock: () => number
  gone?: (() => boolean) | undefined
}

export type OpenQuery = {
  total: number
  shape: Shape
  withheld: Withheld
  /** Examines records from `position` on, in a thread; chunks that statistics prove to hold no match are not read. */
  page(range: PageRange): Promise<Scanned & { aggregation: AggregationState | null }>
}

/**
 * A query over the records of a released artifact. What it names is checked here, before anything is examined.
 * @throws ProblemError unknown_property, filter_invalid, integrity_failed
 */
export async function openQuery(rt: Deps, release: Release, query: Query): Promise<OpenQuery> {
  const { artifact, mask } = release
  const reader = await release.open()
  const [index, stored] = await Promise.all([rt.indexes.open(artifact, reader), reader.statistics()])
  const statistics = stored && Statistics.decode(stored)
  const shape = shapeOf(artifact, index)
  const withheld = withheldOf(artifact, mask)
  checkQuery(query, shape, statistics, withheld)
  const possible = statistics && query.filter ? statistics.possible(query.filter, shape, withheld) : null

  const page: OpenQuery['page'] = async (range) => {
    const job: PageJob = {
      kind: 'page',
      spec: { format: artifact.recordFormat, pointer: artifact.recordsPointer },
      shape,
      filter: query.filter,
      fields: query.fields,
      aggregate: query.aggregate && { spec: query.aggregate, state: range.aggregation },
      mask: mask && [...mask],
      omitted: [...withheld.omitted],
      limit: range.limit,
      maxBytes: range.maxBytes,
      held: HELD_BYTES,
    }
    const task = await rt.scans.open(release.principalId, job)
    try {
      const whole = { from: range.position, end: index.records }
      const scanned = await scanRecords(artifact, reader, index, whole, possible, task, {
        deadline: range.deadline,
        clock: range.clock,
        ended: () => (range.gone?.() ? 'client gone' : rt.scans.stopping ? 'server stopping' : null),
        maxBytes: range.maxBytes,
        pieceBytes: PIECE_BYTES,
      })
      return { ...scanned, aggregation: (await task.end()).aggregation }
    } finally {
      task.close()
    }
  }
  return { total: index.records, shape, withheld, page }
}
