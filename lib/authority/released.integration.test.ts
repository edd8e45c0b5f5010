import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, form, manifestFor, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'

/** What fails behind a committed permission: the log must not count it as something that was given out. */
let server: TestServer
let w: World
let parts: Pick<TestServer['rt'], 'sql' | 'fenced' | 'keystore'>
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  parts = { sql: server.rt.sql, fenced: server.rt.fenced, keystore: server.rt.keystore }
})
afterEach(() => void Object.assign(server.rt, parts))
afterAll(() => server?.close())

const fault = () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }))

/** A disk that gives back neither data keys nor signing keys. */
const breakKeystore = () =>
  Object.assign(server.rt, {
    keystore: { ...parts.keystore, openDataKey: fault, cachedDataKey: () => undefined, signer: fault },
  })

/** A connection that is lost for what is read behind a decision. Decisions go their own way, and are committed. */
const breakFenced = () =>
  Object.assign(server.rt, {
    fenced: new Proxy(parts.fenced, { get: (target, name) => (name === 'begin' ? fault : Reflect.get(target, name)) }),
  })

/** The same for statements of the service itself with this text. */
function breakSql(text: string) {
  const sql = new Proxy(parts.sql, {
    apply: (target, self, args) =>
      String(args[0]).includes(text) ? fault() : Reflect.apply(target as never, self, args),
  })
  Object.assign(server.rt, { sql })
}

const log = (id: string) =>
  parts.sql<{ kind: string; operation: string | null; reason: string | null }[]>`
    select d.operation, w.reason from audit d left join audit w on w.kind = 'withdrawn' and w.detail->>'disclosure_id' = d.id
    where d.artifact_id = ${id} and d.kind = 'disclosure' and d.decision = 'allow' order by d.seq`

const publish = async (change: Record<string, unknown> = {}) =>
  (await w.publish(manifestFor(w, { locator: `at ${Math.random()}`, ...change }), 'x\n')).artifact.artifact_id

test.each([
  ['the description', 'describe', '', breakKeystore],
  ['the description', 'describe', '', breakFenced],
  ['the preview', 'preview', '/preview', breakKeystore],
  ['the signed descriptor', 'describe', '/descriptor.jws', breakKeystore],
  ['the list of disclosures', 'describe', '/disclosures', breakFenced],
  ['the content', 'content', '/content', breakKeystore],
])('%s fails behind its permission: withdrawn (%s%s)', async (_name, operation, path, breakIt) => {
  const id = await publish()
  breakIt()
  expect((await w.call('GET', `/artifacts/${id}${path}`, { key: w.agent })).status).toBe(500)
  expect(await log(id)).toEqual([{ operation, reason: 'internal' }])
})

test('a page of locators that fails withdraws all that was allowed for it; one that answers withdraws nothing', async () => {
  const other = await createWorld(server.base, server.rt.operatorToken)
  const ids: string[] = []
  for (const locator of ['first', 'second'])
    ids.push((await other.publish(manifestFor(other, { locator }), `${locator}\n`)).artifact.artifact_id)
  const list = () => other.call('GET', `/locators?run=${other.run}`, { key: other.agent })
  const answered = await (await list()).json()
  expect(answered.items.map((i: { locator: string }) => i.locator)).toEqual(['second', 'first'])
  for (const id of ids) expect((await log(id)).map((d) => d.reason)).toEqual([null])

  // The latest comes first, and opens; the one behind it does not.
  const openDataKey = (id: string) => (id === ids[0] ? fault() : parts.keystore.openDataKey(id))
  Object.assign(server.rt, { keystore: { ...parts.keystore, openDataKey } })
  expect((await list()).status).toBe(500)
  for (const id of ids) expect((await log(id)).map((d) => d.reason)).toEqual([null, 'internal'])
})

test('one input that is refused withdraws the permissions of the others', async () => {
  const input = await publish()
  const manifest = manifestFor(w, {
    inputs: [`artifact:${input}`, `artifact:art_${'0'.repeat(26)}`],
    transformation: { name: 'sum', version: '1' },
    completeness: { status: 'unknown' },
  })
  const response = await w.call('POST', '/artifacts', { key: w.agent, body: form(manifest, '1\n') })
  await problem(response, 404, 'not_found', '/manifest/inputs/1')
  expect(await log(input)).toEqual([{ operation: 'derive', reason: 'not_found' }])
})

test('a log that cannot be written does not hide why the request failed', async () => {
  const id = await publish()
  await server.rt.store.delete(id)
  breakSql('insert into audit')
  await problem(await w.call('GET', `/artifacts/${id}/preview`, { key: w.agent }), 409, 'integrity_failed')
  expect(server.events.filter((e) => e.event === 'withdraw.failed').map((e) => e.fields)).toEqual([
    { disclosure_id: expect.stringMatching(/^dsc_/), kind: 'Error', code: 'EIO', at: expect.any(String) },
  ])
})
