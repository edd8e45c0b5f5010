import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database'

const GRANTS = 10_000
const ASKS = 64

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ max: 1 })
  const { sql } = db
  // Many tenants, of which the first has the most: as many grants by artifact as by run, of every kind of grantee.
  await sql`insert into tenants (id, purposes) select 't' || n, '{audit,diagnosis}' from generate_series(0, 199) n`
  await sql`insert into principals (id, kind, tenant_id, name) select 'p' || n, 'agent', 't' || n % 200, 'p' || n from generate_series(0, 3999) n`
  await sql`insert into principals (id, kind, name, email) select 'u' || n, 'user', 'u' || n, 'u' || n from generate_series(0, 999) n`
  await sql`insert into memberships (tenant_id, user_id, role) select 't' || n % 200, 'u' || n, 'member' from generate_series(0, 999) n`
  await sql`insert into sessions (id, user_id, expires_at) select 's' || n, 'u' || n, now() + interval '1 hour' from generate_series(0, 999) n`
  await sql`insert into api_keys (id, tenant_id, principal_id, kind, hash, prefix, created_by, user_id)
    select 'k' || n, 't' || n % 200, 'p' || n, 'agent', sha256(('k' || n)::bytea), 'hf', 'x', case when n % 4 = 0 then 'u' || n % 200 end
    from generate_series(0, 3999) n`
  await sql`insert into runs (tenant_id, id, purposes, created_by) select 't' || n % 2, 'r' || n, '{diagnosis}', 'x' from generate_series(0, 1999) n`
  await sql`insert into run_participants (tenant_id, run_id, principal_id, added_by)
    select 't' || n % 2, 'r' || n, 'p' || n % 2 + 200 * (n % 5), 'x' from generate_series(0, 1999) n`
  await sql`
    insert into artifacts (id, tenant_id, run_id, tool_call_id, output, call_key, call_id_hash, manifest_commitment,
      source_id, snapshot_id, observed_at, observed_at_text, status, coverage, omissions, record_format, format_origin,
      tool, outcome, published_by, content_hash, bytes, chunk_size, chunks, merkle_root, index_bytes, leaves_bytes, sealed)
    select 'a' || n, 't' || n % 2, 'r' || n % 2000, 'call', 'o', h, h, h, 's', 'n', now(), 'now', 'complete', '{}', '[]',
      'bytes', 'detected', 'tool', 'success', 'p0', h, 1, 16384, 1, h, 1, 1, h
    from generate_series(0, 9999) n, sha256(('a' || n)::bytea) h`
  await sql`
    insert into grants (id, tenant_id, artifact_id, run_id, grantee_kind, grantee_tenant, grantee_principal, grantee_run, purposes, mask,
      reason, granted_by, to_self)
    select 'g' || n, 't' || n % 2, case when n % 3 > 0 then 'a' || n end, case when n % 3 = 0 then 'r' || n % 2000 end,
      case n % 5 when 0 then 'tenant' when 1 then 'run' else 'principal' end, 't' || n % 200,
      case when n % 5 > 1 then 'p' || n % 200 end, case when n % 5 = 1 then 'r' || n % 2000 end,
      '{diagnosis}', case when n % 7 = 0 then array['secret'] end, 'x', 'x', false
    from generate_series(0, ${GRANTS - 1}) n`
  await sql`insert into sharing (tenant_id, grantee_tenant) 
    select distinct tenant_id, grantee_tenant from grants union select 't' || n % 200, 't' || n / 200 from generate_series(0, 9999) n`
  await sql`insert into restrictions (id, artifact_id, tenant_id, reason, restricted_by)
    select 'x' || n, 'a' || n * 10, 't0', 'x', 'x' from generate_series(0, 999) n`
  await sql`insert into revocations (id, tenant_id, scope, target, derived, reason, revoked_by, grants, participants, blocked)
    values ('v', 't0', 'run', '{}', 'block', 'x', 'x', 0, 0, 0)`
  await sql`insert into blocks (artifact_id, revocation_id, source_id, source_tenant, mode)
    select 'a' || n * 9, 'v', 'a0', 't0', 'block' from generate_series(0, 999) n`
  await sql`analyze`
})
afterAll(() => db.drop())

/** A batch as the service sends one, of callers of a few tenants. Counted by the connection itself, so of nothing else. */
async function batch(seed: number) {
  const ids = Array.from({ length: ASKS }, (_, i) => `dsc_${seed}_${i}`)
  const asks = ids.map((_, i) => ({ n: (seed * 977 + i * 131) % GRANTS, session: i % 8 === 0 }))
  const tenants = new Set(asks.map(({ n }) => `t${n % 200}`))
  return db.fenced.begin(async (tx) => {
    const before = await counts(tx)
    const answers = await tx<{ outcome: string }[]>`
      select outcome from disclose(${[...tenants]}::text[], ${ids}::text[], ${asks.map((a) => (a.session ? 'session' : 'key'))}::text[],
        ${asks.map(({ n, session }) => (session ? `s${n % 1000}` : `k${n % 200}`))}::text[], ${asks.map(({ n }) => `a${n}`)}::text[],
        ${asks.map(() => 'diagnosis')}::text[], ${asks.map(() => 'read')}::text[], ${asks.map(() => 'null')}::text[], ${ids}::text[])`
    const tables = (await counts(tx)).map((t) => {
      const was = before.find((b) => b.name === t.name) ?? { scanned: 0, fetched: 0 }
      return { name: t.name, scanned: t.scanned - was.scanned, fetched: t.fetched - was.fetched }
    })
    return { answers, tables }
  })
}

/** Rows that scans and index lookups of this connection have read and not yet reported. */
const counts = (tx: postgres.ISql) =>
  tx<{ name: string; scanned: number; fetched: number }[]>`
    select relname as name, seq_tup_read::int as scanned, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables
    where schemaname = 'holdfast' and (seq_scan > 0 or idx_scan > 0)`

test(`a batch of ${ASKS} decisions at ${GRANTS} grants looks rows up and scans none`, async () => {
  const outcomes = new Set<string>()
  // More than a plan's first uses, after which another one might have been chosen.
  for (let seed = 0; seed < 12; seed++) {
    const { answers, tables } = await batch(seed)
    for (const a of answers) outcomes.add(a.outcome)
    expect(tables.map((t) => t.name)).toEqual(
      expect.arrayContaining(['grants', 'artifacts', 'api_keys', 'sessions', 'memberships']),
    )
    for (const t of tables) {
      expect({ [t.name]: t.scanned }, JSON.stringify(tables)).toEqual({ [t.name]: 0 })
      // Of 10,000 rows, as many as the questions are about: some for the rule, some for the policies.
      expect(t.fetched / ASKS, JSON.stringify(tables)).toBeLessThan(20)
    }
  }
  expect([...outcomes].sort()).toEqual(expect.arrayContaining(['access_revoked', 'allow', 'not_found']))
})

test('the count would tell: a question without an index scans', async () => {
  await db.fenced.begin(async (tx) => {
    await tx`select set_config('holdfast.tenants', 't0', true)`
    await tx`select count(*) from grants where reason = 'none'`
    const grants = (await counts(tx)).find((t) => t.name === 'grants')
    expect(grants?.scanned).toBe(GRANTS)
  })
})
