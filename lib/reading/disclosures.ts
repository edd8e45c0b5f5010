import { disclose, type Release } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { released } from '@/lib/authority/released'
import { fenced } from '@/lib/authority/scope'
import type { Deps } from '@/lib/deps'
import type { DisclosureRow } from '@/lib/protocol/disclosures'
import { aggregateForm, fieldNames, filterText } from './query'
import { unsealScan } from './scan-pages'

type Row = {
  seq: number
  id: string
  at: Date
  operation: string
  decision: 'allow' | 'refuse'
  rule: string | null
  reason: string | null
  purpose: string | null
  actor: string
  name: string | null
  detail: { selector?: unknown } | null
  /** Of a page of a query. */
  sealed: Buffer | null
  upTo: number | null
  total: number | null
  matched: number | null
}

/**
 * Who was told what of an artifact, and who was refused: newest first, by keyset. An auditor sees all of it; a participant
 * sees what participants of the same run did; whoever was given the artifact sees their own.
 */
export async function listDisclosures(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  page: { after?: string; limit?: number } = {},
): Promise<{ items: DisclosureRow[]; next: string | null }> {
  const release = await disclose(rt, caller, { artifactId, operation: 'describe', detail: { part: 'disclosures' } })
  const limit = page.limit ?? 50
  const after = page.after && /^\d{1,15}$/.test(page.after) ? Number(page.after) : null
  return released(rt, release, async () => {
    const whole = release.mask === null && (await readsRecords(rt, caller, release))
    const rows = await fenced(
      rt,
      [release.artifact.tenantId],
      (tx) => tx<Row[]>`
    select d.seq, d.id, d.at, d.operation, w.decision_now as decision, d.rule, coalesce(d.reason, w.reason) as reason, d.purpose, d.actor, p.name, d.detail,
      s.sealed, s.up_to as "upTo", s.total, s.matched
    from audit d left join principals p on p.id = d.actor left join scan_pages s on s.disclosure_id = d.id
    left join lateral (
      select coalesce(max(x.decision), d.decision) as decision_now, max(x.reason) as reason from audit x
      where x.artifact_id = d.artifact_id and x.kind = 'withdrawn' and x.detail->>'disclosure_id' = d.id and x.seq > d.seq) w on true
    where d.artifact_id = ${artifactId} and d.kind = 'disclosure' and d.tenant_id = ${release.artifact.tenantId}
      and (${release.rule !== 'grant'} or d.actor = ${release.principalId})
      and (${after}::bigint is null or d.seq < ${after})
    order by d.seq desc limit ${limit + 1}`,
    )
    return {
      items: await Promise.all(
        rows.slice(0, limit).map(async (d) => ({
          disclosure_id: d.id,
          at: d.at.toISOString(),
          operation: d.operation,
          decision: d.decision,
          rule: d.rule,
          reason: d.reason,
          purpose: d.purpose,
          principal: { principal_id: d.actor, name: d.name ?? d.actor },
          selector: d.detail?.selector ?? null,
          query: await queryOf(release, d, whole),
        })),
      ),
      next: rows.length > limit ? String(rows[limit - 1]!.seq) : null,
    }
  })
}

/** Auditors are told of what is restricted, blocked or gone, but not of its content: filters are. */
async function readsRecords(rt: Deps, caller: Caller, release: Release): Promise<boolean> {
  if (release.rule !== 'tenant_auditor' || caller.kind !== 'user') return true
  const [row] = await rt.sql<{ verdict: string; masked: string[] | null }[]>`
    select verdict, masked from decide(array['session'], array[${caller.sessionId}], array[${release.artifact.id}],
      array['audit'], array['read'], array['null'], clock_timestamp())`
  return row!.masked === null && (row!.verdict === 'allow' || row!.verdict === 'integrity_failed')
}

/**
 * What a query asked, which is content: gone with the artifact's key, and told to nobody but whoever asked it where the
 * artifact is not read whole, for it may name what is withheld.
 */
async function queryOf(release: Release, d: Row, whole: boolean): Promise<DisclosureRow['query']> {
  if (!d.sealed || !(whole || d.actor === release.principalId)) return null
  const known = await unsealScan(release, d.sealed)
  if (!known) return null
  const { query } = known
  return {
    filter_text: filterText(query),
    fields: fieldNames(query),
    aggregate: query.aggregate && aggregateForm(query.aggregate),
    examined_end: d.upTo!,
    total: d.total!,
    matched: d.matched!,
  }
}
