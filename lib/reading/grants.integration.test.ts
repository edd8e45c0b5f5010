import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, type World } from '@/e2e/cases/world'
import { ok } from '@/lib/http/shared.fixture'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { type Reader, readersOf, records } from './masked.fixture'

/** What becomes of a read when several grants relate one reader to it, or one ends. */
let server: TestServer
let w: World
let to: ReturnType<typeof readersOf>
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  to = readersOf(w)
})
afterAll(() => server?.close())

describe('several grants', () => {
  const content = '{"a":"QA","b":"QB","c":"QC"}\n'
  const seen = async (id: string, by: Reader, purpose: string) =>
    (await to.read(id, by, { selector: records, purpose })).page.masked

  test('one that shows more is taken, whole before masked; masks of one reader are never put together', async () => {
    const [id, by] = [await to.publish(content), await to.reader()]
    await to.grant(id, by, { mask: ['a', 'b'] })
    expect(await seen(id, by, 'diagnosis')).toEqual(['a', 'b'])
    await to.grant(id, by, { mask: ['c'] })
    expect(await seen(id, by, 'diagnosis')).toEqual(['c'])
    const whole = await to.grant(id, by)
    expect(await seen(id, by, 'diagnosis')).toBeNull()
    await ok(w, 'POST', '/revocations', w.admin, { scope: 'grant', id: whole.grant_id, reason: 'x' })
    expect(await seen(id, by, 'diagnosis')).toEqual(['c'])
    await to.grant(id, by, { mask: ['b'], purposes: ['audit'] })
    expect([await seen(id, by, 'audit'), await seen(id, by, 'diagnosis')]).toEqual([['b'], ['c']])
  })

  test('a key that is bound to a person misses what either would miss', async () => {
    const id = await to.publish(content)
    const person = { id: `usr_of_${id}`, key: '' }
    await server.rt
      .sql`insert into principals (id, kind, name, email) values (${person.id}, 'user', 'P', ${`${id}@example.com`})`
    await server.rt.sql`insert into memberships (tenant_id, user_id, role) values (${w.tenant}, ${person.id}, 'member')`
    const made = await ok(w, 'POST', `/tenants/${w.tenant}/keys`, w.admin, {
      kind: 'agent',
      name: `bound-${id}`,
      user_id: person.id,
    })
    const by = { key: made.key, id: made.principal_id }
    await to.grant(id, by, { mask: ['a'] })
    await problem(await to.ask(id, by, { selector: records, purpose: 'diagnosis' }), 404, 'not_found')
    await to.grant(id, person, { mask: ['b'] })
    expect(await seen(id, by, 'diagnosis')).toEqual(['a', 'b'])
    await problem(await to.ask(id, by, { selector: { type: 'byte_range', start: 0, end: 1 } }), 403, 'masked')
  })
})

test('a grant that expires in the middle of a scan stops it at the next page', async () => {
  const [id, by] = [await to.publish('{"n":1}\n{"n":2}\n{"n":3}\n'), await to.reader()]
  const until = Date.now() + 4_000
  await to.grant(id, by, { until: new Date(until).toISOString() })
  const { page } = await to.read(id, by, { selector: records, limit: 1 })
  const second = await to.read(id, by, { cursor: page.next_cursor })
  expect(second.page.records.map((r) => r.index)).toEqual([1])
  await new Promise((done) => setTimeout(done, until - Date.now() + 50))
  for (const cursor of [page.next_cursor, second.page.next_cursor])
    await problem(await to.ask(id, by, { cursor }), 403, 'access_revoked')
})
