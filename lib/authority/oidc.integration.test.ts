import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld, unique, type World } from '@/e2e/cases/world'
import { CLIENT } from '@/e2e/support/client'
import { startProvider } from '@/e2e/support/provider'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { TestBrowser, tokenOf } from './browser.fixture'
import { throughProvider } from './provider.fixture'
import { redirectUri } from './sign-in-settings'
import { checkPassword } from './users'

let server: TestServer
let provider: Awaited<ReturnType<typeof startProvider>>
let w: World
beforeAll(async () => {
  server = await startTestServer()
  provider = await startProvider({ redirectUri: redirectUri(server.base) })
  server.rt.config.oidc = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    name: 'Test provider',
  }
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(async () => {
  await provider?.close()
  await server?.close()
})
afterEach(() => expect(JSON.stringify(server.events)).not.toContain(CLIENT.secret))

const address = () => `${unique('o')}@example.com`
const invite = async (email: string, roles = ['member']) =>
  (await (await w.call('POST', `/tenants/${w.tenant}/invitations`, { json: { email, roles } })).json()) as {
    invitation_id: string
    invitation_link: string
  }
const account = async (email: string, at = w) => {
  const made = await at.call('POST', `/tenants/${at.tenant}/users`, {
    json: { email, name: 'L', password: 'a local password' },
  })
  return (await made.json()) as { user_id: string; sign_in_link: string }
}
const me = async (browser: TestBrowser) => {
  const response = await browser.api('GET', '/me')
  return response.status === 200 ? ((await response.json()) as { principal_id: string; tenants: unknown[] }) : null
}
const reasonOf = (response: Response) => new URL(response.headers.get('location')!).searchParams.get('reason')
const people = async () => (await server.rt.sql`select count(*)::int as n from principals where kind = 'user'`)[0]!.n

test('whoever is not invited gets no account and no session', async () => {
  const before = await people()
  for (const login of [address(), `unverified:${address()}`, `nameless:${unique('n')}`]) {
    const browser = new TestBrowser(server)
    const answer = await throughProvider(browser, login)
    expect(reasonOf(answer)).toBe('not_invited')
    expect(browser.session).toBeUndefined()
  }
  expect(await people()).toBe(before)
})

test('an invited address that the provider has verified: an account, then a membership once accepted', async () => {
  const email = address()
  const { invitation_id } = await invite(email, ['auditor'])
  const browser = new TestBrowser(server)
  const answer = await throughProvider(browser, email.toUpperCase(), { callbackUrl: '/settings/sign-in' })
  expect(answer.headers.get('location')).toBe(`${server.base}/settings/sign-in`)
  expect((await me(browser))!.tenants).toEqual([])
  const { items } = await (await browser.api('GET', '/invitations')).json()
  expect(items).toMatchObject([{ invitation_id, tenant_id: w.tenant, roles: ['auditor'] }])
  await browser.api('POST', '/invitations/accept', { json: { invitation: { invitation_id } } })
  expect((await me(browser))!.tenants).toMatchObject([{ tenant_id: w.tenant, roles: ['auditor'] }])
  const again = new TestBrowser(server)
  await throughProvider(again, email.toUpperCase())
  expect((await me(again))!.principal_id).toBe((await me(browser))!.principal_id)
  const own = await (await again.api('GET', '/me/sign-in')).json()
  expect(own).toMatchObject({
    email,
    password: false,
    identities: [{ linked_by: 'invitation', email, email_verified: true }],
  })
})

test('an invitation link makes an account where the provider verifies no address, for the invited address alone', async () => {
  const email = address()
  const { invitation_link } = await invite(email)
  const invitation = tokenOf(invitation_link)
  const other = new TestBrowser(server)
  expect(reasonOf(await throughProvider(other, `unverified:${address()}`, { invitation }))).toBe('another_address')
  const browser = new TestBrowser(server)
  await throughProvider(browser, `nameless:${unique('n')}`, { invitation })
  expect(await me(browser)).not.toBeNull()
  const accepted = await browser.api('POST', '/invitations/accept', { json: { invitation: { token: invitation } } })
  expect(accepted.status).toBe(200)
  const late = new TestBrowser(server)
  expect(reasonOf(await throughProvider(late, `nameless:${unique('n')}`, { invitation }))).toBe('not_invited')
})

test('an address alone never opens an account that is in use', async () => {
  const email = address()
  const made = await account(email)
  const owner = new TestBrowser(server)
  await owner.signIn(made.sign_in_link)
  const visitor = new TestBrowser(server)
  expect(reasonOf(await throughProvider(visitor, email))).toBe('address_taken')
  expect(reasonOf(await throughProvider(visitor, `unverified:${email}`))).toBe('not_invited')
  const elsewhere = await createWorld(server.base, server.rt.operatorToken)
  const asked = await elsewhere.call('POST', `/tenants/${elsewhere.tenant}/invitations`, { json: { email } })
  const invitation = tokenOf((await asked.json()).invitation_link)
  // The link alone does not: whoever made the invitation holds it.
  expect(reasonOf(await throughProvider(visitor, `unverified:${email}`, { invitation }))).toBe('address_taken')
  expect(reasonOf(await throughProvider(visitor, `nameless:${unique('n')}`, { invitation }))).toBe('address_taken')
  expect(await me(visitor)).toBeNull()
  expect(await me(owner)).not.toBeNull()

  // Invited and verified: the account is theirs, and what opened it before has ended.
  const person = new TestBrowser(server)
  await throughProvider(person, email)
  expect((await me(person))!.principal_id).toBe(made.user_id)
  expect(await me(owner)).toBeNull()
  expect(await checkPassword(server.rt, email, 'a local password')).toBeNull()
})

test('an account that nobody has used is its verified address’s; one of the operator never is', async () => {
  const email = address()
  const made = await account(email)
  const browser = new TestBrowser(server)
  await throughProvider(browser, email)
  expect((await me(browser))!.principal_id).toBe(made.user_id)
  const late = new TestBrowser(server)
  await late.signIn(made.sign_in_link)
  expect(late.session, 'the link that was made with the account').toBeUndefined()
  const operator = address()
  await server.rt
    .sql`insert into principals (id, kind, name, email, operator) values (${unique('usr')}, 'user', 'Op', ${operator}, true)`
  expect(reasonOf(await throughProvider(new TestBrowser(server), operator))).toBe('address_taken')
})

test('an address that the provider gave to somebody else opens nothing: subject and issuer count', async () => {
  const email = address()
  await account(email)
  const first = new TestBrowser(server)
  await throughProvider(first, email)
  const heir = new TestBrowser(server)
  expect(reasonOf(await throughProvider(heir, `verified:new|${email}`))).toBe('address_taken')
  await server.rt.sql`update principals set disabled_at = clock_timestamp() where email = ${email}`
  expect(reasonOf(await throughProvider(new TestBrowser(server), email)), 'disabled').toBe('not_invited')
})

test('a person connects an identity to their account, in the session that asked and no other', async () => {
  const [email, other] = [address(), address()]
  const made = await account(email)
  const browser = new TestBrowser(server)
  await browser.signIn(made.sign_in_link)
  const login = `nameless:${unique('n')}`
  await throughProvider(browser, login, { connect: '1' })
  const fresh = new TestBrowser(server)
  await throughProvider(fresh, login)
  expect((await me(fresh))!.principal_id).toBe(made.user_id)
  expect(await checkPassword(server.rt, email, 'a local password'), 'the password stays').not.toBeNull()

  const second = new TestBrowser(server)
  await second.signIn((await account(other)).sign_in_link)
  expect(reasonOf(await throughProvider(second, login, { connect: '1' }))).toBe('connected_elsewhere')
  // Somebody else signs in to this browser while the first person is at the provider.
  const switched = await throughProvider(second, `nameless:${unique('n')}`, { connect: '1' }, () => {
    second.cookies.set('holdfast-session', fresh.session!)
  })
  expect(reasonOf(switched)).toBe('connect_ended')
  // Without asking, a session of somebody else is replaced, never connected.
  const shared = new TestBrowser(server)
  await shared.signIn((await account(address())).sign_in_link)
  expect(reasonOf(await throughProvider(shared, `nameless:${unique('n')}`))).toBe('not_invited')
  expect((await new TestBrowser(server).submit('/signin/oidc', { connect: '1' })).status, 'nobody').toBe(401)
})

test('accepting into a further tenant keeps the identity that was used and ends one that somebody else connected', async () => {
  const elsewhere = await createWorld(server.base, server.rt.operatorToken)
  const email = address()
  const made = await account(email, elsewhere)
  const admin = new TestBrowser(server)
  await admin.signIn(made.sign_in_link)
  const planted = `nameless:${unique('n')}`
  await throughProvider(admin, planted, { connect: '1' })
  const person = new TestBrowser(server)
  await person.submit('/callback/password', { email, password: 'a local password' })
  const { invitation_link } = await invite(email)
  const json = { invitation: { token: tokenOf(invitation_link) }, password: 'chosen by the person' }
  expect((await person.api('POST', '/invitations/accept', { json })).status).toBe(200)
  expect(await me(admin)).toBeNull()
  expect(reasonOf(await throughProvider(new TestBrowser(server), planted))).toBe('not_invited')
  expect(await me(person)).not.toBeNull()
})

test('a wrong state, a foreign browser, a code used twice and a cancelled sign-in are refused', async () => {
  const email = address()
  await account(email)
  const wrong = async (change: (back: URL, browser: TestBrowser) => void) => {
    const browser = new TestBrowser(server)
    const answer = await throughProvider(browser, email, {}, (back) => change(back, browser))
    expect(answer.headers.get('location')).toMatch(new RegExp(`^${server.base}/sign-in\\?error=`))
    expect(browser.session).toBeUndefined()
    return new URL(answer.headers.get('location')!).searchParams.get('error')
  }
  expect(await wrong((back) => back.searchParams.set('state', 'x'))).toBe('Configuration')
  expect(await wrong((back) => back.searchParams.delete('state'))).toBe('Configuration')
  expect(await wrong((back) => back.searchParams.set('iss', 'https://elsewhere.example'))).toBe('Configuration')
  expect(await wrong((_, browser) => browser.cookies.clear())).toBe('Configuration')
  for (const name of ['authjs.state', 'authjs.nonce', 'authjs.pkce.code_verifier'])
    expect(await wrong((_, browser) => browser.cookies.delete(name)), name).toBe('Configuration')
  expect(
    await wrong((back) => {
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
    }),
  ).toBe('OAuthCallbackError')

  const browser = new TestBrowser(server)
  let kept = ''
  await throughProvider(browser, email, {}, (back) => {
    kept = back.search
  })
  expect(browser.session).toBeDefined()
  const again = await browser.auth('GET', `/callback/oidc${kept}`)
  expect(again.headers.get('location')).toContain('error=')
})

test('signing in through the provider never leads to another site', async () => {
  const email = address()
  await account(email)
  for (const callbackUrl of ['//elsewhere.example/x', '/\\elsewhere.example', 'https://elsewhere.example']) {
    const answer = await throughProvider(new TestBrowser(server), email, { callbackUrl })
    expect(new URL(answer.headers.get('location')!).origin).toBe(server.base)
  }
})
