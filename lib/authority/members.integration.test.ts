import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, manifestFor, unique, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { TestBrowser } from './browser.fixture'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const world = () => createWorld(server.base, server.rt.operatorToken)

/** A member who is signed in. */
async function member(w: World, roles: string[]) {
  const email = `${unique('m')}@example.com`
  const made = await w.call('POST', `/tenants/${w.tenant}/users`, { json: { email, name: 'M', roles } })
  const { user_id, sign_in_link } = (await made.json()) as { user_id: string; sign_in_link: string }
  const browser = new TestBrowser(server)
  await browser.signIn(sign_in_link)
  return { id: user_id, email, browser, path: `/tenants/${w.tenant}/users/${user_id}` }
}
const problemOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { code: string; detail: string }),
})

test('roles are replaced, and what was taken away is gone at the next request', async () => {
  const w = await world()
  const admin = await member(w, ['admin'])
  const other = await member(w, ['auditor'])
  const { artifact } = await w.publish(manifestFor(w), 'secret\n')
  const read = () => other.browser.api('GET', `/artifacts/${artifact.artifact_id}/content`)
  expect((await read()).status).toBe(200)
  const changed = await admin.browser.api('PUT', `${other.path}/roles`, {
    json: { roles: ['admin', 'member', 'admin'] },
  })
  expect((await changed.json()).tenants).toEqual([{ tenant_id: w.tenant, roles: ['admin', 'member'] }])
  expect((await read()).status).not.toBe(200)
  expect((await other.browser.api('GET', `/tenants/${w.tenant}/keys`)).status, 'admin now').toBe(200)
  const [row] = await server.rt.sql`
    select detail from audit where kind = 'roles_changed' and tenant_id = ${w.tenant} order by seq desc limit 1`
  expect(row!.detail).toEqual({ user_id: other.id, before: ['auditor'], after: ['admin', 'member'] })
})

test('a removed member is refused at the next request, and told why; a stranger is told nothing', async () => {
  const w = await world()
  const elsewhere = await world()
  const admin = await member(w, ['admin'])
  const gone = await member(w, ['auditor', 'member'])
  await elsewhere.call('POST', `/tenants/${elsewhere.tenant}/users`, { json: { email: gone.email, name: 'M' } })
  // Coming to another tenant ended the session; the operator's link begins a new one.
  const link = await w.call('POST', '/sign-in-links', { json: { email: gone.email } })
  await gone.browser.signIn((await link.json()).sign_in_link)
  await w.call('POST', `/runs/${w.run}/participants?tenant=${w.tenant}`, { json: { principal_id: gone.id } })
  const bound = await w.call('POST', `/tenants/${w.tenant}/keys`, {
    json: { kind: 'agent', name: 'bound', run_id: w.run, user_id: gone.id },
  })
  const { key } = (await bound.json()) as { key: string }
  const { artifact } = await w.publish(manifestFor(w), 'secret\n')
  const content = `/artifacts/${artifact.artifact_id}/content?purpose=audit`
  const list = `/artifacts?tenant=${w.tenant}`
  expect((await gone.browser.api('GET', list)).status).toBe(200)
  expect((await gone.browser.api('GET', content)).status).toBe(200)

  const removed = await admin.browser.api('DELETE', gone.path)
  expect(removed.status).toBe(200)
  expect(await removed.json()).toMatchObject({ user_id: gone.id, runs_left: 1, keys_ended: 1 })
  for (const path of [list, `/tenants/${w.tenant}/users`])
    expect(await problemOf(await gone.browser.api('GET', path))).toMatchObject({
      status: 403,
      code: 'access_revoked',
      detail: expect.stringContaining(`Your membership of ${w.tenant} ended at `),
    })
  expect([403, 404]).toContain((await gone.browser.api('GET', content)).status)
  expect((await w.call('GET', '/me', { key })).status, 'the bound key').toBe(401)
  const me = await (await gone.browser.api('GET', '/me')).json()
  expect(me.tenants.map((t: { tenant_id: string }) => t.tenant_id)).toEqual([elsewhere.tenant])
  expect(me.left).toEqual([{ tenant_id: w.tenant, ended_at: expect.stringMatching(/Z$/) }])
  const stranger = await member(elsewhere, ['admin'])
  expect(await problemOf(await stranger.browser.api('GET', list))).toMatchObject({ status: 404, code: 'not_found' })
  expect((await admin.browser.api('DELETE', gone.path)).status, 'once').toBe(404)
})

test('the only admin is neither removed nor demoted, by nobody, and the refusal names the way out', async () => {
  const w = await world()
  const only = await member(w, ['admin', 'member'])
  for (const ask of [
    () => only.browser.api('DELETE', only.path),
    () => only.browser.api('PUT', `${only.path}/roles`, { json: { roles: ['member'] } }),
    () => w.call('DELETE', only.path),
    () => w.call('DELETE', only.path, { key: w.admin }),
  ])
    expect(await problemOf(await ask())).toMatchObject({
      status: 409,
      code: 'last_admin',
      detail: expect.stringContaining('holdfast users recover'),
    })
  expect((await only.browser.api('PUT', `${only.path}/roles`, { json: { roles: ['admin'] } })).status).toBe(200)
  const second = await member(w, ['admin'])
  expect((await only.browser.api('DELETE', only.path)).status, 'another is there').toBe(200)
  expect((await second.browser.api('DELETE', second.path)).status).toBe(409)
})

test('two admins who remove or demote each other at once leave one', async () => {
  for (let round = 0; round < 12; round++) {
    const w = await world()
    const [a, b] = await Promise.all([member(w, ['admin']), member(w, ['admin'])])
    const answers = await Promise.all([
      a.browser.api('DELETE', b.path),
      round % 2
        ? b.browser.api('DELETE', a.path)
        : b.browser.api('PUT', `${a.path}/roles`, { json: { roles: ['member'] } }),
    ])
    // The later one is the only admin left (409), or was removed before it was asked (403).
    expect(answers.filter((r) => r.status === 200)).toHaveLength(1)
    const rows = await server.rt.sql`select 1 from memberships where tenant_id = ${w.tenant} and role = 'admin'`
    expect(rows).toHaveLength(1)
  }
})

test('a member leaves, and administers nobody', async () => {
  const w = await world()
  await member(w, ['admin'])
  const [one, other] = [await member(w, ['member']), await member(w, ['member'])]
  expect((await one.browser.api('DELETE', other.path)).status).toBe(403)
  expect((await one.browser.api('PUT', `${one.path}/roles`, { json: { roles: ['admin'] } })).status).toBe(403)
  expect((await one.browser.api('DELETE', one.path)).status).toBe(200)
  const stranger = await world()
  expect((await w.call('DELETE', other.path, { key: stranger.admin })).status).toBe(404)
  expect(
    (await w.call('DELETE', `/tenants/${stranger.tenant}/users/${other.id}`, { key: stranger.admin })).status,
  ).toBe(404)
})

test('the operator recovers a tenant whose admin is lost; whatever opened that account before has ended', async () => {
  const w = await world()
  const lost = await member(w, ['admin'])
  const recover = (json: Record<string, string>, key?: string) =>
    w.call('POST', `/tenants/${w.tenant}/admin-recovery`, { json, ...(key && { key }) })
  expect((await recover({ email: lost.email }, w.admin)).status).toBe(403)
  expect((await recover({ email: `new-${lost.email}` })).status, 'no name').toBe(422)
  const made = await recover({ email: lost.email })
  expect(made.status).toBe(201)
  expect((await lost.browser.api('GET', '/me')).status, 'the earlier session').toBe(401)
  const { sign_in_link, tenants } = await made.json()
  expect(tenants).toEqual([{ tenant_id: w.tenant, roles: ['admin'] }])
  const back = new TestBrowser(server)
  await back.signIn(sign_in_link)
  expect((await back.api('GET', `/tenants/${w.tenant}/users`)).status).toBe(200)
  const fresh = await recover({ email: `new-${lost.email}`, name: 'New admin' })
  expect(fresh.status).toBe(201)
  expect((await back.api('DELETE', lost.path)).status, 'the lost one can now be removed').toBe(200)
})
