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
  const items = await select(
    rt.sql,
    rt.sql`${q.box === 'inbox' ? rt.sql`q.tenant_id = ${tenantId}` : rt.sql`q.requested_by = ${caller.principalId}`}
      and (${q.state ?? null}::text is null or q.state = ${q.state ?? null})
      and (${q.after ?? null}::text is null or (q.created_at, q.id) < (select c.created_at, c.id from access_requests c where c.id = ${q.after ?? null}))`,
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
  // Claimed first: of two admins who answer at once, one is told that it was answered.
  const [claimed] = await rt.sql<
    { artifactId: string; requestedBy: string; requesterTenant: string; purpose: string }[]
  >`
    update access_requests set state = ${answer.decision === 'grant' ? 'granted' : 'denied'}, decided_by = ${caller.principalId},
      decided_at = clock_timestamp(), answer = ${answer.reason}
    where id = ${id} and tenant_id = ${tenantId} and state = 'pending'
    returning artifact_id as "artifactId", requested_by as "requestedBy", requester_tenant as "requesterTenant", purpose`
  if (!claimed) {
    const [known] = await rt.sql`select 1 from access_requests where id = ${id} and tenant_id = ${tenantId}`
    throw known ? new ProblemError('conflict', 'This request was answered already.') : none()
  }
  if (answer.decision === 'grant') {
    try {
      const grant = await createGrant(rt, caller, tenantId, {
        artifact_id: claimed.artifactId,
        to: { kind: 'principal', principal_id: claimed.requestedBy, tenant_id: claimed.requesterTenant },
        purposes: answer.purposes ?? [claimed.purpose],
        reason: answer.reason,
        ...(answer.mask && { mask: answer.mask }),
        ...(answer.until && { until: answer.until }),
      })
      await rt.sql`update access_requests set grant_id = ${grant.grant_id} where id = ${id}`
    } catch (error) {
      await rt.sql`
        update access_requests set state = 'pending', decided_by = null, decided_at = null, answer = null
        where id = ${id} and grant_id is null`
      throw error
    }
  } else
    await record(rt.sql, {
      tenantId,
      kind: 'access_denied',
      ...actorOf(caller),
      reason: answer.reason,
      detail: { request_id: id },
    })
  return (await select(rt.sql, rt.sql`q.id = ${id}`, 1))[0]!
}

async function select(
  sql: import('postgres').ISql,
  where: import('postgres').PendingQuery<import('postgres').Row[]>,
  limit: number,
): Promise<AccessRequest[]> {
  const rows = await sql<(Omit<AccessRequest, 'created_at'> & { created_at: Date })[]>`
    select q.id as request_id, q.artifact_id, q.purpose, q.reason, q.created_at, q.state, q.answer, q.grant_id,
      jsonb_build_object('principal_id', p.id, 'name', p.name, 'tenant_id', q.requester_tenant) as requested_by
    from access_requests q join principals p on p.id = q.requested_by
    where ${where} order by q.created_at desc, q.id desc limit ${limit}`
  return rows.map((r) => ({ ...r, created_at: r.created_at.toISOString() }))
}
