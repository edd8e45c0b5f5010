import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { BlastRadius, BlockRow, Revocation, RevocationDetail, RevocationInput } from '@/lib/protocol/authority'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { drain } from './drain'
import { requireOversight } from './grants'
import { actorOf, requireAdmin, tenantOf } from './may'
import type { Caller } from './principal'
import { blastRadius, derivedFrom, disclosedUnder, grantsOf, type Target, targetExists } from './revocation-plan'
import { takeAway } from './scope'

const unknown = () => new ProblemError('not_found', 'Nothing by this id can be revoked by this caller.')

/** What a revoke would end: counted now, changed nothing. Admins of the owning tenant; the look is in the log. */
export async function planRevocation(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  input: RevocationInput,
): Promise<BlastRadius> {
  const target = targetOf(caller, tenant, input)
  return rt.sql.begin(async (tx) => {
    if (!(await targetExists(tx, target))) throw unknown()
    await record(tx, {
      tenantId: target.tenantId,
      kind: 'revocation_planned',
      ...actorOf(caller),
      detail: { scope: input.scope, id: input.id },
    })
    return blastRadius(tx, target)
  })
}

/**
 * Ends access: grants (and, for a principal, its part in runs), blocks what the other side derived, and waits until no
 * server process hands over another byte under it (R2), at most `wait_ms`. No decision is ordered after its commit (R1).
 * Bytes that the network already has are not recalled (R3). Revoking again revokes what is left, which may be nothing.
 */
export async function revoke(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  input: RevocationInput,
): Promise<Revocation> {
  const target = targetOf(caller, tenant, input)
  const id = makeId('rvk')
  await rt.sql.begin(async (tx) => {
    if (!(await targetExists(tx, target))) throw unknown()
    await tx`insert into revocations ${tx({
      id,
      tenant_id: target.tenantId,
      scope: input.scope,
      target: tx.json({ id: input.id }),
      derived: input.derived,
      reason: input.reason!,
      revoked_by: caller.principalId,
      grants: 0,
      participants: 0,
      blocked: 0,
    })}`
    const grants = await tx`
      update grants g set revoked_at = clock_timestamp(), revocation_id = ${id} where ${grantsOf(tx, target)} and g.revoked_at is null`
    const parts =
      input.scope === 'principal'
        ? await tx`
            update run_participants set ended_at = clock_timestamp()
            where tenant_id = ${target.tenantId} and principal_id = ${input.id} and ended_at is null`
        : { count: 0 }
    // From here on no decision and no publish goes on beside this: what was derived is all there, and blocked with the rest.
    await tx`select set_config('statement_timeout', '20000', true)`
    const seq = await takeAway(tx, target.tenantId, 'revoked')
    const blocked =
      input.derived === 'leave'
        ? { count: 0 }
        : await tx`
            insert into blocks (artifact_id, revocation_id, source_id, source_tenant, mode)
            select x.id, ${id}, x.source, ${target.tenantId}, ${input.derived} from (${derivedFrom(tx, target, id)}) x`
    await record(tx, {
      tenantId: target.tenantId,
      kind: 'revoked',
      ...actorOf(caller),
      artifactId: input.scope === 'artifact' ? input.id : null,
      runId: input.scope === 'run' ? input.id : null,
      reason: input.reason!,
      detail: {
        revocation_id: id,
        scope: input.scope,
        id: input.id,
        derived: input.derived,
        grants: grants.count,
        participants: parts.count,
        blocked: blocked.count,
      },
    })
    const counts = { grants: grants.count, participants: parts.count, blocked: blocked.count }
    await tx`update revocations set ${tx({ ...counts, drain_seq: seq })} where id = ${id}`
  })
  return getRevocation(rt, caller, target.tenantId, id, input.wait_ms)
}

function targetOf(caller: Caller, tenant: string | undefined, input: RevocationInput): Target {
  const tenantId = tenantOf(caller, tenant)
  requireAdmin(caller, tenantId)
  return { tenantId, scope: input.scope, id: input.id }
}

type Row = Omit<Revocation, 'revoked_at' | 'drain'> & { revoked_at: Date; drain_seq: number; drained_at: Date | null }

const select = (sql: postgres.ISql) => sql`
  select r.id as revocation_id, r.tenant_id, r.scope, r.target, r.derived, r.reason, r.revoked_at, r.grants, r.participants, r.blocked,
    r.drain_seq, r.drained_at, jsonb_build_object('principal_id', r.revoked_by, 'name', coalesce(p.name, r.revoked_by)) as revoked_by
  from revocations r left join principals p on p.id = r.revoked_by`

/** A revocation and how far it has drained. Admins and auditors of the tenant. */
export async function getRevocation(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  id: string,
  waitMs = 0,
): Promise<Revocation> {
  const tenantId = tenantOf(caller, tenant)
  requireOversight(caller, tenantId)
  const [row] = await rt.sql<Row[]>`${select(rt.sql)} where r.id = ${id} and r.tenant_id = ${tenantId}`
  if (!row) throw unknown()
  return withDrain(rt, row, waitMs)
}

/** The same, with what had been disclosed under the grants that it ended. */
export async function describeRevocation(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  id: string,
): Promise<RevocationDetail> {
  const revocation = await getRevocation(rt, caller, tenant, id)
  return { ...revocation, disclosed: await disclosedUnder(rt.sql, rt.sql`g.revocation_id = ${id}`) }
}

async function withDrain(rt: Deps, { drain_seq, drained_at, ...row }: Row, waitMs: number): Promise<Revocation> {
  const now = drained_at ? { state: 'drained' as const, waiting_for: [] } : await drain(rt, drain_seq, waitMs)
  let at = drained_at
  if (now.state === 'drained' && !at)
    at = (
      await rt.sql<{ at: Date }[]>`
        update revocations set drained_at = coalesce(drained_at, clock_timestamp()) where id = ${row.revocation_id} returning drained_at as at`
    )[0]!.at
  return {
    ...row,
    revoked_at: row.revoked_at.toISOString(),
    drain: { ...now, drained_at: at?.toISOString() ?? null },
  }
}

/** Newest first, by keyset. */
export async function listRevocations(
  rt: Deps,
  caller: Caller,
  q: { tenant?: string; after?: string; limit?: number },
): Promise<{ items: Revocation[]; next: string | null }> {
  const tenantId = tenantOf(caller, q.tenant)
  requireOversight(caller, tenantId)
  const limit = q.limit ?? 50
  const rows = await rt.sql<Row[]>`
    ${select(rt.sql)} where r.tenant_id = ${tenantId} and (${q.after ?? null}::text is null or (r.revoked_at, r.id) <
      (select c.revoked_at, c.id from revocations c where c.id = ${q.after ?? null} and c.tenant_id = ${tenantId}))
    order by r.revoked_at desc, r.id desc limit ${limit + 1}`
  const items = await Promise.all(rows.slice(0, limit).map((r) => withDrain(rt, r, 0)))
  return { items, next: rows.length > limit ? items.at(-1)!.revocation_id : null }
}

/** What a revocation blocked or put up for review. Of other tenants' artifacts only the id is told. */
export async function listBlocks(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  revocationId: string,
  q: { after?: string; limit?: number },
): Promise<{ items: BlockRow[]; next: string | null }> {
  const tenantId = tenantOf(caller, tenant)
  requireOversight(caller, tenantId)
  const [own] = await rt.sql`select 1 from revocations where id = ${revocationId} and tenant_id = ${tenantId}`
  if (!own) throw unknown()
  const limit = q.limit ?? 50
  const rows = await rt.sql<
    (Omit<BlockRow, 'blocked_at' | 'lifted_at'> & { blocked_at: Date; lifted_at: Date | null })[]
  >`
    select b.artifact_id, a.tenant_id as owner_tenant, b.source_id, b.mode, b.blocked_at, b.lifted_at
    from blocks b join artifacts a on a.id = b.artifact_id
    where b.revocation_id = ${revocationId} and b.source_tenant = ${tenantId} and b.artifact_id > ${q.after ?? ''}
    order by b.artifact_id limit ${limit + 1}`
  const items = rows
    .slice(0, limit)
    .map((b) => ({ ...b, blocked_at: b.blocked_at.toISOString(), lifted_at: b.lifted_at?.toISOString() ?? null }))
  return { items, next: rows.length > limit ? items.at(-1)!.artifact_id : null }
}

/** Lets one derived artifact go on: the review's other answer. Admins of the tenant that shared the source. */
export async function liftBlock(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  revocationId: string,
  artifactId: string,
): Promise<void> {
  const tenantId = tenantOf(caller, tenant)
  requireAdmin(caller, tenantId)
  await rt.sql.begin(async (tx) => {
    const lifted = await tx`
      update blocks set lifted_by = ${caller.principalId}, lifted_at = clock_timestamp()
      where revocation_id = ${revocationId} and artifact_id = ${artifactId} and source_tenant = ${tenantId} and lifted_at is null`
    if (lifted.count === 0) throw unknown()
    await record(tx, {
      tenantId,
      kind: 'block_lifted',
      ...actorOf(caller),
      artifactId,
      detail: { revocation_id: revocationId },
    })
  })
}
