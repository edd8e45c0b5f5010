import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, manifestFor, unique, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'

/** What goes on, or is kept, after the right to it has ended. */
let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const makeKey = async (json: Record<string, unknown>, key = w.operator) => {
  const response = await w.call('POST', `/tenants/${w.tenant}/keys`, { key, json })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as { key: string; key_id: string }
}
const end = (id: string) => w.call('DELETE', `/tenants/${w.tenant}/keys/${id}`)

test('a body that ends after its sender was revoked makes nothing', async () => {
  const admin = await makeKey({ kind: 'admin', name: unique('admin') })
  const encoder = new TextEncoder()
  let finish = () => {}
  const revoked = new Promise<void>((resolve) => {
    finish = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(encoder.encode('{"kind":"admin",'))
      await revoked
      controller.enqueue(encoder.encode('"name":"late"}'))
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  const making = w.call('POST', `/tenants/${w.tenant}/keys`, { key: admin.key, body, headers })
  await expect.poll(async () => (await end(admin.key_id)).status).toBe(200)
  finish()
  await problem(await making, 401, 'unauthenticated')
  const keys = await server.rt
    .sql`select 1 from api_keys k join principals p on p.id = k.principal_id where p.name = 'late'`
  expect(keys).toHaveLength(0)
})

test('a narrowed key makes no wider one', async () => {
  const narrow = (await makeKey({ kind: 'admin', name: unique('narrow'), scopes: ['administer'] })).key
  const json = { kind: 'admin', name: unique('wide') }
  const path = `/tenants/${w.tenant}/keys`
  await problem(await w.call('POST', path, { key: narrow, json }), 422, 'invalid_request', '/scopes')
  await problem(
    await w.call('POST', path, { key: narrow, json: { ...json, scopes: ['read'] } }),
    422,
    'invalid_request',
  )
  expect((await w.call('POST', path, { key: narrow, json: { ...json, scopes: ['administer'] } })).status).toBe(201)
})

test('ending what has ended takes the gate from nobody', async () => {
  const { key_id } = await makeKey({ kind: 'agent', name: unique('agent') })
  const drains = async () => (await server.rt.sql`select count(*)::int as n from drains`)[0]!.n as number
  await end(key_id)
  const before = await drains()
  expect((await end(key_id)).status).toBe(200)
  expect(await drains()).toBe(before)
})

test('a purpose that was taken off its owner’s list shows nothing in lists either', async () => {
  const other = await createWorld(server.base, server.rt.operatorToken)
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const to = { kind: 'tenant', tenant_id: other.tenant }
  const grant = { artifact_id: artifact.artifact_id, to, purposes: ['audit'], reason: 'to audit' }
  expect((await w.call('POST', '/grants', { key: w.admin, json: grant })).status).toBe(201)
  const count = async () =>
    (await (await w.call('GET', '/artifacts/count?shared=true', { key: other.agent })).json()).count
  expect(await count()).toBe(1)
  const path = `/tenants/${w.tenant}/purposes`
  expect((await w.call('PUT', path, { key: w.admin, json: { purposes: ['diagnosis'] } })).status).toBe(200)
  expect(await count()).toBe(0)
})

test('an agent does not come by what was granted to a run by making a run of that name', async () => {
  const other = await createWorld(server.base, server.rt.operatorToken)
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const run_id = unique('meant')
  const to = { kind: 'run', run_id, tenant_id: other.tenant }
  const grant = { artifact_id: artifact.artifact_id, to, purposes: ['diagnosis'], reason: 'a joint incident' }
  expect((await w.call('POST', '/grants', { key: w.admin, json: grant })).status).toBe(201)
  const json = { run_id, purposes: ['diagnosis'] }
  await problem(await w.call('POST', '/runs', { key: other.agent, json }), 409, 'conflict')
  await problem(await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: other.agent }), 404, 'not_found')
  expect((await w.call('POST', '/runs', { key: other.admin, json })).status).toBe(201)
})

test('nothing names the artifact of another tenant as its own, also without the check', async () => {
  const other = await createWorld(server.base, server.rt.operatorToken)
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const row = {
    id: unique('grt'),
    tenant_id: other.tenant,
    artifact_id: artifact.artifact_id,
    grantee_kind: 'tenant',
    grantee_tenant: other.tenant,
    purposes: ['diagnosis'],
    reason: 'mine',
    granted_by: 'x',
    to_self: true,
  }
  await expect(server.rt.sql`insert into grants ${server.rt.sql(row)}`).rejects.toMatchObject({ code: '23503' })
})
