import { createHash } from 'node:crypto'
import { and, desc, eq, exists, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { artifacts, locatorMoves, memberships, runParticipants } from '@/drizzle/schema'
import { record } from '@/lib/audit/record'
import { actorOf, tenantOf } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import type { ArtifactList, ArtifactListQuery, ArtifactRow } from '@/lib/protocol/admin'
import type { Coverage } from '@/lib/protocol/artifact-ref'
import { ARTIFACT_ID } from '@/lib/protocol/ids'
import { ProblemError } from '@/lib/protocol/problem'
import { stateAt } from './artifact'
import { locatorIndex } from './call'

/** Counting stops here; beyond it the answer is "at least". */
const COUNT_BOUND = 10_000

/**
 * The artifacts the caller may know of, newest observation first, by keyset. The rule of disclosure is part of the SQL:
 * runs one takes part in, and for auditors all of their tenant. Capture and admin keys read nothing, so they list nothing.
 */
export async function listArtifacts(rt: Deps, caller: Caller, query: ArtifactListQuery): Promise<ArtifactList> {
  const tenantId = tenantOf(caller, query.tenant)
  const limit = query.limit
  const rows = await rt.orm
    .select({
      id: artifacts.id,
      runId: artifacts.runId,
      tool: artifacts.tool,
      sourceId: artifacts.sourceId,
      observedAt: artifacts.observedAt,
      createdAt: artifacts.createdAt,
      expiresAt: artifacts.expiresAt,
      state: artifacts.state,
      status: artifacts.status,
      coverage: artifacts.coverage,
      omissions: artifacts.omissions,
      records: artifacts.records,
      bytes: artifacts.bytes,
      transformation: artifacts.transformationName,
    })
    .from(artifacts)
    .where(and(await matching(rt, caller, tenantId, query), query.after ? afterPosition(query.after) : undefined))
    .orderBy(desc(artifacts.observedAt), desc(artifacts.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  await logList(rt, caller, tenantId, 'list', shown.length, query)
  const now = rt.now()
  const last = shown.at(-1)
  return {
    items: shown.map(
      (a): ArtifactRow => ({
        artifact_id: a.id,
        run_id: a.runId,
        tool: a.tool,
        source_id: a.sourceId,
        observed_at: a.observedAt.toISOString(),
        created_at: a.createdAt.toISOString(),
        expires_at: a.expiresAt?.toISOString() ?? null,
        state: stateAt(a, now),
        status: a.status,
        coverage: a.coverage as Coverage,
        omissions: a.omissions.length,
        records: a.records,
        bytes: a.bytes,
        derived: a.transformation !== null,
      }),
    ),
    next: rows.length > limit && last ? `${last.observedAt.toISOString()}~${last.id}` : null,
  }
}

/** How many match, counted up to a bound. */
export async function countArtifacts(
  rt: Deps,
  caller: Caller,
  query: ArtifactListQuery,
): Promise<{ count: number; at_least: boolean }> {
  const tenantId = tenantOf(caller, query.tenant)
  const some = rt.orm
    .select({ one: sql`1` })
    .from(artifacts)
    .where(await matching(rt, caller, tenantId, query))
    .limit(COUNT_BOUND + 1)
    .as('some')
  const [row] = await rt.orm.select({ n: sql<number>`count(*)::int` }).from(some)
  await logList(rt, caller, tenantId, 'count', 0, query)
  return { count: Math.min(row!.n, COUNT_BOUND), at_least: row!.n > COUNT_BOUND }
}

async function logList(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  operation: string,
  rows: number,
  query: ArtifactListQuery,
): Promise<void> {
  // Names of filters only: what is searched for (a locator, a call id) is content.
  const filters = Object.keys(query).filter((k) => k !== 'limit' && (query as Record<string, unknown>)[k] !== undefined)
  await record(rt.sql, {
    tenantId,
    kind: 'list',
    operation,
    decision: 'allow',
    ...actorOf(caller),
    detail: { rows, filters },
  })
}

async function matching(rt: Deps, caller: Caller, tenantId: string, q: ArtifactListQuery): Promise<SQL | undefined> {
  const expired = and(eq(artifacts.state, 'available'), lte(artifacts.expiresAt, sql`clock_timestamp()`))
  return and(
    eq(artifacts.tenantId, tenantId),
    visible(rt, caller),
    q.run ? eq(artifacts.runId, q.run) : undefined,
    q.tool ? eq(artifacts.tool, q.tool) : undefined,
    q.source ? eq(artifacts.sourceId, q.source) : undefined,
    q.status ? eq(artifacts.status, q.status) : undefined,
    q.state === 'expired'
      ? expired
      : q.state === 'available'
        ? and(
            eq(artifacts.state, 'available'),
            or(isNull(artifacts.expiresAt), sql`${artifacts.expiresAt} > clock_timestamp()`),
          )
        : q.state
          ? and(eq(artifacts.state, q.state), ne(artifacts.state, 'available'))
          : undefined,
    q.observed_from ? gte(artifacts.observedAt, new Date(q.observed_from)) : undefined,
    q.observed_to ? lt(artifacts.observedAt, new Date(q.observed_to)) : undefined,
    q.q ? await sought(rt, tenantId, q.q) : undefined,
  )
}

/** The same rule as the disclosure function's, as a condition on rows. */
function visible(rt: Deps, caller: Caller): SQL | undefined {
  if (caller.kind === 'agent' && caller.keyKind !== 'agent') return sql`false`
  const takesPart = exists(
    rt.orm
      .select({ one: sql`1` })
      .from(runParticipants)
      .where(
        and(
          eq(runParticipants.tenantId, artifacts.tenantId),
          eq(runParticipants.runId, artifacts.runId),
          eq(runParticipants.principalId, caller.principalId),
        ),
      ),
  )
  if (caller.kind === 'agent') return takesPart
  const audits = exists(
    rt.orm
      .select({ one: sql`1` })
      .from(memberships)
      .where(
        and(
          eq(memberships.tenantId, artifacts.tenantId),
          eq(memberships.userId, caller.principalId),
          eq(memberships.role, 'auditor'),
        ),
      ),
  )
  return or(takesPart, audits)
}

/** One box for four things, each found exactly: an id or reference, a content hash, a tool call id, a locator. */
async function sought(rt: Deps, tenantId: string, text: string): Promise<SQL | undefined> {
  const id = text.replace(/^artifact:/, '')
  if (ARTIFACT_ID.test(id)) return eq(artifacts.id, id)
  const hash = /^(?:sha256:)?([0-9a-f]{64})$/.exec(text)
  if (hash) return eq(artifacts.contentHash, Buffer.from(hash[1]!, 'hex'))
  const named = rt.orm
    .select({ id: locatorMoves.artifactId })
    .from(locatorMoves)
    .where(and(eq(locatorMoves.tenantId, tenantId), eq(locatorMoves.nameIndex, await locatorIndex(rt, tenantId, text))))
  return or(eq(artifacts.callIdHash, createHash('sha256').update(text).digest()), inArray(artifacts.id, named))
}

function afterPosition(after: string): SQL {
  const [at, id] = after.split('~')
  if (!at || !id || Number.isNaN(Date.parse(at)) || !ARTIFACT_ID.test(id))
    throw new ProblemError('invalid_request', 'after: send the "next" of the page before, exactly.', {
      errors: [{ pointer: '/after', detail: 'the "next" of the page before' }],
    })
  return sql`(${artifacts.observedAt}, ${artifacts.id}) < (${at}::timestamptz, ${id})`
}
