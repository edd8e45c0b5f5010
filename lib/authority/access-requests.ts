import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { AccessAnswer, AccessRequest } from '@/lib/protocol/authority'
import { ARTIFACT_ID } from '@/lib/protocol/ids'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { createGrant } from './grants'
import { actorOf, requireAdmin, tenantOf } from './may'
import type { Caller } from './principal'

/** So that nobody fills an inbox. */
const MAX_PENDING = 50

const none = () => new ProblemError('not_found', 'No request for access by this id exists for this caller.')

/**
 * Asks the owner for access. The answer is the same whether the artifact exists or not: a request for nothing waits for
 * ever in nobody's inbox.
 */
export async function requestAccess(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  input: { artifact_id: string; purpose: string; reason: string },
): Promise<AccessRequest> {
  const tenantId = tenantOf(caller, tenant)
  if (caller.kind === 'agent' && caller.keyKind !== 'agent')
    throw new ProblemError('forbidden', 'Access is asked for by who would read: with an agent key, or signed in.')
  const id = makeId('acr')
  const artifactId = input.artifact_id.replace(/^artifact:/, '')
  return rt.sql.begin(async (tx) => {
    const [pending] = await tx<{ n: number }[]>`
      select count(*)::int as n from access_requests where requested_by = ${caller.principalId} and state = 'pending'`
    if (pending!.n >= MAX_PENDING)
      throw new ProblemError('rate_limited', `${MAX_PENDING} requests of yours are pending. Wait for answers.`)
    const [owner] = ARTIFACT_ID.test(artifactId)
      ? await tx<{ tenantId: string }[]>`select tenant_id as "tenantId" from artifacts where id = ${artifactId}`
      : []
    await tx`insert into access_requests ${tx({
      id,
      tenant_id: owner?.tenantId ?? null,
      artifact_id: artifactId,
      requested_by: caller.principalId,
      requester_tenant: tenantId,
      purpose: input.purpose,
      reason: input.reason,
    })}`
    await record(tx, {
      tenantId,
      kind: 'access_requested',
      ...actorOf(caller),
      purpose: input.purpose,
      detail: { request_id: id },
    })
    return (await select(tx, tx`q.id = ${id}`, 1))[0]!
  })
}

/** The inbox of a tenant's admins, or one's own requests: newest first, by keyset. */
export async function listAccessRequests(
  rt: Deps,
  caller: Caller,
  q: { tenant?: string; box: 'inbox' | 'mine'; state?: AccessRequest['state']; after?: string; limit?: number },
): Promise<{ items: AccessRequest[]; next: string | null }> {
  const tenantId = tenantOf(caller, q.tenant)
  if (q.box === 'inbox') requireAdmin(caller, tenantId)
  const limit = q.limit ?? 50
  const box = (of: postgres.PendingQuery<postgres.Row[]>) =>
    q.box === 'inbox' ? rt.sql`${of}.tenant_id = ${tenantId}` : rt.sql`${of}.requested_by = ${caller.principalId}`
  const items = await select(
    rt.sql,
    rt.sql`${box(rt.sql`q`)}
      and (${q.state ?? null}::text is null or q.state = ${q.state ?? null})
      and (${q.after ?? null}::text is null or (q.created_at, q.id) < (select c.created_at, c.id from access_requests c where c.id = ${q.after ?? null} and ${box(rt.sql`c`)}))`,
    limit + 1,
  )
  return { items: items.slice(0, limit), next: items.length > limit ? items[limit - 1]!.request_id : null }
}

/** Answers a request, once: a grant to whoever asked, for the purpose asked or those named, or a refusal with its reason. */
export async function answerAccessRequest(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
  id: string,
  answer: AccessAnswer,
): Promise<AccessRequest> {
  const tenantId = tenantOf(caller, tenant)
  requireAdmin(caller, tenantId)
  const [asked] = await rt.sql<{ artifactId: string; by: string; from: string; purpose: string }[]>`
    select artifact_id as "artifactId", requested_by as by, requester_tenant as "from", purpose from access_requests
    where id = ${id} and tenant_id = ${tenantId}`
  if (!asked) throw none()
  // Together with the grant or not at all; of two admins who answer at once, one is told that it was answered.
  const answered = async (tx: postgres.TransactionSql, grantId: string | null) => {
    const done = await tx`
      update access_requests set state = ${grantId ? 'granted' : 'denied'}, decided_by = ${caller.principalId},
        decided_at = clock_timestamp(), answer = ${answer.reason}, grant_id = ${grantId}
      where id = ${id} and tenant_id = ${tenantId} and state = 'pending'`
    if (done.count === 0) throw new ProblemError('conflict', 'This request was answered already.')
  }
  if (answer.decision === 'grant') {
    const grant = {
      artifact_id: asked.artifactId,
      to: { kind: 'principal' as const, principal_id: asked.by, tenant_id: asked.from },
      purposes: answer.purposes ?? [asked.purpose],
      reason: answer.reason,
      ...(answer.mask && { mask: answer.mask }),
      ...(answer.until && { until: answer.until }),
    }
    await createGrant(rt, caller, tenantId, grant, answered)
  } else
    await rt.sql.begin(async (tx) => {
      await answered(tx, null)
      const detail = { request_id: id }
      await record(tx, { tenantId, kind: 'access_denied', ...actorOf(caller), reason: answer.reason, detail })
    })
  return (await select(rt.sql, rt.sql`q.id = ${id}`, 1))[0]!
}

async function select(
  sql: postgres.ISql,
  where: postgres.PendingQuery<postgres.Row[]>,
  limit: number,
): Promise<AccessRequest[]> {
  const rows = await sql<(Omit<AccessRequest, 'created_at'> & { created_at: Date })[]>`
    select q.id as request_id, q.artifact_id, q.purpose, q.reason, q.created_at, q.state, q.answer, q.grant_id,
      jsonb_build_object('principal_id', p.id, 'name', p.name, 'tenant_id', q.requester_tenant) as requested_by
    from access_requests q join principals p on p.id = q.requested_by
    where ${where} order by q.created_at desc, q.id desc limit ${limit}`
  return rows.map((r) => ({ ...r, created_at: r.created_at.toISOString() }))
}
