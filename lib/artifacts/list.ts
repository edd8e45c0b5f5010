import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import { actorOf, tenantOf } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import { actingFor, seen } from '@/lib/authority/scope'
import { visible } from '@/lib/authority/visible'
import type { Deps } from '@/lib/deps'
import type { ArtifactList, ArtifactListQuery, ArtifactRow } from '@/lib/protocol/admin'
import { ARTIFACT_ID } from '@/lib/protocol/ids'
import { ProblemError } from '@/lib/protocol/problem'
import { stateAt } from './artifact'
import { locatorIndex } from './call'

/** Counting stops here; beyond it the answer is "at least". */
const COUNT_BOUND = 10_000

type Row = Omit<ArtifactRow, 'observed_at' | 'created_at' | 'expires_at' | 'state'> & {
  observed_at: Date
  created_at: Date
  expires_at: Date | null
  state: 'available' | 'quarantined' | 'deleted'
  position: string
}

/**
 * The artifacts the caller may know of, newest observation first, by keyset: those of one tenant, or with `shared` those
 * that other tenants share with it. The rule is part of the SQL, and rows and audit entry are one transaction behind the
 * gate: no list shows what was revoked before it.
 */
export async function listArtifacts(rt: Deps, caller: Caller, query: ArtifactListQuery): Promise<ArtifactList> {
  const { limit } = query
  const rows = await behindGate(rt, caller, query, 'list', async (tx, where) => {
    const found = await tx<Row[]>`
      select a.id as artifact_id, a.tenant_id, a.run_id, a.tool, a.source_id, a.observed_at, a.created_at, a.expires_at, a.state, a.status,
        a.coverage, jsonb_array_length(a.omissions) as omissions, a.records, a.transformation_name is not null as derived,
        case when ${visible(tx, caller, { whole: true })} then a.bytes end as bytes,
        to_char(a.observed_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || a.id as position
      from artifacts a where ${where} ${query.after ? tx`and ${afterPosition(tx, query.after)}` : tx``}
      order by a.observed_at desc, a.id desc limit ${limit + 1}`
    return { result: [...found], rows: Math.min(found.length, limit) }
  })
  const now = rt.now()
  const shown = rows.slice(0, limit)
  return {
    items: shown.map(({ position: _, ...a }) => ({
      ...a,
      observed_at: a.observed_at.toISOString(),
      created_at: a.created_at.toISOString(),
      expires_at: a.expires_at?.toISOString() ?? null,
      state: stateAt({ state: a.state, expiresAt: a.expires_at }, now),
    })),
    next: rows.length > limit ? shown.at(-1)!.position : null,
  }
}

/** How many match, counted up to a bound. */
export async function countArtifacts(
  rt: Deps,
  caller: Caller,
  query: ArtifactListQuery,
): Promise<{ count: number; at_least: boolean }> {
  const n = await behindGate(rt, caller, query, 'count', async (tx, where) => {
    const [row] = await tx<{ n: number }[]>`
      select count(*)::int as n from (select 1 from artifacts a where ${where} limit ${COUNT_BOUND + 1}) counted`
    return { result: row!.n, rows: 0 }
  })
  return { count: Math.min(n, COUNT_BOUND), at_least: n > COUNT_BOUND }
}

type Condition = postgres.PendingQuery<postgres.Row[]>

async function behindGate<T>(
  rt: Deps,
  caller: Caller,
  query: ArtifactListQuery,
  operation: 'list' | 'count',
  work: (tx: postgres.TransactionSql, where: Condition) => Promise<{ result: T; rows: number }>,
): Promise<T> {
  const tenantId = tenantOf(caller, query.tenant)
  const name = query.q === undefined ? null : await locatorIndex(rt, tenantId, query.q)
  return seen(rt, caller, actingFor(caller), async (tx) => {
    const { result, rows } = await work(tx, matching(tx, caller, tenantId, query, name))
    // Names of filters only: what is searched for (a locator, a call id) is content.
    const filters = Object.entries(query).flatMap(([k, v]) => (k === 'limit' || v === undefined ? [] : [k]))
    const detail = { rows, filters }
    await record(tx, { tenantId, kind: 'list', operation, decision: 'allow', ...actorOf(caller), detail })
    return result
  })
}

function matching(
  tx: postgres.ISql,
  caller: Caller,
  tenantId: string,
  q: ArtifactListQuery,
  name: Buffer | null,
): Condition {
  const expired = tx`(a.state = 'available' and a.expires_at <= clock_timestamp())`
  const and = (on: unknown, condition: () => Condition) => (on === undefined ? tx`` : tx`and ${condition()}`)
  return tx`
    ${
      q.shared === 'true'
        ? tx`a.tenant_id <> ${tenantId} and a.id = any (array(
            select g.artifact_id from grants g where g.grantee_tenant = ${tenantId} and g.artifact_id is not null and g.revoked_at is null
            union select s.id from grants g join artifacts s on s.tenant_id = g.tenant_id and s.run_id = g.run_id
              where g.grantee_tenant = ${tenantId} and g.tenant_id <> ${tenantId} and g.revoked_at is null))`
        : tx`a.tenant_id = ${tenantId}`
    }
    and ${visible(tx, caller)}
    ${and(q.run, () => tx`a.run_id = ${q.run!}`)}
    ${and(q.tool, () => tx`a.tool = ${q.tool!}`)}
    ${and(q.source, () => tx`a.source_id = ${q.source!}`)}
    ${and(q.status, () => tx`a.status = ${q.status!}`)}
    ${and(q.state, () =>
      q.state === 'expired'
        ? expired
        : q.state === 'available'
          ? tx`a.state = 'available' and not coalesce(${expired}, false)`
          : tx`a.state = ${q.state!} and a.state <> 'available'`,
    )}
    ${and(q.observed_from, () => tx`a.observed_at >= ${new Date(q.observed_from!)}`)}
    ${and(q.observed_to, () => tx`a.observed_at < ${new Date(q.observed_to!)}`)}
    ${and(q.q, () => sought(tx, caller, tenantId, q.q!, name!))}`
}

/**
 * One box for four things, each found exactly: an id or reference, a content hash, a tool call id, a locator. What a mask
 * withholds is not found: a hash that is confirmed would confirm a guess at a masked field.
 */
function sought(tx: postgres.ISql, caller: Caller, tenantId: string, text: string, name: Buffer): Condition {
  const id = text.replace(/^artifact:/, '')
  if (ARTIFACT_ID.test(id)) return tx`a.id = ${id}`
  const whole = visible(tx, caller, { whole: true })
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text)
  if (hash) return tx`(a.content_hash = ${Buffer.from(hash[1]!, 'hex')} and ${whole})`
  return tx`(a.call_id_hash = ${createHash('sha256').update(text).digest()} or (a.id = any (array(
    select m.artifact_id from locator_moves m where m.tenant_id = ${tenantId} and m.name_index = ${name})) and ${whole}))`
}

function afterPosition(tx: postgres.ISql, after: string): Condition {
  const [at, id] = after.split('~')
  if (!at || !id || Number.isNaN(Date.parse(at)) || !ARTIFACT_ID.test(id))
    throw new ProblemError('invalid_request', 'after: send the "next" of the page before, exactly.', {
      errors: [{ pointer: '/after', detail: 'the "next" of the page before' }],
    })
  return tx`(a.observed_at, a.id) < (${at}::timestamptz, ${id})`
}
