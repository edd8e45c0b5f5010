import type postgres from 'postgres'
import { tenantOf } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import { fenced } from '@/lib/authority/scope'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import type { RegisteredSchema, SchemaList, SchemaListQuery } from '@/lib/protocol/schemas'

type Registered = RegisteredSchema & { document: string }

/** Whoever belongs to the tenant may read its schemas, whatever the key: they say what content looks like, not what it is. */
export function getSchema(
  rt: Deps,
  caller: Caller,
  at: { tenant?: string | undefined; version: string },
): Promise<Registered> {
  return findSchema(rt, tenantOf(caller, at.tenant), at.version)
}

/** The registered schemas of a tenant, newest first, without their documents. */
export async function listSchemas(rt: Deps, caller: Caller, query: SchemaListQuery): Promise<SchemaList> {
  const tenantId = tenantOf(caller, query.tenant)
  const { after, limit } = query
  const rows = await fenced(
    rt,
    [tenantId],
    (tx) => tx<Row[]>`
      ${shown(tx)} where s.tenant_id = ${tenantId} ${
        after === undefined
          ? tx``
          : tx`and (s.registered_at, s.version) < (select c.registered_at, c.version from schemas c where c.tenant_id = ${tenantId} and c.version = ${after})`
      }
      order by s.registered_at desc, s.version desc limit ${limit + 1}`,
  )
  const items = rows.slice(0, limit).map(wire)
  return { items, next: rows.length > limit ? items.at(-1)!.version : null }
}

export async function findSchema(rt: Deps, tenantId: string, version: string): Promise<Registered> {
  const [row] = await fenced(
    rt,
    [tenantId],
    (tx) => tx<(Row & { document: string })[]>`
      ${shown(tx, tx`, s.document`)} where s.tenant_id = ${tenantId} and s.version = ${version}`,
  )
  if (!row) throw new ProblemError('not_found', 'No schema by this version exists for this caller.')
  return { ...wire(row), document: row.document }
}

/** The document that what is published under a version is validated by, or null. For the publisher's own tenant. */
export async function registeredDocument(rt: Deps, tenantId: string, version: string | null): Promise<string | null> {
  if (version === null) return null
  const [row] = await rt.sql<{ document: string }[]>`
    select document from schemas where tenant_id = ${tenantId} and version = ${version}`
  return row?.document ?? null
}

type Row = {
  tenantId: string
  version: string
  digest: Buffer
  bytes: number
  registeredBy: string
  name: string | null
  registeredAt: Date
}

const shown = (sql: postgres.ISql, more: postgres.PendingQuery<postgres.Row[]> | null = null) => sql`
  select s.tenant_id as "tenantId", s.version, s.digest, octet_length(s.document) as bytes, s.registered_by as "registeredBy",
    (select p.name from principals p where p.id = s.registered_by) as name, s.registered_at as "registeredAt" ${more ?? sql``}
  from schemas s`

const wire = (row: Row): RegisteredSchema => ({
  tenant_id: row.tenantId,
  version: row.version,
  digest: `sha256:${row.digest.toString('hex')}`,
  bytes: row.bytes,
  registered_by: { principal_id: row.registeredBy, name: row.name },
  registered_at: row.registeredAt.toISOString(),
})
