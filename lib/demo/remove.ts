import { record } from '@/lib/audit/record'
import { actorOf, requireOperator } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import { takeAway } from '@/lib/authority/scope'
import type { Deps } from '@/lib/deps'
import type { RemovedDemo } from '@/lib/protocol/admin'
import { ProblemError } from '@/lib/protocol/problem'

/**
 * Removes the demo tenant: one transaction ends its credentials and blocks its artifacts, the gate last, so that no
 * disclosure is decided after it; then keys and bytes are destroyed. Killed in between, the sweep finishes: it destroys
 * whatever is left of artifacts that the database says are deleted. Rows stay, as tombstones, and so does the log.
 */
export async function removeDemo(rt: Deps, caller: Caller): Promise<RemovedDemo> {
  requireOperator(caller)
  const { tenantId, ids, keys } = await rt.sql.begin(async (tx) => {
    const [tenant] = await tx<{ id: string }[]>`
      update tenants set removed_at = clock_timestamp() where demo and removed_at is null returning id`
    if (!tenant) throw new ProblemError('not_found', 'There is no demo tenant here, or it was removed already.')
    const removed = await tx<{ id: string }[]>`
      update artifacts set state = 'deleted', state_reason = 'the demo was removed', state_at = clock_timestamp()
      where tenant_id = ${tenant.id} and state <> 'deleted' returning id`
    const revoked = await tx`
      update api_keys set revoked_at = clock_timestamp() where tenant_id = ${tenant.id} and revoked_at is null`
    await record(tx, {
      tenantId: tenant.id,
      kind: 'tenant_removed',
      ...actorOf(caller),
      detail: { artifacts: removed.length, keys_revoked: revoked.count },
    })
    await takeAway(tx, tenant.id, 'tenant_removed')
    return { tenantId: tenant.id, ids: removed.map((a) => a.id), keys: revoked.count }
  })
  for (const id of ids) {
    await rt.keystore.destroyDataKey(id)
    await rt.store.delete(id)
  }
  return { tenant_id: tenantId, artifacts: ids.length, keys_revoked: keys }
}
