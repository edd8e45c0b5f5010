import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, form, manifestFor, type World } from '@/e2e/cases/world'
import { openDatabase } from '@/lib/db/client'
import { type CuttingProxy, startCuttingProxy } from '@/lib/db/cutting-proxy.fixture'
import { createTestDatabase, type TestDatabase } from '@/lib/db/test-database'
import type { Deps } from '@/lib/deps'
import { openTestDeps, serveTest } from '@/lib/http/test-deps'
import { sweep } from './sweep'

/** The service's connections go through a proxy that can lose the answer to COMMIT; the test's own do not. */
let database: TestDatabase
let proxy: CuttingProxy
let sql: postgres.Sql
let rt: Deps
let server: Server
let dataDir: string
let w: World
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-data-'))
  database = await createTestDatabase({ max: 2 })
  proxy = await startCuttingProxy(database.url)
  sql = openDatabase(proxy.url, { max: 4 })
  rt = await openTestDeps({ sql, fenced: database.fenced }, dataDir, () => {})
  const served = await serveTest(rt)
  server = served.server
  w = await createWorld(served.base, rt.operatorToken)
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await rt?.leases.stop()
  await rt?.store.close()
  await sql?.end({ timeout: 1 })
  await proxy?.close()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const CONTENT = 'x'.repeat(50_000)
const publish = async (manifest: unknown) => {
  const response = await w.call('POST', '/artifacts', { key: w.capture, body: form(manifest, CONTENT) })
  return { response, status: response.status, id: response.headers.get('location')?.split('/').at(-1) }
}
const ids = async () => (await database.sql<{ id: string }[]>`select id from artifacts order by id`).map((r) => r.id)
const objects = async () => {
  const found: string[] = []
  for await (const { key } of rt.store.list()) found.push(key)
  return found.sort()
}

/** No row without its bytes, also after a sweep that gives no grace. */
async function everyRowHasItsBytes() {
  await new Promise((done) => setTimeout(done, 20))
  await sweep(rt, 0)
  for (const id of await ids())
    expect(await (await w.call('GET', `/artifacts/${id}/content`, { key: w.agent })).text()).toBe(CONTENT)
  expect(await objects()).toEqual(await ids())
}

test('committed, the answer lost, the database there: 201 at once, and 200 for a repeat', async () => {
  const manifest = manifestFor(w)
  proxy.lose = 'connection'
  const first = await publish(manifest)
  expect(proxy.lose, 'it was lost').toBeNull()
  expect(first.status).toBe(201)
  const again = await publish(manifest)
  expect([again.status, again.id]).toEqual([200, first.id])
  await everyRowHasItsBytes()
})

test('committed, the answer lost, the database out of reach: 503, the object stays, a repeat is 200', async () => {
  const before = await ids()
  const manifest = manifestFor(w)
  proxy.lose = 'database'
  const first = await publish(manifest)
  await problem(first.response, 503, 'unavailable')
  expect(proxy.down, 'it was lost').toBe(true)
  proxy.down = false
  const [id, ...more] = (await ids()).filter((i) => !before.includes(i))
  expect(more).toEqual([])
  expect(await objects()).toContain(id)
  const again = await publish(manifest)
  expect([again.status, again.id]).toEqual([200, id])
  await everyRowHasItsBytes()
})

test('not committed, the connection lost in COMMIT: an error, and a repeat is 201 once', async () => {
  // A deferred trigger runs inside COMMIT (PostgreSQL, CREATE TRIGGER): there the backend ends itself.
  await database.sql`
    create function end_in_commit() returns trigger language plpgsql as
    'begin if new.tool = ''killed'' then perform pg_terminate_backend(pg_backend_pid()), pg_sleep(5); end if; return null; end'`
  await database.sql`
    create constraint trigger end_in_commit after insert on artifacts deferrable initially deferred
    for each row execute function end_in_commit()`
  const before = await ids()
  const manifest = manifestFor(w, { tool_call: { id: 'lost', tool: 'killed' } })
  await problem((await publish(manifest)).response, 503, 'unavailable')
  expect(await ids()).toEqual(before)
  expect((await objects()).length, 'kept while its row may come').toBe(before.length + 1)
  await database.sql`drop trigger end_in_commit on artifacts`
  expect((await publish(manifest)).status).toBe(201)
  expect((await publish(manifest)).status).toBe(200)
  expect((await ids()).length).toBe(before.length + 1)
  await everyRowHasItsBytes()
})
