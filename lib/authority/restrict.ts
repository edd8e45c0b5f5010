import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { Restriction } from '@/lib/protocol/authority'
import { makeId } from '@/lib/protocol/make-id'
import { actorOf, requireAdmin, tenantOf } from './may'
import type { Caller } from './principal'
import { notFound } from './refusals'
import { fenced, takeAway } from './scope'

/** From now on only grants that name the artifact count: not the run, not the role of auditor. Admins of the owner only. */
export async function restrictArtifact(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  artifactId: string,
  input: { reason: string },
): Promise<Restriction> {
  return change(rt, caller, tenant, artifactId, async (tx, tenantId) => {
    const made = await tx`
      insert into restrictions (id, artifact_id, tenant_id, reason, restricted_by)
      values (${makeId('rst')}, ${artifactId}, ${tenantId}, ${input.reason}, ${caller.principalId})
      on conflict (artifact_id) where lifted_at is null do nothing`
    if (made.count === 0) return
    await record(tx, {
      tenantId,
      kind: 'artifact_restricted',
      ...actorOf(caller),
      artifactId,
      reason: input.reason,
    })
    await takeAway(tx, tenantId, 'artifact_restricted')
  })
}

/** Lifts the restriction: the rules that were there before count again. */
export async function unrestrictArtifact(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  artifactId: string,
): Promise<Restriction> {
  return change(rt, caller, tenant, artifactId, async (tx, tenantId) => {
    const lifted = await tx`
      update restrictions set lifted_by = ${caller.principalId}, lifted_at = clock_timestamp()
      where artifact_id = ${artifactId} and lifted_at is null`
    if (lifted.count === 1) await record(tx, { tenantId, kind: 'restriction_lifted', ...actorOf(caller), artifactId })
  })
}

async function change(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  artifactId: string,
  work: (tx: Parameters<Parameters<typeof fenced>[2]>[0], tenantId: string) => Promise<void>,
): Promise<Restriction> {
  const tenantId = tenantOf(caller, tenant)
  requireAdmin(caller, tenantId)
  return fenced(rt, [tenantId], async (tx) => {
    const [own] = await tx`select 1 from artifacts where id = ${artifactId} and tenant_id = ${tenantId}`
    if (!own) throw notFound()
    await work(tx, tenantId)
    return restrictionOf(tx, artifactId)
  })
}

export async function restrictionOf(sql: postgres.ISql, artifactId: string): Promise<Restriction> {
  const [r] = await sql<{ reason: string; since: Date }[]>`
    select reason, restricted_at as since from restrictions where artifact_id = ${artifactId} and lifted_at is null`
  return {
    artifact_id: artifactId,
    restricted: r !== undefined,
    reason: r?.reason ?? null,
    since: r?.since.toISOString() ?? null,
  }
}
