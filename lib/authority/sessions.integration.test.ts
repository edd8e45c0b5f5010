import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, unique, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { TestBrowser } from './browser.fixture'

let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

async function person() {
  const email = `${unique('s')}@example.com`
  const made = await w.call('POST', `/tenants/${w.tenant}/users`, { json: { email, name: 'S', roles: ['member'] } })
  const { user_id, sign_in_link } = (await made.json()) as { user_id: string; sign_in_link: string }
  const link = async () =>
    (await (await w.call('POST', '/sign-in-links', { json: { email } })).json()).sign_in_link as string
  return { id: user_id, link, first: sign_in_link }
}
const copyOf = (browser: TestBrowser) => {
  const copy = new TestBrowser(server)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}
const alive = async (browser: TestBrowser) => (await browser.api('GET', '/me')).status === 200

test('signing in again begins a new session, and the earlier one of this browser ends', async () => {
  const [p, other] = [await person(), await person()]
  const browser = new TestBrowser(server)
  await browser.signIn(p.first)
  const elsewhere = new TestBrowser(server)
  await elsewhere.signIn(await p.link())
  const before = copyOf(browser)
  await browser.signIn(await p.link())
  expect(browser.session).not.toBe(before.session)
  expect(await alive(browser)).toBe(true)
  expect(await alive(before), 'a copy of the earlier cookie').toBe(false)
  expect(await alive(elsewhere), 'another browser of the same person').toBe(true)
  const mine = copyOf(browser)
  await browser.signIn(other.first)
  expect(await alive(mine), 'somebody else signed in here').toBe(false)
})

test('a sign-in that is refused leaves the session alone', async () => {
  const browser = new TestBrowser(server)
  await browser.signIn((await person()).first)
  await browser.signIn('x#token=wrong')
  expect(await alive(browser)).toBe(true)
})

test('signing out ends the row, so that a copy of the cookie is nothing', async () => {
  const p = await person()
  const browser = new TestBrowser(server)
  await browser.signIn(p.first)
  const copy = copyOf(browser)
  await browser.submit('/signout', {})
  expect(browser.session).toBeUndefined()
  expect(await alive(copy)).toBe(false)
  const rows = await server.rt.sql`select ended_at from sessions where user_id = ${p.id}`
  expect(rows.map((r) => r.ended_at)).toEqual([expect.any(Date)])
})

test('an expired session and a disabled account are nobody', async () => {
  const p = await person()
  const browser = new TestBrowser(server)
  await browser.signIn(p.first)
  await server.rt.sql`update principals set disabled_at = clock_timestamp() where id = ${p.id}`
  expect(await alive(browser)).toBe(false)
  await server.rt.sql`update principals set disabled_at = null where id = ${p.id}`
  expect(await alive(browser)).toBe(true)
  await server.rt.sql`update sessions set expires_at = clock_timestamp() where user_id = ${p.id}`
  expect(await alive(browser)).toBe(false)
})

test('an artifact id, another cookie of ours and a foreign seal are no session', async () => {
  const browser = new TestBrowser(server)
  await browser.signIn((await person()).first)
  for (const value of [
    'art_00000000000000000000000000',
    browser.cookies.get('authjs.csrf-token')!,
    browser.session!.slice(0, -2),
  ]) {
    const forged = new TestBrowser(server)
    forged.cookies.set('holdfast-session', value)
    expect(await alive(forged), value.slice(0, 12)).toBe(false)
  }
})

test('what Auth.js serves besides, and other methods, are not served', async () => {
  const browser = new TestBrowser(server)
  for (const path of [
    '/signin',
    '/signout',
    '/session',
    '/providers',
    '/verify-request',
    '/error',
    '/callback/oidc',
    '/webauthn-options/x',
  ])
    expect((await browser.auth('GET', path)).status, path).toBe(404)
  for (const path of ['/signin/oidc', '/session', '/callback/nothing', '/csrf'])
    expect((await browser.submit(path, {})).status, path).toBe(404)
  for (const method of ['PUT', 'PATCH', 'DELETE']) expect((await browser.auth(method, '/signout')).status).toBe(404)
})
