import type postgres from 'postgres'
import type { Deps } from '@/lib/deps'
import type { Run, RunList, RunListQuery } from '@/lib/protocol/admin'
import { ProblemError } from '@/lib/protocol/problem'
import { tenantOf } from './may'
import type { Caller } from './principal'
import { seen } from './scope'

export const noRun = () => new ProblemError('not_found', 'No run by this id exists for this caller.')

export async function getRun(rt: Deps, caller: Caller, at: { tenant?: string }, runId: string): Promise<Run> {
  const tenantId = caller.kind === 'operator' && at.tenant ? at.tenant : tenantOf(caller, at.tenant)
  return seen(rt, caller, [tenantId], async (tx) => {
    const run = await findRun(tx, tenantId, runId)
    if (!run || !(await sees(tx, caller, tenantId, runId))) throw noRun()
    return run
  })
}

/** The runs the caller may see, newest first: an agent's own, all of the tenant for admins, auditors and capture keys. */
export async function listRuns(rt: Deps, caller: Caller, query: RunListQuery): Promise<RunList> {
  const tenantId = caller.kind === 'operator' && query.tenant ? query.tenant : tenantOf(caller, query.tenant)
  const { purpose, principal, state, after, limit } = query
  return seen(rt, caller, [tenantId], async (sql) => {
    const parts = sql`select from run_participants p where p.tenant_id = r.tenant_id and p.run_id = r.id`
    const now = sql`${parts} and p.ended_at is null`
    const rows = await sql<Row[]>`
    ${shown(sql)} where r.tenant_id = ${tenantId}
      ${seesAll(caller, tenantId) ? sql`` : sql`and exists (${now} and p.principal_id = ${caller.principalId})`}
      ${purpose === undefined ? sql`` : sql`and ${purpose} = any (r.purposes)`}
      ${principal === undefined ? sql`` : sql`and exists (${parts} and p.principal_id = ${principal})`}
      ${
        state === undefined
          ? sql``
          : state === 'active'
            ? sql`and exists (${now})`
            : state === 'left'
              ? sql`and exists (${parts}) and not exists (${now})`
              : sql`and not exists (${parts})`
      }
      ${
        after === undefined
          ? sql``
          : sql`and (r.created_at, r.id) < (select c.created_at, c.id from runs c where c.tenant_id = ${tenantId} and c.id = ${after})`
      }
    order by r.created_at desc, r.id desc limit ${limit + 1}`
    const items = rows.slice(0, limit).map(wire)
    return { items, next: rows.length > limit ? items.at(-1)!.run_id : null }
  })
}

const seesAll = (caller: Caller, tenantId: string): boolean =>
  caller.kind === 'operator' ||
  (caller.kind === 'agent'
    ? caller.keyKind !== 'agent'
    : caller.tenants.some((t) => t.tenantId === tenantId && (t.roles.includes('admin') || t.roles.includes('auditor'))))

export async function sees(sql: postgres.ISql, caller: Caller, tenantId: string, runId: string): Promise<boolean> {
  if (seesAll(caller, tenantId)) return true
  const [row] = await sql`
    select 1 from run_participants where tenant_id = ${tenantId} and run_id = ${runId} and principal_id = ${caller.principalId} and ended_at is null`
  return row !== undefined
}

export async function findRun(sql: postgres.ISql, tenantId: string, runId: string): Promise<Run | null> {
  const [row] = await sql<Row[]>`${shown(sql)} where r.tenant_id = ${tenantId} and r.id = ${runId}`
  return row ? wire(row) : null
}

type Part = { principal_id: string; name: string; kind: 'agent' | 'user'; added_at: string; ended_at: string | null }
type Row = {
  id: string
  tenantId: string
  purposes: string[]
  createdAt: Date
  createdBy: string
  createdByName: string | null
  parts: Part[]
}

const shown = (sql: postgres.ISql) => sql`
  select r.id, r.tenant_id as "tenantId", r.purposes, r.created_at as "createdAt", r.created_by as "createdBy",
    (select c.name from principals c where c.id = r.created_by) as "createdByName",
    coalesce((
      select jsonb_agg(jsonb_build_object('principal_id', p.id, 'name', p.name, 'kind', p.kind,
        'added_at', rp.added_at, 'ended_at', rp.ended_at) order by rp.added_at, p.id)
      from run_participants rp join principals p on p.id = rp.principal_id
      where rp.tenant_id = r.tenant_id and rp.run_id = r.id), '[]') as parts
  from runs r`

/** JSON made by the database writes instants with an offset and microseconds; on the wire they are as everywhere. */
const instant = (at: string): string => new Date(at).toISOString()

function wire(row: Row): Run {
  const parts = row.parts.map(({ ended_at, added_at, ...who }) => ({
    part: { ...who, added_at: instant(added_at) },
    ended: ended_at && instant(ended_at),
  }))
  const participants = parts.filter((p) => p.ended === null).map((p) => p.part)
  return {
    run_id: row.id,
    tenant_id: row.tenantId,
    purposes: row.purposes,
    state: participants.length > 0 ? 'active' : parts.length > 0 ? 'left' : 'not_joined',
    created_at: row.createdAt.toISOString(),
    created_by: { principal_id: row.createdBy, name: row.createdByName },
    participants,
    left: parts.flatMap(({ part, ended }) => (ended === null ? [] : [{ ...part, ended_at: ended }])),
  }
}
