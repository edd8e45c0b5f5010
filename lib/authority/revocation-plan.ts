import type postgres from 'postgres'
import type { BlastRadius, Disclosed, RevocationInput } from '@/lib/protocol/authority'
import { grantsWhere } from './grants'

/** What a revocation is about: of which tenant's things, and which grants. */
export type Target = { tenantId: string; scope: RevocationInput['scope']; id: string }

/** A cursor lives this long (reading/cursor.ts): a scan read within it may have one open. */
const CURSOR_LIFE = '15 minutes'
const DERIVED_BOUND = 10_000

/** The grants that a revocation ends, as a condition on `g`. */
export function grantsOf(tx: postgres.ISql, { tenantId, scope, id }: Target) {
  const which = {
    grant: tx`g.id = ${id}`,
    artifact: tx`g.artifact_id = ${id}`,
    run: tx`(g.run_id = ${id} or g.artifact_id = any (array(select a.id from artifacts a where a.tenant_id = ${tenantId} and a.run_id = ${id})))`,
    principal: tx`g.grantee_principal = ${id}`,
    tenant: tx`g.grantee_tenant = ${id} and g.grantee_tenant <> g.tenant_id`,
  }[scope]
  return tx`g.tenant_id = ${tenantId} and ${which}`
}

/** Whether the tenant has what the revocation names. */
export async function targetExists(tx: postgres.ISql, { tenantId, scope, id }: Target): Promise<boolean> {
  const [row] = await {
    grant: () => tx`select 1 from grants where id = ${id} and tenant_id = ${tenantId}`,
    artifact: () => tx`select 1 from artifacts where id = ${id} and tenant_id = ${tenantId}`,
    run: () => tx`select 1 from runs where id = ${id} and tenant_id = ${tenantId}`,
    principal: () => tx`
      select 1 from grants where grantee_principal = ${id} and tenant_id = ${tenantId}
      union all select 1 from run_participants where principal_id = ${id} and tenant_id = ${tenantId}`,
    tenant: () =>
      tx`select 1 from sharing where tenant_id = ${tenantId} and grantee_tenant = ${id} and grantee_tenant <> tenant_id`,
  }[scope]()
  return row !== undefined
}

/**
 * What the other side derived from what these grants gave it, and everything derived from that: of another tenant, all that
 * it has; of this tenant's principals and runs, what they published. What another live grant still gives to the same side
 * is not among it. `ended` restricts the grants to those of one revocation, or to the live ones for a plan.
 */
export function derivedFrom(tx: postgres.ISql, target: Target, ended: string | null) {
  return tx`
    with recursive g as (
      select g.* from grants g where ${grantsOf(tx, target)}
        and ${ended === null ? tx`g.revoked_at is null` : tx`g.revocation_id = ${ended}`}
    ),
    src as (
      select a.id, g.grantee_kind, g.grantee_tenant, g.grantee_principal, g.grantee_run, g.tenant_id
      from g join artifacts a on a.id = g.artifact_id
      union
      select a.id, g.grantee_kind, g.grantee_tenant, g.grantee_principal, g.grantee_run, g.tenant_id
      from g join artifacts a on a.tenant_id = g.tenant_id and a.run_id = g.run_id
    ),
    uncovered as (
      select s.* from src s join artifacts a on a.id = s.id
      where not exists (select from grants o where o.tenant_id = s.tenant_id and o.id not in (select id from g) and o.revoked_at is null
        and (o.until is null or o.until > clock_timestamp())
        and (o.artifact_id = s.id or (o.tenant_id = a.tenant_id and o.run_id = a.run_id))
        and o.grantee_tenant = s.grantee_tenant and (o.grantee_kind = 'tenant'
          or (o.grantee_principal, o.grantee_run) is not distinct from (s.grantee_principal, s.grantee_run)))
    ),
    down as (
      select e.child as id, s.id as source, s.tenant_id as owner, s.grantee_kind, s.grantee_tenant, s.grantee_principal, s.grantee_run
      from edges e join uncovered s on s.id = e.parent
      union
      select e.child, d.source, d.owner, d.grantee_kind, d.grantee_tenant, d.grantee_principal, d.grantee_run
      from edges e join down d on d.id = e.parent
    ),
    hit as (
      select d.* from down d join artifacts a on a.id = d.id
      where case when d.grantee_tenant <> d.owner then a.tenant_id = d.grantee_tenant
        when d.grantee_kind = 'principal' then a.published_by = d.grantee_principal
        else a.tenant_id = d.grantee_tenant and a.run_id = d.grantee_run end
    ),
    reached as (
      select id, source, owner from hit
      union
      select e.child, r.source, r.owner from edges e join reached r on r.id = e.parent
    )
    select r.id, min(r.source) as source from reached r join artifacts a on a.id = r.id
    where a.state <> 'deleted' and (a.tenant_id <> r.owner or exists (select from hit h where h.id = r.id)
      or not exists (select from hit h where h.grantee_tenant <> h.owner))
    group by r.id`
}

/** What a revocation would end and what it cannot: read under the service's role, because the closure crosses tenants. */
export async function blastRadius(tx: postgres.TransactionSql, target: Target): Promise<BlastRadius> {
  const live = tx`${grantsOf(tx, target)} and g.revoked_at is null`
  const [counted] = await tx<{ grants: number; artifacts: number; participants: number }[]>`
    select (select count(*)::int from grants g where ${live}) as grants,
      (select count(*)::int from artifacts a where a.tenant_id = ${target.tenantId} and exists (select from grants g where ${live}
        and (g.artifact_id = a.id or g.run_id = a.run_id))) as artifacts,
      (select count(*)::int from run_participants p where ${target.scope === 'principal'} and p.tenant_id = ${target.tenantId}
        and p.principal_id = ${target.id} and p.ended_at is null) as participants`
  const [scans] = await tx<{ n: number }[]>`
    select count(distinct d.detail->>'scan')::int as n from audit d
    where d.grant_id = any (array(select g.id from grants g where ${live})) and d.decision = 'allow' and d.operation = 'read'
      and d.at > clock_timestamp() - ${CURSOR_LIFE}::interval`
  const derived = await tx<{ id: string; own: boolean; copies: number }[]>`
    select x.id, a.tenant_id = ${target.tenantId} as own, (select count(*)::int from copies c where c.artifact_id = x.id) as copies
    from (${derivedFrom(tx, target, null)} limit ${DERIVED_BOUND + 1}) x join artifacts a on a.id = x.id`
  return {
    grants: { count: counted!.grants, sample: await grantsWhere(tx, live, 20) },
    participants: counted!.participants,
    artifacts: counted!.artifacts,
    open_scans: scans!.n,
    derived: {
      count: Math.min(derived.length, DERIVED_BOUND),
      at_least: derived.length > DERIVED_BOUND,
      // What another tenant has is counted, not named.
      sample: derived
        .filter((d) => d.own)
        .slice(0, 20)
        .map((d) => d.id),
    },
    copies: derived.reduce((n, d) => n + d.copies, 0),
    disclosed: await disclosedUnder(tx, grantsOf(tx, target)),
    still_readable: await remaining(tx, target),
  }
}

/** What left under these grants (a condition on `g`), to whom. The log does not change, so it is the same before and after. */
export async function disclosedUnder(tx: postgres.ISql, grants: ReturnType<typeof grantsOf>): Promise<Disclosed> {
  const rows = await tx<
    { principal_id: string; name: string | null; disclosures: number; last_at: Date; total: number }[]
  >`
    select d.actor as principal_id, max(p.name) as name, count(*)::int as disclosures, max(d.at) as last_at,
      (sum(count(*)) over ())::int as total
    from audit d left join principals p on p.id = d.actor
    where d.grant_id = any (array(select g.id from grants g where ${grants})) and d.decision = 'allow' and d.operation <> 'describe'
    group by d.actor order by max(d.at) desc limit 100`
  return {
    count: rows[0]?.total ?? 0,
    recipients: rows.map(({ total: _, ...r }) => ({ ...r, last_at: r.last_at.toISOString() })),
  }
}

/** By which other rules the same artifacts stay readable: a revoke of one artifact's grants does not end those of its run. */
async function remaining(tx: postgres.ISql, t: Target): Promise<string[]> {
  if (t.scope === 'tenant' || t.scope === 'principal') return []
  const [row] = await tx<{ grants: number; participants: number; auditors: number }[]>`
    with mine as (select a.id, a.run_id from artifacts a where a.tenant_id = ${t.tenantId} and (
      (${t.scope} = 'artifact' and a.id = ${t.id}) or (${t.scope} = 'run' and a.run_id = ${t.id})
      or (${t.scope} = 'grant' and exists (select from grants g where g.id = ${t.id} and (g.artifact_id = a.id or g.run_id = a.run_id)))))
    select (select count(*)::int from grants g where g.tenant_id = ${t.tenantId} and g.revoked_at is null
        and (g.until is null or g.until > clock_timestamp()) and (${grantsOf(tx, t)}) is not true
        and (g.artifact_id in (select id from mine) or g.run_id in (select run_id from mine))) as grants,
      (select count(*)::int from run_participants p where p.tenant_id = ${t.tenantId} and p.ended_at is null
        and p.run_id in (select run_id from mine)) as participants,
      (select count(*)::int from memberships m where m.tenant_id = ${t.tenantId} and m.role = 'auditor') as auditors`
  const n = (count: number, one: string, many: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])
  return [
    ...n(row!.grants, 'other grant', 'other grants'),
    ...n(row!.participants, 'participant of the run', 'participants of the run'),
    ...n(row!.auditors, 'auditor of this tenant, for "audit"', 'auditors of this tenant, for "audit"'),
  ]
}
