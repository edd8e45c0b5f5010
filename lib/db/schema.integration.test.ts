import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as schema from '@/drizzle/schema'
import { createTestDatabase, type TestDatabase } from './test-database'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  const { sql } = db
  await sql`insert into tenants (id, purposes) values ('t', '{audit}')`
  await sql`insert into principals (id, kind, tenant_id, name) values ('p', 'agent', 't', 'agent')`
  await sql`insert into runs (tenant_id, id, purposes, created_by) values ('t', 'r', '{audit}', 'p')`
  for (const id of ['a', 'b']) await insertArtifact(id)
  await sql`insert into edges values ('b', 'a', 'derived_from', '\\x00', '\\x01')`
  await sql`insert into locator_moves (tenant_id, run_id, name_index, name_sealed, artifact_id, moved_by)
            values ('t', 'r', '\\x00', '\\x00', 'a', 'p')`
  await sql`insert into schemas (tenant_id, version, document, digest, registered_by) values ('t', 'v', '{}', ${Buffer.alloc(32)}, 'p')`
  await sql`insert into audit (id, kind, actor) values ('one', 'test', 'p')`
})
afterAll(() => db.drop())

async function insertArtifact(id: string): Promise<void> {
  const hash = Buffer.alloc(32, id)
  await db.sql`
    insert into artifacts (id, tenant_id, run_id, tool_call_id, output, call_key, call_id_hash, manifest_commitment,
      source_id, snapshot_id, observed_at, observed_at_text, status, coverage, omissions, record_format, format_origin,
      tool, outcome, published_by, content_hash, bytes, chunk_size, chunks, merkle_root, index_bytes, leaves_bytes, sealed)
    values (${id}, 't', 'r', 'call', ${id}, ${hash}, ${hash}, ${hash}, 's', 'n', now(), 'now', 'complete', '{}', '[]',
      'bytes', 'detected', 'tool', 'success', 'p', ${hash}, 1, 16384, 1, ${hash}, 1, 1, ${hash})`
}

test('schema.ts has the tables and columns of the migrations: names, types, nullability', async () => {
  const inDatabase = await db.sql`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'holdfast'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      and a.attnum > 0 and not a.attisdropped
    order by 1, 2`
  const inCode = Object.values(schema)
    .map((table) => getTableConfig(table as PgTable))
    .flatMap(({ name, columns }) =>
      columns.map((c) => ({ table: name, column: c.name, type: c.getSQLType(), notNull: c.notNull })),
    )
    .sort((a, b) => compare(a.table, b.table) || compare(a.column, b.column))
  const spelt = [...inDatabase]
    .map((row) => ({ ...row }) as (typeof inCode)[number])
    .sort((a, b) => compare(a.table, b.table) || compare(a.column, b.column))
  expect(inCode).toEqual(spelt)
  expect(spelt.length).toBeGreaterThan(100)
})
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

test('every column of an artifact is fixed, except its state', async () => {
  const columns = await db.sql<{ name: string; type: string; identity: string }[]>`
    select attname as name, format_type(atttypid, atttypmod) as type, attidentity as identity from pg_attribute
    where attrelid = 'artifacts'::regclass and attnum > 0 and not attisdropped and attname !~ '^state'`
  expect(columns.length).toBeGreaterThan(40)
  // `seq` is refused earlier, by being generated always.
  for (const { name, type } of columns.filter((c) => c.identity === '')) {
    const other: Record<string, string> = {
      text: `${name} || 'x'`,
      bytea: "decode(repeat('ee', 32), 'hex')",
      bigint: `coalesce(${name}, 0) + 1`,
      integer: `coalesce(${name}, 0) + 1`,
      boolean: `not coalesce(${name}, false)`,
      jsonb: `'{"other": true}'`,
      'timestamp with time zone': `coalesce(${name}, now()) + interval '1 microsecond'`,
    }
    const value = type === 'text' ? `coalesce(${name}, '') || 'x'` : other[type]
    await expect(db.sql.unsafe(`update artifacts set ${name} = ${value} where id = 'a'`), name).rejects.toMatchObject({
      message: 'the identity of artifact a never changes',
    })
  }
  await expect(db.sql`update artifacts set seq = default where id = 'a'`).rejects.toMatchObject({
    message: 'the identity of artifact a never changes',
  })
})

test('the state of an artifact moves, and deletion is final', async () => {
  await db.sql`update artifacts set state = 'quarantined', state_reason = 'r', state_at = now() where id = 'b'`
  await db.sql`update artifacts set state = 'available' where id = 'b'`
  await db.sql`update artifacts set state = 'deleted' where id = 'b'`
  await expect(db.sql`update artifacts set state = 'available' where id = 'b'`).rejects.toMatchObject({
    message: 'artifact b was deleted and stays deleted',
  })
})

test.each([
  ['audit', `update audit set reason = 'other'`],
  ['audit', 'delete from audit'],
  ['audit', 'truncate audit'],
  ['edges', `update edges set kind = 'continuation_of'`],
  ['edges', 'delete from edges'],
  ['edges', 'truncate edges'],
  ['locator_moves', 'update locator_moves set moved_at = now()'],
  ['locator_moves', 'delete from locator_moves'],
  ['locator_moves', 'truncate locator_moves'],
  ['schemas', `update schemas set document = '{"type":"null"}'`],
  ['schemas', 'delete from schemas'],
  ['schemas', 'truncate schemas'],
  ['artifacts', `delete from artifacts where id = 'a'`],
  ['artifacts', 'truncate artifacts cascade'],
])('%s is append-only: %s', async (table, statement) => {
  await expect(db.sql.unsafe(statement)).rejects.toMatchObject({ code: '23000' })
  const [row] = await db.sql.unsafe(`select count(*) as n from ${table}`)
  expect(row!.n).toBeGreaterThan(0)
})

test('disclose is VOLATILE plpgsql: each of its statements takes a snapshot after the gate', async () => {
  const rows = await db.sql`
    select p.provolatile as volatility, l.lanname as language, p.prosecdef as definer
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'holdfast'::regnamespace and p.proname = 'disclose'`
  expect([...rows]).toEqual([{ volatility: 'v', language: 'plpgsql', definer: false }])
  const [settings] =
    await db.sql`select current_setting('transaction_isolation') as isolation, current_setting('plan_cache_mode') as plans`
  expect(settings).toEqual({ isolation: 'read committed', plans: 'force_generic_plan' })
})
