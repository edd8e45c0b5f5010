import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { Grant, GrantInput, GrantQuery } from '@/lib/protocol/authority'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { actorOf, requireAdmin, tenantOf } from './may'
import type { Caller } from './principal'
import { notFound } from './refusals'
import { fenced, shareGate } from './scope'

const invalid = (pointer: string, detail: string) =>
  new ProblemError('invalid_request', `${pointer.slice(1).replaceAll('/', '.')}: ${detail}`, {
    errors: [{ pointer, detail }],
  })

/**
 * Gives access to an artifact or a run of this tenant. Admins only. A grant to oneself is possible, marked, and in the log.
 * `also`: what is to happen together with it or not at all.
 *
 * @throws ProblemError not_found, forbidden, invalid_request, purpose_required
 */
export async function createGrant(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  g: GrantInput,
  also?: (tx: postgres.TransactionSql, grantId: string) => Promise<void>,
): Promise<Grant> {
  const tenantId = tenantOf(caller, tenant)
  requireAdmin(caller, tenantId)
  const to = await grantee(rt, tenantId, g)
  const id = makeId('grt')
  return fenced(rt, [tenantId], async (tx) => {
    await shareGate(tx)
    const [owner] = await tx<
      { purposes: string[] }[]
    >`select purposes from tenants where id = ${tenantId} and removed_at is null`
    if (!owner) throw notFound()
    const unknown = g.purposes.findIndex((p) => !owner.purposes.includes(p))
    if (unknown >= 0)
      throw new ProblemError('purpose_required', `The purpose "${g.purposes[unknown]}" is not on the tenant's list.`, {
        errors: [{ pointer: `/purposes/${unknown}`, detail: `choose from ${owner.purposes.join(', ')}` }],
      })
    const [target] = g.artifact_id
      ? await tx`select 1 from artifacts where id = ${g.artifact_id} and tenant_id = ${tenantId}`
      : await tx`select 1 from runs where id = ${g.run_id!} and tenant_id = ${tenantId}`
    if (!target) throw g.artifact_id ? notFound() : invalid('/run_id', 'no run of this tenant by this name')
    await tx`insert into sharing (tenant_id, grantee_tenant) values (${tenantId}, ${to.tenant}) on conflict do nothing`
    await tx`insert into grants ${tx({
      id,
      tenant_id: tenantId,
      artifact_id: g.artifact_id ?? null,
      run_id: g.run_id ?? null,
      grantee_kind: g.to.kind,
      grantee_tenant: to.tenant,
      grantee_principal: to.principal,
      grantee_run: to.run,
      purposes: [...new Set(g.purposes)],
      mask: g.mask ? [...new Set(g.mask)].sort() : null,
      not_before: g.not_before ? new Date(g.not_before) : null,
      until: g.until ? new Date(g.until) : null,
      reason: g.reason,
      granted_by: caller.principalId,
      to_self: to.principal === caller.principalId,
    })}`
    await record(tx, {
      tenantId,
      kind: 'grant_created',
      ...actorOf(caller),
      artifactId: g.artifact_id ?? null,
      runId: g.run_id ?? null,
      detail: {
        grant_id: id,
        to: g.to,
        purposes: g.purposes,
        mask: g.mask ?? null,
        until: g.until ?? null,
        reason: g.reason,
      },
    })
    await also?.(tx, id)
    return (await grantsWhere(tx, tx`g.id = ${id}`, 1))[0]!
  })
}

/** Whom a grant is for. Looked up by the service: the other side's people and agents are not in this tenant's view. */
async function grantee(rt: Deps, tenantId: string, g: GrantInput) {
  const tenant = g.to.tenant_id ?? tenantId
  const { to } = g
  // Which runs another tenant has is not told, and their names can be guessed: a grant to a run that is not gives nothing.
  const [known] =
    to.kind === 'tenant' || (to.kind === 'run' && tenant !== tenantId)
      ? await rt.sql`select 1 from tenants where id = ${tenant} and removed_at is null`
      : to.kind === 'run'
        ? await rt.sql`select 1 from runs where tenant_id = ${tenant} and id = ${to.run_id}`
        : await rt.sql`
            select 1 from principals p where p.id = ${to.principal_id} and p.disabled_at is null and (p.tenant_id = ${tenant}
              or exists (select from memberships m where m.user_id = p.id and m.tenant_id = ${tenant}))`
  if (!known && tenant === tenantId) throw invalid('/to', 'no such principal, run or tenant')
  if (!known) throw invalid('/to', `no grantee by this name in "${tenant}": ask its admin for the principal_id`)
  return {
    tenant,
    principal: g.to.kind === 'principal' ? g.to.principal_id : null,
    run: g.to.kind === 'run' ? g.to.run_id : null,
  }
}

/** Grants of what the tenant owns, or those it receives: newest first, by keyset. Admins and auditors. */
export async function listGrants(
  rt: Deps,
  caller: Caller,
  q: GrantQuery,
): Promise<{ items: Grant[]; next: string | null }> {
  const tenantId = tenantOf(caller, q.tenant)
  requireOversight(caller, tenantId)
  const after = q.after?.split('~')
  if (after && (after.length !== 2 || Number.isNaN(Date.parse(after[0]!))))
    throw invalid('/after', 'the "next" of the page before')
  const items = await fenced(rt, [tenantId], (tx) => {
    const given = q.direction === 'given'
    const and = (on: unknown, part: postgres.PendingQuery<postgres.Row[]>) =>
      on === undefined ? tx`` : tx`and ${part}`
    return grantsWhere(
      tx,
      tx`${given ? tx`g.tenant_id = ${tenantId}` : tx`g.grantee_tenant = ${tenantId} and g.tenant_id <> ${tenantId}`}
        ${and(q.with, given ? tx`g.grantee_tenant = ${q.with!}` : tx`g.tenant_id = ${q.with!}`)}
        ${and(q.artifact, tx`g.artifact_id = ${q.artifact ?? null}`)}
        ${and(q.run, tx`g.run_id = ${q.run ?? null}`)}
        ${and(q.grantee, tx`${q.grantee ?? null} = coalesce(g.grantee_principal, g.grantee_run, g.grantee_tenant)`)}
        ${and(q.revocation, tx`g.revocation_id = ${q.revocation ?? null}`)}
        ${and(q.state, inState(tx, q.state))}
        ${and(after, tx`(g.created_at, g.id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null})`)}`,
      q.limit + 1,
    )
  })
  const shown = items.slice(0, q.limit)
  const last = shown.at(-1)
  return { items: shown, next: items.length > q.limit && last ? `${last.created_at}~${last.grant_id}` : null }
}

/** Admins and auditors of the tenant, who may see who can read what. */
export function requireOversight(caller: Caller, tenantId: string): void {
  if (caller.kind === 'user' && caller.tenants.some((t) => t.tenantId === tenantId && t.roles.includes('auditor')))
    return
  requireAdmin(caller, tenantId)
}

const stateSql = (tx: postgres.ISql) => tx`case when g.revoked_at is not null then 'revoked'
  when g.until <= clock_timestamp() then 'expired' when g.not_before > clock_timestamp() then 'not_yet' else 'active' end`

function inState(tx: postgres.ISql, state: GrantQuery['state']) {
  switch (state) {
    case 'ended':
      return tx`${stateSql(tx)} in ('expired', 'revoked')`
    case 'expiring':
      return tx`${stateSql(tx)} = 'active' and g.until <= clock_timestamp() + interval '7 days'`
    default:
      return tx`${stateSql(tx)} = ${state ?? null}`
  }
}

type Row = Omit<Grant, 'created_at' | 'not_before' | 'until' | 'revoked_at'> & {
  created_at: string
  not_before: Date | null
  until: Date | null
  revoked_at: Date | null
}

/** Grants by a condition on `g`, newest first. `created_at` keeps its microseconds: it is half of the keyset. */
export async function grantsWhere(
  tx: postgres.ISql,
  where: postgres.PendingQuery<postgres.Row[]>,
  limit: number,
): Promise<Grant[]> {
  const rows = await tx<Row[]>`
    select g.id as grant_id, g.tenant_id, g.artifact_id, g.run_id, g.purposes, g.mask, g.not_before, g.until, g.reason, g.to_self,
      to_char(g.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at, g.revoked_at, g.revocation_id, ${stateSql(tx)} as state,
      jsonb_build_object('kind', g.grantee_kind, 'tenant_id', g.grantee_tenant, 'principal_id', g.grantee_principal,
        'name', (select p.name from principals p where p.id = g.grantee_principal), 'run_id', g.grantee_run) as to,
      jsonb_build_object('principal_id', g.granted_by,
        'name', coalesce((select p.name from principals p where p.id = g.granted_by), g.granted_by)) as granted_by
    from grants g where ${where} order by g.created_at desc, g.id desc limit ${limit}`
  const instant = (d: Date | null) => d?.toISOString() ?? null
  return rows.map((r) => ({
    ...r,
    not_before: instant(r.not_before),
    until: instant(r.until),
    revoked_at: instant(r.revoked_at),
  }))
}
