import type postgres from 'postgres'
import { actorOf } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import type { AuditFilters } from '@/lib/protocol/audit'
import type { AuditReader } from './reader'
import { record } from './record'

/** Reading the log is in the log, but not in a list of it unless asked for: else each look would be news to the next. */
export const OMITTED = ['audit_read']

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Rows of `audit a` that are in the reader's log and that the reader may know of. */
export const visibleTo = (sql: postgres.ISql, reader: AuditReader): Fragment =>
  sql`${reader.tenantId === null ? sql`a.tenant_id is null` : sql`a.tenant_id = ${reader.tenantId}`}
    ${reader.sees === 'own' ? sql`and a.actor = ${reader.principalId}` : sql``}`

/** Rows of `audit a` that the filters let through. The window is half-open. */
export function matching(sql: postgres.ISql, f: AuditFilters): Fragment {
  const kinds = f.kind?.split(',').map((kind) => kind.trim())
  const text = f.q?.toLowerCase()
  return sql`true
    ${kinds ? sql`and a.kind = any (${kinds}::text[])` : sql``}
    ${f.operation === undefined ? sql`` : sql`and a.operation = ${f.operation}`}
    ${f.decision === undefined ? sql`` : sql`and a.decision = ${f.decision}`}
    ${f.actor === undefined ? sql`` : sql`and a.actor = ${f.actor}`}
    ${f.artifact === undefined ? sql`` : sql`and a.artifact_id = ${f.artifact.replace(/^artifact:/, '')}`}
    ${f.run === undefined ? sql`` : sql`and a.run_id = ${f.run}`}
    ${f.purpose === undefined ? sql`` : sql`and a.purpose = ${f.purpose}`}
    ${f.reason === undefined ? sql`` : sql`and a.reason = ${f.reason}`}
    ${f.request_id === undefined ? sql`` : sql`and a.request_id = ${f.request_id}`}
    ${f.from === undefined ? sql`` : sql`and a.at >= ${f.from}::text::timestamptz`}
    ${f.to === undefined ? sql`` : sql`and a.at < ${f.to}::text::timestamptz`}
    ${
      text === undefined
        ? sql``
        : sql`and strpos(lower(concat_ws(' ', a.id, a.actor, a.credential, a.artifact_id, a.run_id, a.request_id, a.reason)), ${text}) > 0`
    }`
}

/** Says in the log that its reader read it: once a request. Free text may hold anything, so only that there was some. */
export const recordReading = (
  rt: Deps,
  caller: Caller,
  reader: AuditReader,
  kind: 'audit_read' | 'audit_export',
  operation: string,
  detail: Record<string, unknown>,
): Promise<string> =>
  record(rt.sql, { tenantId: reader.tenantId, kind, operation, decision: 'allow', ...actorOf(caller), detail })

/** The filters of a request, as the log and an export name them. */
export const filtersOf = (f: AuditFilters): Record<string, unknown> => {
  const { kind, operation, decision, actor, artifact, run, purpose, reason, request_id, from, to, q } = f
  const given = { kind, operation, decision, actor, artifact, run, purpose, reason, request_id, from, to, q: q && true }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
