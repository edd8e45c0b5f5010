import type { Release } from '@/lib/authority/disclose'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import type { Scan } from '@/lib/protocol/read'
import { aggregateResult } from './aggregate-result'
import { concludeQuery } from './conclude-query'
import { openQuery } from './open-query'
import { mismatch, type PageAnswer, type Plan } from './plan'
import { filterText, type Query, queryForm, sameQuery } from './query'
import { loadScanPage, recordScanPage, type ScanPage } from './scan-pages'
import { itemsOf } from './shown-items'

/**
 * One page of a query. What it has examined is recorded before it is handed out, and adds up from page to page in the
 * database: so the last page can say that all was examined, and no page that was left out can.
 *
 * @param asked the query of a first page; null when a cursor continues one
 * @param beside what was sent beside the cursor, which must be the same
 */
export async function readQuery(
  rt: Deps,
  release: Release,
  plan: Plan,
  asked: Query | null,
  beside: Query | null,
): Promise<PageAnswer> {
  const before = await pageBefore(rt, release, plan)
  const query = asked ?? before!.query
  if (beside && !sameQuery(beside, query))
    throw mismatch([{ pointer: '/selector', detail: 'the cursor continues another query' }])
  const open = await openQuery(rt, release, query)
  const page = await open.page({ ...plan, aggregation: before?.aggregation ?? null })
  const done = page.next >= open.total
  const sum = (name: 'matched' | 'indeterminate' | 'incomparable' | 'skipped') => (before?.[name] ?? 0) + page[name]
  const scan: Scan = {
    status: done ? 'completed' : page.interrupted ? 'interrupted' : 'more',
    unit: 'records',
    examined: { start: 0, end: page.next },
    total: open.total,
    matched: sum('matched'),
    indeterminate: sum('indeterminate'),
    incomparable: sum('incomparable'),
    // How many records a chunk holds tells how long the fields in it are.
    skipped: release.mask ? null : sum('skipped'),
    ...(page.interrupted && !done && { reason: page.interrupted }),
  }
  await recordScanPage(
    rt,
    release,
    {
      scan: plan.scan,
      previous: plan.previous,
      position: plan.position,
      examinedEnd: page.next,
      matched: scan.matched,
      indeterminate: scan.indeterminate,
      incomparable: scan.incomparable,
      skipped: sum('skipped'),
      query,
      aggregation: page.aggregation,
    },
    scan,
  )
  const aggregate = page.aggregation && aggregateResult(query.aggregate!, page.aggregation)
  return {
    selector: queryForm(query),
    filter_text: filterText(query),
    ordering: 'record_index asc',
    ...(aggregate ? { aggregate } : { records: itemsOf(page.shown) }),
    returned: aggregate ? aggregate.groups.length : page.shown.length,
    scan,
    conclusion: concludeQuery(release, query, open, scan),
    chunks: { ...page.chunks, total: release.artifact.chunks },
    next: done ? null : page.next,
  }
}

async function pageBefore(rt: Deps, release: Release, plan: Plan): Promise<ScanPage | null> {
  if (plan.previous === null) return null
  const page = await loadScanPage(rt, release, plan.previous)
  if (page?.scan === plan.scan && page.examinedEnd === plan.position) return page
  throw new ProblemError(
    'cursor_invalid',
    'The page that this cursor continues is not on record. Start again with a selector.',
  )
}
