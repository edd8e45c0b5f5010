import type postgres from 'postgres'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { ParticipantInput, Run, RunInput } from '@/lib/protocol/admin'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { actorOf, requireAdmin, tenantOf } from './may'
import type { Caller } from './principal'
import { seen } from './scope'

/**
 * Creates a run. A capture key, an admin or the operator may; an agent that creates one takes part in it. Creating it
 * again with the same purposes changes nothing.
 */
export async function createRun(
  rt: Deps,
  caller: Caller,
  at: { tenant?: string },
  input: z.infer<typeof RunInput>,
): Promise<{ run: Run; created: boolean }> {
  const tenantId = caller.kind === 'operator' && at.tenant ? at.tenant : tenantOf(caller, at.tenant)
  if (caller.kind === 'user') requireAdmin(caller, tenantId)
  return rt.sql.begin(async (tx) => {
    const runId = input.run_id ?? makeId('run')
    const created = await ensureRun(tx, caller, tenantId, runId, input.purposes)
    if (!created) {
      // An agent must not learn of a run it takes no part in; a name that is taken is taken.
      const run = await find(tx, tenantId, runId)
      if (run!.purposes.join() !== [...new Set(input.purposes)].join() || !(await sees(tx, caller, tenantId, runId)))
        throw new ProblemError('conflict', `The run "${runId}" exists already. Choose another run_id, or leave it out.`)
    }
    if (created && caller.kind === 'agent' && caller.keyKind === 'agent')
      await participate(tx, caller, tenantId, runId, caller.principalId)
    return { run: (await find(tx, tenantId, runId))!, created }
  })
}

/** Makes the run if it is not there. Returns whether it was made. */
export async function ensureRun(
  tx: postgres.TransactionSql,
  caller: Caller,
  tenantId: string,
  runId: string,
  purposes: string[],
): Promise<boolean> {
  const list = [...new Set(purposes)]
  const [tenant] = await tx<
    { purposes: string[] }[]
  >`select purposes from tenants where id = ${tenantId} and removed_at is null`
  if (!tenant) throw new ProblemError('not_found', 'No tenant by this name exists for this caller.')
  const unknown = list.find((p) => !tenant.purposes.includes(p))
  if (unknown !== undefined)
    throw new ProblemError(
      'purpose_required',
      `The purpose "${unknown}" is not on the tenant's list: ${tenant.purposes.join(', ')}.`,
      {
        errors: [{ pointer: '/purposes', detail: `choose from ${tenant.purposes.join(', ')}` }],
      },
    )
  const made = await tx`
    insert into runs (tenant_id, id, purposes, created_by) values (${tenantId}, ${runId}, ${list}, ${caller.principalId})
    on conflict do nothing`
  if (made.count === 1)
    await record(tx, { tenantId, kind: 'run_created', runId, ...actorOf(caller), detail: { purposes: list } })
  return made.count === 1
}

export async function participate(
  tx: postgres.TransactionSql,
  caller: Caller,
  tenantId: string,
  runId: string,
  principalId: string,
): Promise<void> {
  const made = await tx`
    insert into run_participants (tenant_id, run_id, principal_id, added_by)
    values (${tenantId}, ${runId}, ${principalId}, ${caller.principalId})
    on conflict (tenant_id, run_id, principal_id) do update set ended_at = null where run_participants.ended_at is not null`
  if (made.count === 1)
    await record(tx, {
      tenantId,
      kind: 'participant_added',
      runId,
      ...actorOf(caller),
      detail: { principal_id: principalId },
    })
}

/** Makes a principal of the tenant (an agent, or a member) take part in the run. Admins and the operator only. */
export async function addParticipant(
  rt: Deps,
  caller: Caller,
  at: { tenant?: string },
  runId: string,
  input: z.infer<typeof ParticipantInput>,
): Promise<Run> {
  const tenantId = caller.kind === 'operator' && at.tenant ? at.tenant : tenantOf(caller, at.tenant)
  requireAdmin(caller, tenantId)
  return rt.sql.begin(async (tx) => {
    if (!(await find(tx, tenantId, runId))) throw noRun()
    const [known] = await tx`
      select 1 from principals p where p.id = ${input.principal_id} and (p.tenant_id = ${tenantId}
        or exists (select from memberships m where m.user_id = p.id and m.tenant_id = ${tenantId}))`
    if (!known)
      throw new ProblemError('invalid_request', 'No such principal belongs to this tenant.', {
        errors: [{ pointer: '/principal_id', detail: 'the principal_id of an agent or a member of this tenant' }],
      })
    await participate(tx, caller, tenantId, runId, input.principal_id)
    return (await find(tx, tenantId, runId))!
  })
}

export async function getRun(rt: Deps, caller: Caller, at: { tenant?: string }, runId: string): Promise<Run> {
  const tenantId = caller.kind === 'operator' && at.tenant ? at.tenant : tenantOf(caller, at.tenant)
  return seen(rt, [tenantId], async (tx) => {
    const run = await find(tx, tenantId, runId)
    if (!run || !(await sees(tx, caller, tenantId, runId))) throw noRun()
    return run
  })
}

/** The runs the caller may see, newest first: an agent's own, all of the tenant for admins, auditors and capture keys. */
export async function listRuns(
  rt: Deps,
  caller: Caller,
  query: { tenant?: string; after?: string; limit?: number },
): Promise<{ items: Run[]; next: string | null }> {
  const tenantId = caller.kind === 'operator' && query.tenant ? query.tenant : tenantOf(caller, query.tenant)
  const limit = query.limit ?? 50
  const all = seesAll(caller, tenantId)
  const items = await seen(rt, [tenantId], async (tx) => {
    const rows = await tx<{ id: string }[]>`
    select r.id from runs r
    where r.tenant_id = ${tenantId}
      and (${all} or exists (select from run_participants p
        where p.tenant_id = r.tenant_id and p.run_id = r.id and p.principal_id = ${caller.principalId} and p.ended_at is null))
      and (${query.after ?? null}::text is null or (r.created_at, r.id) <
        (select c.created_at, c.id from runs c where c.tenant_id = ${tenantId} and c.id = ${query.after ?? null}))
    order by r.created_at desc, r.id desc limit ${limit + 1}`
    return Promise.all(rows.map(async (r) => (await find(tx, tenantId, r.id))!))
  })
  const shown = items.slice(0, limit)
  return { items: shown, next: items.length > limit ? shown.at(-1)!.run_id : null }
}

const noRun = () => new ProblemError('not_found', 'No run by this id exists for this caller.')

const seesAll = (caller: Caller, tenantId: string): boolean =>
  caller.kind === 'operator' ||
  (caller.kind === 'agent'
    ? caller.keyKind !== 'agent'
    : caller.tenants.some((t) => t.tenantId === tenantId && (t.roles.includes('admin') || t.roles.includes('auditor'))))

async function sees(sql: postgres.ISql, caller: Caller, tenantId: string, runId: string): Promise<boolean> {
  if (seesAll(caller, tenantId)) return true
  const [row] = await sql`
    select 1 from run_participants where tenant_id = ${tenantId} and run_id = ${runId} and principal_id = ${caller.principalId} and ended_at is null`
  return row !== undefined
}

async function find(sql: postgres.ISql, tenantId: string, runId: string): Promise<Run | null> {
  const [run] = await sql<{ purposes: string[]; createdAt: Date; participants: Run['participants'] }[]>`
    select r.purposes, r.created_at as "createdAt", coalesce((
      select jsonb_agg(jsonb_build_object('principal_id', p.id, 'name', p.name, 'kind', p.kind) order by rp.added_at, p.id)
      from run_participants rp join principals p on p.id = rp.principal_id
      where rp.tenant_id = r.tenant_id and rp.run_id = r.id and rp.ended_at is null), '[]') as participants
    from runs r where r.tenant_id = ${tenantId} and r.id = ${runId}`
  return (
    (run && {
      run_id: runId,
      tenant_id: tenantId,
      purposes: run.purposes,
      created_at: run.createdAt.toISOString(),
      participants: run.participants,
    }) ??
    null
  )
}
