import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, unique, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { TestBrowser, tokenOf } from './browser.fixture'
import { checkPassword } from './users'

let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const address = () => `${unique('p')}@example.com`
const PASSWORD = 'a password of one’s own'

async function invite(email: string, roles = ['member'], at = w, key = at.admin) {
  const made = await at.call('POST', `/tenants/${at.tenant}/invitations`, { key, json: { email, roles } })
  expect(made.status).toBe(201)
  return (await made.json()) as { invitation_id: string; invitation_link: string }
}
async function account(email: string, roles = ['member'], password?: string, at = w) {
  const made = await at.call('POST', `/tenants/${at.tenant}/users`, { json: { email, name: 'P', roles, password } })
  const { user_id, sign_in_link } = (await made.json()) as { user_id: string; sign_in_link: string }
  const browser = new TestBrowser(server)
  await browser.signIn(sign_in_link)
  return { id: user_id, browser }
}
const makeAccount = (browser: TestBrowser, link: string, name = 'New') =>
  browser.submit('/callback/invitation', { token: tokenOf(link), name, password: PASSWORD })
const accept = (browser: TestBrowser, link: string, password?: string) =>
  browser.api('POST', '/invitations/accept', {
    json: { invitation: { token: tokenOf(link) }, ...(password && { password }) },
  })
const tenantsOf = async (browser: TestBrowser) =>
  (await (await browser.api('GET', '/me')).json()).tenants.map((t: { tenant_id: string }) => t.tenant_id)

test('a person without an account makes one out of the link, and is a member once they accept', async () => {
  const email = address()
  const { invitation_link } = await invite(email, ['auditor', 'member'])
  const browser = new TestBrowser(server)
  await makeAccount(browser, invitation_link)
  expect(browser.session).toBeTruthy()
  expect(await tenantsOf(browser), 'not yet').toEqual([])
  const found = await browser.api('POST', '/invitations/find', { json: { token: tokenOf(invitation_link) } })
  expect(await found.json()).toMatchObject({
    tenant_id: w.tenant,
    roles: ['auditor', 'member'],
    ends_password: false,
    state: 'open',
  })
  expect((await accept(browser, invitation_link)).status).toBe(200)
  expect(await tenantsOf(browser)).toEqual([w.tenant])
  expect(await checkPassword(server.rt, email, PASSWORD), 'the password stays').not.toBeNull()
  expect((await accept(browser, invitation_link)).status, 'once').toBe(404)
})

test('the answer to an admin is the same whether or not an account has the address', async () => {
  const elsewhere = await createWorld(server.base, server.rt.operatorToken)
  const [known, unknown] = [address(), address()]
  await account(known, ['member'], undefined, elsewhere)
  const shape = async (email: string) => {
    const made = await w.call('POST', `/tenants/${w.tenant}/invitations`, { key: w.admin, json: { email } })
    const body = await made.json()
    return [made.status, Object.keys(body), body.state, body.roles]
  }
  expect(await shape(known)).toEqual(await shape(unknown))
})

test('an invitation changes nothing for an account until its person accepts, and a link never opens it', async () => {
  const elsewhere = await createWorld(server.base, server.rt.operatorToken)
  const email = address()
  const person = await account(email, ['member'], 'known to the other admin', elsewhere)
  const { invitation_link } = await invite(email)
  // Whoever made the invitation holds its link too.
  const thief = new TestBrowser(server)
  const response = await makeAccount(thief, invitation_link)
  expect(response.headers.get('location')).toContain('error=')
  expect(thief.session).toBeUndefined()
  expect(await tenantsOf(person.browser)).toEqual([elsewhere.tenant])

  const second = new TestBrowser(server)
  await second.submit('/callback/password', { email, password: 'known to the other admin' })
  const link = await w.call('POST', '/sign-in-links', { json: { email } })
  const found = await person.browser.api('POST', '/invitations/find', { json: { token: tokenOf(invitation_link) } })
  expect((await found.json()).ends_password).toBe(true)
  expect((await accept(person.browser, invitation_link, PASSWORD)).status).toBe(200)
  expect(await tenantsOf(person.browser)).toEqual([w.tenant, elsewhere.tenant].sort())
  // What the other admin may hold has ended: the password, a session, a link.
  expect(await checkPassword(server.rt, email, 'known to the other admin')).toBeNull()
  expect(await checkPassword(server.rt, email, PASSWORD)).not.toBeNull()
  expect((await second.api('GET', '/me')).status).toBe(401)
  const late = new TestBrowser(server)
  await late.signIn((await link.json()).sign_in_link)
  expect(late.session).toBeUndefined()
})

test('another account, a key and nobody accept nothing', async () => {
  const email = address()
  const { invitation_link, invitation_id } = await invite(email)
  const other = await account(address())
  const refused = await accept(other.browser, invitation_link)
  expect(refused.status).toBe(403)
  expect((await refused.json()).detail).toContain(email)
  const json = { invitation: { token: tokenOf(invitation_link) } }
  expect((await w.call('POST', '/invitations/accept', { key: w.admin, json })).status).toBe(403)
  expect((await w.call('POST', '/invitations/accept', { key: null, json })).status).toBe(401)
  const mine = await account(email, ['member'], undefined, await createWorld(server.base, server.rt.operatorToken))
  const byId = await mine.browser.api('POST', '/invitations/accept', { json: { invitation: { invitation_id } } })
  expect(byId.status, 'an address that nobody has verified').toBe(404)
  expect((await (await mine.browser.api('GET', '/invitations')).json()).items).toEqual([])
})

test('withdrawn, replaced, expired and declined invitations open nothing', async () => {
  const email = address()
  const fails = async (link: string) => {
    const browser = new TestBrowser(server)
    await makeAccount(browser, link)
    return browser.session === undefined
  }
  const first = await invite(email)
  const second = await invite(email)
  expect(await fails(first.invitation_link), 'replaced').toBe(true)
  const path = `/tenants/${w.tenant}/invitations`
  const stranger = await createWorld(server.base, server.rt.operatorToken)
  expect((await w.call('DELETE', `${path}/${second.invitation_id}`, { key: stranger.admin })).status).toBe(404)
  const ended = await w.call('DELETE', `${path}/${second.invitation_id}`, { key: w.admin })
  expect((await ended.json()).state).toBe('withdrawn')
  expect(await fails(second.invitation_link), 'withdrawn').toBe(true)
  const third = await invite(email)
  await server.rt.sql`update invitations set expires_at = clock_timestamp() where id = ${third.invitation_id}`
  expect(await fails(third.invitation_link), 'expired').toBe(true)
  const fourth = await invite(email)
  const browser = new TestBrowser(server)
  await makeAccount(browser, fourth.invitation_link)
  const named = { token: tokenOf(fourth.invitation_link) }
  expect((await browser.api('POST', '/invitations/decline', { json: named })).status).toBe(200)
  expect((await accept(browser, fourth.invitation_link)).status).toBe(404)
  const { items } = await (await w.call('GET', path, { key: w.admin })).json()
  expect(items.filter((i: { email: string }) => i.email === email).map((i: { state: string }) => i.state)).toEqual([
    'declined',
    'withdrawn',
    'withdrawn',
    'withdrawn',
  ])
  expect(JSON.stringify(items)).not.toContain(tokenOf(fourth.invitation_link))
})

test('an admin who was removed, or a key that was revoked, has no way back through an invitation made before', async () => {
  const at = await createWorld(server.base, server.rt.operatorToken)
  const keeper = await account(address(), ['admin'], undefined, at)
  const leaver = await account(address(), ['admin'], undefined, at)
  const own = address()
  const made = await leaver.browser.api('POST', `/tenants/${at.tenant}/invitations`, {
    json: { email: own, roles: ['admin'] },
  })
  const { invitation_link } = await made.json()
  const byKey = await invite(address(), ['admin'], at)
  const browser = new TestBrowser(server)
  await makeAccount(browser, invitation_link)
  expect((await keeper.browser.api('DELETE', `/tenants/${at.tenant}/users/${leaver.id}`)).status).toBe(200)
  expect((await accept(browser, invitation_link)).status).toBe(404)
  const { items: keys } = await (await keeper.browser.api('GET', `/tenants/${at.tenant}/keys`)).json()
  const admin = keys.find((k: { kind: string }) => k.kind === 'admin')
  await keeper.browser.api('DELETE', `/tenants/${at.tenant}/keys/${admin.key_id}`)
  const late = new TestBrowser(server)
  await makeAccount(late, byKey.invitation_link)
  expect(late.session).toBeUndefined()
  const { items } = await (await keeper.browser.api('GET', `/tenants/${at.tenant}/invitations`)).json()
  expect(items.map((i: { state: string }) => i.state)).toEqual(['void', 'void'])
})

test('a member is not invited again, and one who was removed can be', async () => {
  const email = address()
  const person = await account(email)
  const again = await w.call('POST', `/tenants/${w.tenant}/invitations`, { key: w.admin, json: { email } })
  expect(again.status).toBe(409)
  await w.call('DELETE', `/tenants/${w.tenant}/users/${person.id}`, { key: w.admin })
  const { invitation_link } = await invite(email, ['auditor'])
  expect((await accept(person.browser, invitation_link)).status).toBe(200)
  const me = await (await person.browser.api('GET', '/me')).json()
  expect(me.left).toEqual([])
  expect(me.tenants[0].roles).toEqual(['auditor'])
})
