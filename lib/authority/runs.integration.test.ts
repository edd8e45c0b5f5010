import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, manifestFor, unique, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import type { Run, RunList } from '@/lib/protocol/admin'

let server: TestServer
let w: World
let reader: string
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  reader = (await run()).participants.find((p) => p.name === 'reader')!.principal_id
})
afterAll(() => server?.close())

const run = async (id = w.run, key = w.admin) => (await (await w.call('GET', `/runs/${id}`, { key })).json()) as Run
const list = async (query: string, key = w.admin) =>
  ((await (await w.call('GET', `/runs?${query}`, { key })).json()) as RunList).items.map((r) => r.run_id)
const part = (principal: string, key: string | null = w.admin, id = w.run) =>
  w.call('DELETE', `/runs/${id}/participants/${principal}`, { key })
const events = (kind: string) => server.rt.sql<{ actor: string; run_id: string; detail: Record<string, unknown> }[]>`
  select actor, run_id, detail from audit where tenant_id = ${w.tenant} and kind = ${kind} order by seq`
const drains = async () =>
  (await server.rt.sql`select 1 from drains where tenant_id = ${w.tenant} and kind = 'participant_removed'`).length

test('a participant who is removed reads nothing more; added again, reads again', async () => {
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const read = () => w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
  expect((await read()).status).toBe(200)
  const before = (await run()).participants.find((p) => p.principal_id === reader)!

  const removed = (await (await part(reader)).json()) as Run
  expect(removed.participants).toEqual([])
  expect(removed.left).toEqual([{ ...before, ended_at: expect.any(String) }])
  expect(removed.state).toBe('left')
  await problem(await read(), 403, 'access_revoked')
  await problem(await w.call('GET', `/runs/${w.run}`, { key: w.agent }), 404, 'not_found')
  expect(await drains()).toBe(1)
  expect(await events('participant_removed')).toEqual([
    { actor: expect.any(String), run_id: w.run, detail: { principal_id: reader } },
  ])

  const added = await w.call('POST', `/runs/${w.run}/participants`, { key: w.admin, json: { principal_id: reader } })
  expect((await read()).status).toBe(200)
  const again = (await added.json()) as Run
  expect(again.left).toEqual([])
  expect(again.state).toBe('active')
  // It begins anew: the list says since when this part holds, and the log has each of the three acts.
  expect(Date.parse(again.participants[0]!.added_at)).toBeGreaterThan(Date.parse(removed.left[0]!.ended_at))
  expect((await events('participant_added')).filter((e) => e.detail.principal_id === reader)).toHaveLength(2)
})

test('removing twice changes nothing, and says so in the log once', async () => {
  const id = unique('run')
  await w.call('POST', `/runs`, { key: w.admin, json: { run_id: id, purposes: ['diagnosis'] } })
  await w.call('POST', `/runs/${id}/participants`, { key: w.admin, json: { principal_id: reader } })
  const [events0, drains0] = [(await events('participant_removed')).length, await drains()]
  const answers = await Promise.all([part(reader, w.admin, id), part(reader, w.admin, id), part(reader, w.admin, id)])
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200])
  const ends = await Promise.all(answers.map(async (a) => ((await a.json()) as Run).left[0]!.ended_at))
  expect(new Set(ends).size).toBe(1)
  expect((await events('participant_removed')).length - events0).toBe(1)
  expect((await drains()) - drains0).toBe(1)
})

test('only an admin of the tenant removes, and only who took part', async () => {
  const stranger = await createWorld(server.base, server.rt.operatorToken)
  await problem(await part(reader, w.agent), 403, 'forbidden')
  await problem(await part(reader, w.capture), 403, 'forbidden')
  await problem(await part(reader, stranger.admin), 404, 'not_found')
  await problem(await part('agt_nobody'), 404, 'not_found')
  await problem(await part(reader, w.admin, 'run-of-nobody'), 404, 'not_found')
  await problem(await part(reader, null), 401, 'unauthenticated')
  expect((await run()).participants.map((p) => p.principal_id)).toEqual([reader])
})

test('runs are found by state, purpose and principal, page by page, each once', async () => {
  const other = await createWorld(server.base, server.rt.operatorToken)
  const made = async (id: string, purposes: string[]) =>
    void (await other.call('POST', '/runs', { key: other.admin, json: { run_id: id, purposes } }))
  const agent = ((await (await other.call('GET', `/runs/${other.run}`, { key: other.admin })).json()) as Run)
    .participants[0]!.principal_id
  await made('a', ['audit'])
  await made('b', ['diagnosis', 'audit'])
  await made('c', ['diagnosis'])
  const join = (id: string) =>
    other.call('POST', `/runs/${id}/participants`, { key: other.admin, json: { principal_id: agent } })
  await Promise.all([join('b'), join('c')])
  await other.call('DELETE', `/runs/c/participants/${agent}`, { key: other.admin })

  expect(await list('', other.admin)).toEqual(['c', 'b', 'a', other.run])
  expect(await list('state=not_joined', other.admin)).toEqual(['a'])
  expect(await list('state=left', other.admin)).toEqual(['c'])
  expect(await list('state=active', other.admin)).toEqual(['b', other.run])
  expect(await list('purpose=audit', other.admin)).toEqual(['b', 'a'])
  expect(await list(`principal=${agent}&purpose=diagnosis`, other.admin)).toEqual(['c', 'b', other.run])
  await problem(await other.call('GET', '/runs?state=nonsense', { key: other.admin }), 422, 'invalid_request')
  // An agent finds what it takes part in, whatever it asks for.
  expect(await list('', other.agent)).toEqual(['b', other.run])
  expect(await list('state=left', other.agent)).toEqual([])

  const seen: string[] = []
  for (let after = '', more = true; more; ) {
    const page = (await (
      await other.call('GET', `/runs?limit=1${after && `&after=${after}`}`, { key: other.admin })
    ).json()) as RunList
    seen.push(...page.items.map((r) => r.run_id))
    more = page.next !== null
    after = page.next ?? ''
  }
  expect(seen).toEqual(['c', 'b', 'a', other.run])
})
