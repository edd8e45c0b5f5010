import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { PurposesInput, PurposeUse } from '@/lib/protocol/admin'
import { ProblemError } from '@/lib/protocol/problem'
import { actorOf, requireAdmin } from './may'
import { lockTenant } from './members'
import type { Caller } from './principal'
import { takeAway } from './scope'

/** The tenant's purposes in their order, then those that runs or grants name although they are on the list no more. */
export async function listPurposes(rt: Deps, caller: Caller, tenantId: string): Promise<{ items: PurposeUse[] }> {
  requireAdmin(caller, tenantId)
  const [tenant] = await rt.sql<{ purposes: string[] }[]>`
    select purposes from tenants where id = ${tenantId} and removed_at is null`
  if (!tenant) throw new ProblemError('not_found', 'No tenant by this name exists for this caller.')
  const named = await rt.sql<{ purpose: string; runs: number; grants: number }[]>`
    select purpose, count(*) filter (where of = 'run')::int as runs, count(*) filter (where of = 'grant')::int as grants
    from (
      select unnest(purposes) as purpose, 'run' as of from runs where tenant_id = ${tenantId}
      union all
      select unnest(purposes), 'grant' from grants
      where tenant_id = ${tenantId} and revoked_at is null and (until is null or until > clock_timestamp())
    ) n group by purpose order by purpose`
  const use = (purpose: string, listed: boolean): PurposeUse => {
    const { runs = 0, grants = 0 } = named.find((n) => n.purpose === purpose) ?? {}
    return { purpose, listed, runs, grants }
  }
  return {
    items: [
      ...tenant.purposes.map((purpose) => use(purpose, true)),
      ...named.filter((n) => !tenant.purposes.includes(n.purpose)).map((n) => use(n.purpose, false)),
    ],
  }
}

/**
 * Gives the tenant exactly these purposes. One that is taken off permits nothing from then on, whichever runs and grants
 * name it; put back, they permit it again. Their own lists are not changed.
 */
export async function changePurposes(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  input: z.infer<typeof PurposesInput>,
): Promise<{ items: PurposeUse[] }> {
  requireAdmin(caller, tenantId)
  const wanted = [...new Set(input.purposes)]
  await rt.sql.begin(async (tx) => {
    await lockTenant(tx, tenantId)
    const [tenant] = await tx<{ purposes: string[] }[]>`select purposes from tenants where id = ${tenantId}`
    const had = tenant!.purposes
    if (had.join() === wanted.join()) return
    await tx`update tenants set purposes = ${wanted} where id = ${tenantId}`
    await record(tx, {
      tenantId,
      kind: 'purposes_changed',
      ...actorOf(caller),
      detail: { before: had, after: wanted },
    })
    if (had.some((purpose) => !wanted.includes(purpose))) await takeAway(tx, tenantId, 'purposes_changed')
  })
  return listPurposes(rt, caller, tenantId)
}
