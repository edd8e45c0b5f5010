import type { Release } from '@/lib/authority/disclose'
import { fenced } from '@/lib/authority/scope'
import type { Deps } from '@/lib/deps'
import type { Scan } from '@/lib/protocol/read'
import type { AggregationState } from '@/lib/records/query/aggregate'
import { loadQuery, type Query, storeQuery } from './query'

/** How far a scan has come with one page: what it is of, and its counts so far. */
export type ScanPage = {
  disclosureId: string
  scan: string
  previous: string | null
  position: number
  examinedEnd: number
  matched: number
  indeterminate: number
  incomparable: number
  skipped: number
  query: Query
  aggregation: AggregationState | null
}

const LABEL = 'scan'

/**
 * Records a page before it is handed out. It can begin only where the page that it names ended (a foreign key), so that
 * coverage adds up in the database and not in what a caller presents.
 */
export async function recordScanPage(
  rt: Deps,
  release: Release,
  p: Omit<ScanPage, 'disclosureId'>,
  scan: Pick<Scan, 'status' | 'reason' | 'total'>,
): Promise<void> {
  const { artifact } = release
  const content = JSON.stringify({ query: storeQuery(p.query), aggregation: p.aggregation })
  const sealed = await release.seal(LABEL, Buffer.from(content))
  await fenced(
    rt,
    [artifact.tenantId],
    (tx) => tx`
      insert into scan_pages ${tx({
        disclosure_id: release.disclosureId,
        tenant_id: artifact.tenantId,
        artifact_id: artifact.id,
        scan_id: p.scan,
        principal_id: release.principalId,
        previous: p.previous,
        position: p.position,
        up_to: p.examinedEnd,
        total: scan.total,
        matched: p.matched,
        indeterminate: p.indeterminate,
        incomparable: p.incomparable,
        skipped: p.skipped,
        status: scan.status,
        reason: scan.reason ?? null,
        sealed,
      })}`,
  )
}

type Row = {
  scan: string
  previous: string | null
  position: number
  examinedEnd: number
  matched: number
  indeterminate: number
  incomparable: number
  skipped: number
  sealed: Buffer
}

/** The page that a disclosure of this artifact handed out, with the query it is of; null when there is none. */
export async function loadScanPage(rt: Deps, release: Release, disclosureId: string): Promise<ScanPage | null> {
  const [row] = await fenced(
    rt,
    [release.artifact.tenantId],
    (tx) => tx<Row[]>`
      select scan_id as scan, previous, position, up_to as "examinedEnd", matched, indeterminate, incomparable, skipped, sealed
      from scan_pages where disclosure_id = ${disclosureId} and artifact_id = ${release.artifact.id}`,
  )
  if (!row) return null
  const content = await unsealScan(release, row.sealed)
  return content && { ...row, ...content, disclosureId }
}

/** The query that was run, and of an aggregate the figures so far; null when the artifact's key is gone, and they with it. */
export async function unsealScan(
  release: Release,
  sealed: Buffer,
): Promise<{ query: Query; aggregation: AggregationState | null } | null> {
  const text = await release.unseal(LABEL, sealed)
  if (!text) return null
  const { query, aggregation } = JSON.parse(text.toString()) as { query: string; aggregation: AggregationState | null }
  return { query: loadQuery(query), aggregation }
}
