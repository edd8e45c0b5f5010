import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { Explanation, ReaderRow, Readers, RuleRow } from '@/lib/protocol/authority'
import { decide, inWords, type Rule } from './decide'
import { disclose } from './disclose'
import { requireOversight } from './grants'
import { actorOf, belongsTo } from './may'
import type { Caller } from './principal'
import { notFound } from './refusals'
import { restrictionOf } from './restrict'

type Query = { principal?: string | undefined; purpose?: string | undefined; operation: Explanation['operation'] }

/**
 * Which rule lets a principal read an artifact, or why none does. Oneself: whoever may see its description. Another
 * principal: admins and auditors of the owning tenant. Nothing is disclosed to the principal; the look is in the log.
 */
export async function explainAccess(rt: Deps, caller: Caller, artifactId: string, q: Query): Promise<Explanation> {
  const simulated = q.principal !== undefined && q.principal !== caller.principalId
  const of = q.principal ?? caller.principalId
  if (simulated) await overseen(rt, caller, artifactId, of, q)
  else await disclose(rt, caller, { artifactId, operation: 'describe', detail: { part: 'authority' } })
  const [a] = await rt.sql<
    {
      tenantId: string
      runId: string
      state: 'available'
      expired: boolean
      restricted: boolean
      blocked: boolean
      purposes: string[]
      createdAt: Date
      existedUntil: Date | null
      now: Date
    }[]
  >`
    select a.created_at as "createdAt", least(a.expires_at, case when a.state = 'deleted' then a.state_at end) as "existedUntil",
      a.tenant_id as "tenantId", a.run_id as "runId", a.state, coalesce(a.expires_at <= clock_timestamp(), false) as expired,
      exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null) as restricted,
      exists (select from blocks b where b.artifact_id = a.id and b.lifted_at is null) as blocked, t.purposes, clock_timestamp() as now
    from artifacts a join tenants t on t.id = a.tenant_id and t.removed_at is null where a.id = ${artifactId}`
  const [p] = await rt.sql<{ name: string; tenants: string[] }[]>`
    select p.name, case when p.kind = 'agent' then array[p.tenant_id]
      else array(select distinct m.tenant_id from memberships m join tenants t on t.id = m.tenant_id and t.removed_at is null
        where m.user_id = p.id) end as tenants
    from principals p where p.id = ${of} and p.disabled_at is null`
  if (!a || !p) throw notFound()
  const rulesOf = (who: string, tenants: string[]) => rt.sql<Rule[]>`
    select rank, rule, grant_id, purposes, mask, ended, via_tenant as tenant_id, held
    from rules_for(${who}, ${tenants}, ${a.tenantId}, ${a.runId}, ${artifactId}, ${a.restricted}, ${a.createdAt}, ${a.existedUntil},
      ${a.now}) order by rank, grant_id`
  const rules = await rulesOf(of, p.tenants)
  const bound = simulated ? null : await boundTo(rt, caller)
  const decision = decide(
    {
      ...a,
      rules: [...rules],
      bound: bound && [...(await rulesOf(bound.userId, bound.tenants))],
      tenantPurposes: a.purposes,
    },
    { operation: q.operation, purpose: q.purpose ?? null },
  )
  return {
    artifact_id: artifactId,
    principal: { principal_id: of, name: p.name },
    operation: q.operation,
    outcome: decision.outcome,
    purpose: decision.purpose,
    deciding: decision.deciding && toRow(decision.deciding),
    statement: inWords(decision),
    rules: rules.map(toRow),
    restricted: a.restricted,
    blocked: a.blocked,
    simulated,
    checked_at: a.now.toISOString(),
  }
}

const toRow = ({ rule, grant_id, purposes, mask, ended, tenant_id }: RuleRow): RuleRow => ({
  rule,
  grant_id,
  purposes,
  mask,
  ended,
  tenant_id,
})

/** The person that the caller's key is bound to, as a member of the key's tenant: both must be allowed. */
async function boundTo(rt: Deps, caller: Caller): Promise<{ userId: string; tenants: string[] } | null> {
  if (caller.kind !== 'agent') return null
  const [key] = await rt.sql<{ userId: string; tenants: string[] }[]>`
    select k.user_id as "userId",
      array(select distinct m.tenant_id from memberships m where m.user_id = k.user_id and m.tenant_id = k.tenant_id) as tenants
    from api_keys k where k.id = ${caller.keyId} and k.user_id is not null`
  return key ?? null
}

async function overseen(rt: Deps, caller: Caller, artifactId: string, of: string, q: Query): Promise<void> {
  const [own] = await rt.sql<
    { tenantId: string }[]
  >`select tenant_id as "tenantId" from artifacts where id = ${artifactId}`
  if (!own || !belongsTo(caller, own.tenantId)) throw notFound()
  requireOversight(caller, own.tenantId)
  await record(rt.sql, {
    tenantId: own.tenantId,
    kind: 'access_simulated',
    ...actorOf(caller),
    artifactId,
    detail: { principal_id: of, purpose: q.purpose ?? null, operation: q.operation },
  })
}

/** Everybody a rule relates to an artifact of this tenant, live or ended, with how often each has read it; and whether it is restricted. */
export async function listReaders(rt: Deps, caller: Caller, artifactId: string): Promise<Readers> {
  await overseen(rt, caller, artifactId, '*', { operation: 'read' })
  const rows = await rt.sql<(Omit<ReaderRow, 'last_read_at'> & { last_read_at: Date | null })[]>`
    with a as (select a.*, exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null) as restricted
      from artifacts a where a.id = ${artifactId}),
    related as (
      select p.id, p.name, p.kind, a.tenant_id, 'run_participant' as rule, null::text as grant_id, r.purposes, null::text[] as mask,
        case when rp.ended_at is not null then 'left' when a.restricted then 'restricted' end as ended
      from a join run_participants rp on rp.tenant_id = a.tenant_id and rp.run_id = a.run_id
      join principals p on p.id = rp.principal_id join runs r on r.tenant_id = rp.tenant_id and r.id = rp.run_id
      union all
      select g.grantee_principal, coalesce(p.name, g.grantee_run, g.grantee_tenant), coalesce(p.kind, g.grantee_kind), g.grantee_tenant,
        'grant', g.id, g.purposes, g.mask,
        case when g.revoked_at is not null then 'revoked' when g.until <= clock_timestamp() then 'expired'
          when g.not_before > clock_timestamp() then 'not_yet' when a.restricted and g.artifact_id is null then 'restricted' end
      from a join grants g on g.artifact_id = a.id or (g.tenant_id = a.tenant_id and g.run_id = a.run_id)
      left join principals p on p.id = g.grantee_principal
      union all
      select p.id, p.name, p.kind, a.tenant_id, 'tenant_auditor', null, array['audit'], null, case when a.restricted then 'restricted' end
      from a join memberships m on m.tenant_id = a.tenant_id and m.role = 'auditor' join principals p on p.id = m.user_id
    )
    select jsonb_build_object('principal_id', x.id, 'name', x.name, 'kind', x.kind, 'tenant_id', x.tenant_id) as principal,
      x.rule, x.grant_id, x.purposes, x.mask, x.ended is null as live, x.ended, coalesce(d.reads, 0) as reads, d.last_read_at
    from related x left join lateral (
      select count(*)::int as reads, max(d.at) as last_read_at from audit d
      where d.artifact_id = ${artifactId} and d.kind = 'disclosure' and d.decision = 'allow' and d.operation in ('read', 'content', 'preview', 'proof')
        and case when x.id is not null then d.actor = x.id else d.grant_id = x.grant_id end) d on true
    order by live desc, x.rule, x.name, x.grant_id limit 500`
  return {
    items: rows.map((r) => ({ ...r, last_read_at: r.last_read_at?.toISOString() ?? null })),
    restriction: await restrictionOf(rt.sql, artifactId),
  }
}
