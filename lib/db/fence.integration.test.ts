import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fenced as inFence } from '@/lib/authority/scope'
import { openDatabase } from './client'
import { fillTenant } from './filled.fixture'
import { createTestDatabase, type TestDatabase } from './test-database'

/** Tables that a row of no tenant, person or credential can be in. Everything else is behind the fence. */
const OF_NO_TENANT: Record<string, string> = {
  migrations: 'names of files of this program',
  instance: 'the id of the data folder',
  processes: 'server processes and their leases',
}

let db: TestDatabase
/** One connection of the application role: what one use leaves behind, the next one would meet. */
let app: postgres.Sql
beforeAll(async () => {
  db = await createTestDatabase()
  app = openDatabase(db.url, { max: 1, role: 'holdfast_app' })
  for (const tenant of ['mine', 'theirs']) await fillTenant(db.sql, tenant)
})
afterAll(async () => {
  await app.end()
  await db.drop()
})

const tables = async (): Promise<string[]> =>
  (
    await db.sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'holdfast'::regnamespace and relkind in ('r', 'p', 'f', 'm') order by 1`
  ).map((t) => t.name)
const fencedTables = async () => (await tables()).filter((t) => !(t in OF_NO_TENANT))

const rowsOf = async (sql: postgres.ISql, table: string): Promise<string[]> =>
  (await sql<{ row: string }[]>`select to_jsonb(x)::text as row from (select * from ${sql(table)}) x`).map((r) => r.row)

/** What the role may select of a table: all it was granted, one column less and it is not allowed at all. */
async function readable(table: string): Promise<string[]> {
  const columns = await db.sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and has_column_privilege('holdfast_app', attrelid, attnum, 'select') order by attnum`
  return columns.map((c) => c.name)
}

const seenBy = (tenants: string[], table: string, columns: string[]) =>
  inFence({ fenced: app }, tenants, async (tx) =>
    (await tx<{ row: string }[]>`select to_jsonb(x)::text as row from (select ${tx(columns)} from ${tx(table)}) x`).map(
      (r) => r.row,
    ),
  )

describe('what is behind it', () => {
  test('every table with data of tenants forces row-level security and has a policy; the others are known by name', async () => {
    const rows = await db.sql<{ name: string; enabled: boolean; forced: boolean; policies: number }[]>`
      select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c where relnamespace = 'holdfast'::regnamespace and relkind in ('r', 'p', 'f', 'm')`
    const open = rows.filter((r) => !(r.enabled && r.forced && r.policies > 0)).map((r) => r.name)
    expect(open.sort()).toEqual(Object.keys(OF_NO_TENANT).sort())
  })

  test('no policy lets the application role through by itself, and only the service passes all', async () => {
    const open = await db.sql<{ table: string; roles: string }[]>`
      select tablename as table, roles::text as roles from pg_policies where schemaname = 'holdfast'
        and (qual = 'true' or with_check = 'true' or permissive <> 'PERMISSIVE')`
    const [me] = await db.sql<{ name: string }[]>`select current_user as name`
    expect(new Set(open.map((p) => p.roles))).toEqual(new Set([`{${me!.name}}`]))
  })

  test('the application role owns nothing, bypasses nothing, and changes nothing that is append-only', async () => {
    const [role] = await db.sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
        (select count(*)::int from pg_class c where c.relowner = r.oid) + (select count(*)::int from pg_proc p where p.proowner = r.oid) as owns,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as "memberOf"
      from pg_roles r where rolname = 'holdfast_app'`
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcanlogin: false,
      owns: 0,
      memberOf: 0,
    })
    const removable = await db.sql`
      select relname from pg_class where relnamespace = 'holdfast'::regnamespace and relkind = 'r'
        and (has_table_privilege('holdfast_app', oid, 'delete') or has_table_privilege('holdfast_app', oid, 'truncate')
          or has_table_privilege('holdfast_app', oid, 'trigger'))`
    expect([...removable]).toEqual([])
    for (const table of ['audit', 'edges', 'locator_moves', 'copies', 'runs']) {
      const [may] =
        await db.sql`select has_any_column_privilege('holdfast_app', ${table}::regclass, 'update') as update`
      expect(may, table).toEqual({ update: false })
    }
  })

  test('a view reads as whoever asks, not as its owner, and this check would find one that does not', async () => {
    const bypassing = (sql: postgres.ISql) => sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'holdfast'::regnamespace and (relkind = 'm'
        or relkind = 'v' and not coalesce(reloptions::text[] && array['security_invoker=true', 'security_invoker=on'], false))`
    expect([...(await bypassing(db.sql))]).toEqual([])
    const undo = new Error('undo')
    await db.sql
      .begin(async (tx) => {
        await tx`create view everything as select * from grants`
        await tx`grant select on everything to holdfast_app`
        await tx`set local role holdfast_app`
        expect(await rowsOf(tx, 'everything')).toHaveLength(2)
        expect((await bypassing(tx)).map((v) => v.name)).toEqual(['everything'])
        throw undo
      })
      .catch((e: unknown) => expect(e).toBe(undo))
  })

  test('functions run with the rights of whoever calls them; the exception writes to the queue of the log and pins its names', async () => {
    const functions = await db.sql<{ name: string; definer: boolean; volatility: string; config: string[] | null }[]>`
      select proname as name, prosecdef as definer, provolatile as volatility, proconfig as config from pg_proc
      where pronamespace = 'holdfast'::regnamespace`
    expect(functions.filter((f) => f.definer).map((f) => ({ name: f.name, config: f.config }))).toEqual([
      { name: 'audit_await_position', config: ['search_path=holdfast, pg_temp'] },
    ])
    const volatility = Object.fromEntries(functions.map((f) => [f.name, f.volatility]))
    // A volatile function takes a new snapshot for each statement: what it decides by is newer than the gate it waited at.
    expect(volatility).toMatchObject({ disclose: 'v', take_away: 'v', decide: 's', rules_for: 's', acting_for: 's' })
  })

  test.each(['owner', 'application'])('%s connections decide under READ COMMITTED', async (which) => {
    const sql = which === 'owner' ? db.sql : app
    const [row] =
      await sql`select current_setting('transaction_isolation') as isolation, current_setting('row_security') as policies`
    expect(row).toEqual({ isolation: 'read committed', policies: 'on' })
  })
})

describe('what comes through', () => {
  test('in every table: the own rows, of another tenant nothing, without a setting nothing at all', async () => {
    const known: Record<string, number> = {}
    for (const table of await fencedTables()) {
      const all = await rowsOf(db.sql, table)
      expect(
        all.filter((r) => r.includes('mine')).length,
        `${table} has rows of both to be told apart`,
      ).toBeGreaterThan(0)
      const columns = await readable(table)
      if (columns.length === 0) {
        await expect(
          inFence({ fenced: app }, ['mine'], (tx) => tx`select 1 from ${tx(table)}`),
          table,
        ).rejects.toMatchObject({ code: '42501' })
        continue
      }
      const own = await seenBy(['mine'], table, columns)
      known[table] = own.length
      expect(own.length, table).toBe(all.filter((r) => r.includes('mine')).length)
      expect(
        own.filter((r) => r.includes('theirs')),
        table,
      ).toEqual([])
      for (const nobody of [[], [''], ['nobody'], ['min'], ['mine,theirs '.trim().replace(',', ';')], ['%'], ['*']])
        expect(await seenBy(nobody, table, columns), `${table} for ${nobody}`).toEqual([])
      expect(await app`select 1 from ${app(table)} limit 1`, table).toHaveLength(0)
    }
    expect(Object.keys(known).length).toBeGreaterThan(15)
  })

  test('nobody writes a row of another tenant, forges its log or changes what it has', async () => {
    let tried = 0
    for (const table of await fencedTables()) {
      const columns = (
        await db.sql<{ name: string }[]>`
          select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
            and attidentity = '' and has_column_privilege('holdfast_app', attrelid, attnum, 'insert')`
      ).map((c) => c.name)
      const [row] = await db.sql<{ json: postgres.JSONValue }[]>`
        select to_jsonb(x) as json from ${db.sql(table)} x where to_jsonb(x)::text like '%theirs%' limit 1`
      if (columns.length > 0) {
        const forge = inFence(
          { fenced: app },
          ['mine'],
          (tx) => tx`
          insert into ${tx(table)} (${tx(columns)}) select ${tx(columns)} from jsonb_populate_record(null::${tx(table)}, ${tx.json(row!.json)})`,
        )
        await expect(forge, table).rejects.toMatchObject({
          code: '42501',
          message: expect.stringMatching(/row-level security/),
        })
        tried++
      }
      const [changing] = await db.sql<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
          and has_column_privilege('holdfast_app', attrelid, attnum, 'update') limit 1`
      if (changing) {
        const updated = await inFence(
          { fenced: app },
          ['nobody'],
          (tx) => tx`
          update ${tx(table)} set ${tx(changing.name)} = ${tx(changing.name)}`,
        )
        expect(updated.count, table).toBe(0)
      }
    }
    expect(tried).toBeGreaterThan(8)
  })

  test('a permission that nobody gave cannot be put into the log of another tenant', async () => {
    const forge = (row: Record<string, string | null>) =>
      inFence(
        { fenced: app },
        ['mine'],
        (tx) =>
          tx`insert into audit ${tx({ id: `forged_${Math.random()}`, kind: 'disclosure', actor: 'mine_agent', ...row })}`,
      )
    const refused = { code: '42501' }
    await expect(forge({ tenant_id: 'theirs', decision: 'allow' })).rejects.toMatchObject(refused)
    await expect(forge({ tenant_id: 'theirs', reader_tenant: 'mine', decision: 'allow' })).rejects.toMatchObject(
      refused,
    )
    await expect(forge({ tenant_id: null, decision: 'allow' })).rejects.toMatchObject(refused)
    await expect(forge({ tenant_id: null, reader_tenant: 'mine', decision: 'allow' })).rejects.toMatchObject(refused)
    await expect(forge({ tenant_id: 'mine', decision: 'allow' })).resolves.toBeDefined()
  })
})

describe('what stays behind in a connection', () => {
  const setting = async () =>
    (await app<{ now: string | null }[]>`select nullif(current_setting('holdfast.tenants', true), '') as now`)[0]!.now

  test('no setting survives a commit, a rollback, an error or a disclosure', async () => {
    await inFence({ fenced: app }, ['mine'], (tx) => tx`select 1`)
    expect(await setting()).toBeNull()
    await inFence({ fenced: app }, ['mine'], async () => Promise.reject(new Error('rolled back'))).catch(() => {})
    expect(await setting()).toBeNull()
    await inFence({ fenced: app }, ['mine'], (tx) => tx`select 1 / 0`).catch(() => {})
    expect(await setting()).toBeNull()
    await inFence({ fenced: app }, ['mine'], async (tx) => {
      await tx.savepoint((inner) => inner`select set_config('holdfast.tenants', 'mine,theirs', true)`)
    })
    expect(await setting()).toBeNull()
    const asked = {
      ids: ['dsc_1'],
      kinds: ['key'],
      credentials: ['mine_key'],
      artifacts: ['mine_parent'],
      none: [null as string | null],
    }
    const [answer] =
      await app`select outcome from disclose('{mine}', ${asked.ids}::text[], ${asked.kinds}::text[], ${asked.credentials}::text[],
      ${asked.artifacts}::text[], ${asked.none}::text[], '{describe}', ${asked.none}::text[], ${asked.none}::text[])`
    expect(answer).toEqual({ outcome: 'allow' })
    expect(await setting()).toBeNull()
    expect(await app`select id from artifacts`).toHaveLength(0)
  })

  test('a plan that was made for one tenant or role is not used to read for another', async () => {
    const count = async (tx: postgres.ISql) =>
      (await tx<{ n: number }[]>`select count(*)::int as n from artifacts where id is not null`)[0]!.n
    const as = (tenants: string[]) => inFence({ fenced: app }, tenants, count)
    for (let i = 0; i < 7; i++)
      expect([await as(['mine']), await as(['nobody']), await as(['mine', 'theirs'])]).toEqual([2, 0, 4])
    const one = openDatabase(db.url, { max: 1 })
    try {
      for (let i = 0; i < 7; i++) {
        expect(await count(one)).toBe(4)
        await one.begin(async (tx) => {
          await tx`set local role holdfast_app`
          expect(await count(tx)).toBe(0)
        })
      }
      const [prepared] = await one<
        { plans: number }[]
      >`select generic_plans::int as plans from pg_prepared_statements where statement like 'select count(*)%id is not null'`
      expect(prepared!.plans).toBeGreaterThan(5)
    } finally {
      await one.end()
    }
  })
})
