import type { Release } from '@/lib/authority/disclose'
import { fenced } from '@/lib/authority/scope'
import type { Deps } from '@/lib/deps'
import type { Scan } from '@/lib/protocol/read'
import type { AggregationState } from '@/lib/records/query/aggregate'
import { loadQuery, type Query, storeQuery } from './query'

/** How far a scan has come with one page: what it is of, and its counts so far. */
export type ScanPage = Progress & { query: Query; aggregation: AggregationState | null }

type Progress = {
  scan: string
  previous: string | null
  position: number
  upTo: number
  matched: number
  indeterminate: number
  incomparable: number
  skipped: number
}

const LABEL = 'scan'

/**
 * Records a page before it is handed out. It can begin only where the page that it names ended (a foreign key), so that
 * coverage adds up in the database and not in what a caller presents.
 */
export async function recordScanPage(
  rt: Deps,
  release: Release,
  p: ScanPage,
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
        up_to: p.upTo,
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

/** The page that a disclosure of this artifact handed out, with the query it is of; null when there is none any more. */
export async function loadScanPage(rt: Deps, release: Release, disclosureId: string): Promise<ScanPage | null> {
  const [row] = await fenced(
    rt,
    [release.artifact.tenantId],
    (tx) => tx<(Progress & { sealed: Buffer })[]>`
      select scan_id as scan, previous, position, up_to as "upTo", matched, indeterminate, incomparable, skipped, sealed
      from scan_pages where disclosure_id = ${disclosureId} and artifact_id = ${release.artifact.id}`,
  )
  const known = row && (await unsealScan(release, row.sealed))
  return known ? { ...row, ...known } : null
}

/** What a page was of; null when it is gone with the artifact's key. */
export async function unsealScan(
  release: Release,
  sealed: Buffer,
): Promise<Pick<ScanPage, 'query' | 'aggregation'> | null> {
  const text = await release.unseal(LABEL, sealed)
  if (!text) return null
  const { query, aggregation } = JSON.parse(text.toString()) as { query: string; aggregation: AggregationState | null }
  return { query: loadQuery(query), aggregation }
}
