import type postgres from 'postgres'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { ParticipantInput, Run, RunInput } from '@/lib/protocol/admin'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { findRun, noRun, sees } from './find-runs'
import { actorOf, requireAdmin, tenantOf } from './may'
import type { Caller } from './principal'
import { takeAway } from './scope'

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
      const run = await findRun(tx, tenantId, runId)
      if (run!.purposes.join() !== [...new Set(input.purposes)].join() || !(await sees(tx, caller, tenantId, runId)))
        throw new ProblemError('conflict', `The run "${runId}" exists already. Choose another run_id, or leave it out.`)
    }
    if (created && caller.kind === 'agent' && caller.keyKind === 'agent')
      await participate(tx, caller, tenantId, runId, caller.principalId)
    return { run: (await findRun(tx, tenantId, runId))!, created }
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
  // What was granted to a run of this name was meant for the one its admin makes, not for whoever takes the name first.
  const [meant] =
    caller.kind === 'agent' && caller.keyKind === 'agent'
      ? await tx`
          select 1 from grants g where g.grantee_tenant = ${tenantId} and g.grantee_run = ${runId}
            and not exists (select from runs r where r.tenant_id = ${tenantId} and r.id = ${runId}) limit 1`
      : []
  if (meant)
    throw new ProblemError('conflict', `The run "${runId}" exists already. Choose another run_id, or leave it out.`)
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
    on conflict (tenant_id, run_id, principal_id) do update
      set ended_at = null, added_at = excluded.added_at, added_by = excluded.added_by
      where run_participants.ended_at is not null`
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
    if (!(await findRun(tx, tenantId, runId))) throw noRun()
    const [known] = await tx`
      select 1 from principals p where p.id = ${input.principal_id} and (p.tenant_id = ${tenantId}
        or exists (select from memberships m where m.user_id = p.id and m.tenant_id = ${tenantId}))`
    if (!known)
      throw new ProblemError('invalid_request', 'No such principal belongs to this tenant.', {
        errors: [{ pointer: '/principal_id', detail: 'the principal_id of an agent or a member of this tenant' }],
      })
    await participate(tx, caller, tenantId, runId, input.principal_id)
    return (await findRun(tx, tenantId, runId))!
  })
}

/**
 * Ends a principal's part in the run: nothing of it is decided for them from then on, on any process. Adding them again
 * begins anew. Ending it twice changes nothing. Admins and the operator only.
 */
export async function removeParticipant(
  rt: Deps,
  caller: Caller,
  at: { tenant?: string },
  runId: string,
  principalId: string,
): Promise<Run> {
  const tenantId = caller.kind === 'operator' && at.tenant ? at.tenant : tenantOf(caller, at.tenant)
  requireAdmin(caller, tenantId)
  await rt.sql.begin(async (tx) => {
    if (!(await findRun(tx, tenantId, runId))) throw noRun()
    const [part] = await tx<{ ended: boolean }[]>`
      select ended_at is not null as ended from run_participants
      where tenant_id = ${tenantId} and run_id = ${runId} and principal_id = ${principalId} for update`
    if (!part) throw new ProblemError('not_found', 'No principal by this id takes part in this run, or ever did.')
    if (part.ended) return
    await tx`
      update run_participants set ended_at = clock_timestamp()
      where tenant_id = ${tenantId} and run_id = ${runId} and principal_id = ${principalId}`
    await record(tx, {
      tenantId,
      kind: 'participant_removed',
      runId,
      ...actorOf(caller),
      detail: { principal_id: principalId },
    })
    await takeAway(tx, tenantId, 'participant_removed')
  })
  return (await findRun(rt.sql, tenantId, runId))!
}
