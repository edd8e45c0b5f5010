import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'

let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const change = (purposes: string[], key: string | null = w.admin) =>
  w.call('PUT', `/tenants/${w.tenant}/purposes`, { key, json: { purposes } })
const log = () =>
  server.rt.sql`select detail from audit where tenant_id = ${w.tenant} and kind = 'purposes_changed' order by seq`

test('a purpose that is taken off permits nothing; put back, it permits again; each change is in the log', async () => {
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const read = () => w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
  expect((await read()).status).toBe(200)

  const taken = await change(['audit', 'training'])
  expect(await taken.json()).toEqual({
    items: [
      { purpose: 'audit', listed: true, runs: 0, grants: 0 },
      { purpose: 'training', listed: true, runs: 0, grants: 0 },
      { purpose: 'diagnosis', listed: false, runs: 1, grants: 0 },
    ],
  })
  await problem(await read(), 422, 'purpose_required')
  const drains = () => server.rt.sql`select 1 from drains where tenant_id = ${w.tenant} and kind = 'purposes_changed'`
  expect(await drains()).toHaveLength(1)

  expect((await change(['audit', 'training', 'diagnosis'])).status).toBe(200)
  expect((await read()).status).toBe(200)
  // Nothing was taken away by adding, and the same list again is no change.
  expect((await change(['audit', 'training', 'diagnosis'])).status).toBe(200)
  expect(await drains()).toHaveLength(1)
  expect((await log()).map((e) => e.detail)).toEqual([
    { before: ['diagnosis', 'audit'], after: ['audit', 'training'] },
    { before: ['audit', 'training'], after: ['audit', 'training', 'diagnosis'] },
  ])
})

test('only admins see and change the list, and it keeps one purpose at least', async () => {
  const stranger = await createWorld(server.base, server.rt.operatorToken)
  await problem(await change(['audit'], w.agent), 403, 'forbidden')
  await problem(await change(['audit'], stranger.admin), 404, 'not_found')
  await problem(await w.call('GET', `/tenants/${w.tenant}/purposes`, { key: w.agent }), 403, 'forbidden')
  await problem(await change([]), 422, 'invalid_request')
  await problem(await change(['Not A Name']), 422, 'invalid_request')
})

test('whoever has a credential sees the limits that are enforced', async () => {
  const { items } = (await (await w.call('GET', '/limits', { key: w.agent })).json()) as {
    items: { name: string; value: number; setting: string | null }[]
  }
  expect(items.find((l) => l.setting === 'HOLDFAST_MAX_ARTIFACT_BYTES')?.value).toBe(
    server.rt.config.limits.artifactBytes,
  )
  await problem(await w.call('GET', '/limits', { key: null }), 401, 'unauthenticated')
})
