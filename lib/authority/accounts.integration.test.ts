import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { handleSignIn } from './sign-in'
import { checkPassword } from './users'

let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const post = (path: string, form: Record<string, string>, cookie = '') =>
  handleSignIn(
    server.rt,
    new Request(`${server.base}/api/auth${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', cookie, origin: server.base },
      body: new URLSearchParams(form),
    }),
  )

/** A form with what Auth.js wants beside it: its token, and the cookie that goes with the token. */
async function submit(path: string, fields: Record<string, string>) {
  const csrf = await handleSignIn(server.rt, new Request(`${server.base}/api/auth/csrf`))
  const cookie = csrf.headers
    .getSetCookie()
    .map((c) => c.split(';')[0])
    .join('; ')
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  return post(path, { ...fields, csrfToken }, cookie)
}

/** Signs in with a one-time link, and returns the answer and the session's cookie. */
async function signIn(link: string, callbackUrl = '/') {
  const token = link.split('#token=')[1]!
  const response = await submit('/callback/link', { token, callbackUrl })
  const session = response.headers.getSetCookie().find((c) => c.startsWith('holdfast-session='))
  return { response, session, cookie: session?.split(';')[0] ?? '' }
}

const createUser = async (tenant: string, key: string, json: Record<string, unknown>) => {
  const response = await w.call('POST', `/tenants/${tenant}/users`, { key, json })
  return { status: response.status, body: await response.json() }
}

test('an account that comes to a new tenant keeps neither the password nor the sessions it had before', async () => {
  const first = await createWorld(server.base, server.rt.operatorToken)
  const email = `${w.tenant}@example.com`
  const password = 'chosen by somebody else'
  const made = await createUser(first.tenant, first.admin, { email, name: 'Alice', password })
  const before = await signIn(made.body.sign_in_link)
  expect(before.session).toMatch(/HttpOnly/i)
  expect(before.session).toMatch(/SameSite=Lax/i)
  const me = (cookie: string) => w.call('GET', '/me', { key: null, headers: { cookie, origin: server.base } })
  expect((await me(before.cookie)).status).toBe(200)

  expect((await createUser(w.tenant, w.admin, { email, name: 'Alice' })).status).toBe(409)
  const added = await createUser(w.tenant, w.operator, { email, name: 'Alice', roles: ['auditor'] })
  expect(added.status).toBe(201)
  expect((await me(before.cookie)).status).toBe(401)
  expect(await checkPassword(server.rt, email, password)).toBeNull()
  const after = await signIn(added.body.sign_in_link)
  expect((await me(after.cookie)).status).toBe(200)
})

test('a request with a session cookie must come from this site', async () => {
  const made = await createUser(w.tenant, w.admin, {
    email: `site-${w.tenant}@example.com`,
    name: 'A',
    roles: ['admin'],
  })
  const { cookie } = await signIn(made.body.sign_in_link)
  const ask = (method: string, headers: Record<string, string>) =>
    w.call(method, '/runs', {
      key: null,
      headers: { cookie, ...headers },
      ...(method === 'POST' && { json: { purposes: ['audit'] } }),
    })
  expect((await ask('POST', { origin: server.base })).status).toBe(201)
  for (const headers of [
    {},
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ])
    expect((await ask('POST', headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(403)
  expect((await ask('GET', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask('GET', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test('signing in never leads to another site, and a wrong link is an answer, not a fault', async () => {
  for (const target of ['//elsewhere.example/x', '/\\elsewhere.example', 'https://elsewhere.example']) {
    const made = await createUser(w.tenant, w.admin, { email: `${Math.random()}@example.com`, name: 'A' })
    const { response } = await signIn(made.body.sign_in_link, target)
    expect(new URL(response.headers.get('location')!, server.base).origin).toBe(server.base)
  }
  const { response, session } = await signIn('x#token=wrong')
  expect(response.status).toBe(302)
  expect(session).toBeUndefined()
})

test('too many wrong passwords are told as such, with how long to wait', async () => {
  const email = `${w.tenant}-guessed@example.com`
  const guess = () => submit('/callback/password', { email, password: 'a guess' })
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(302)
  const refused = await guess()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(14 * 60)
  expect(wait).toBeLessThanOrEqual(15 * 60)
  const problem = await refused.json()
  expect(problem).toMatchObject({ code: 'rate_limited', status: 429, recovery: { action: 'retry' } })
  expect(Math.ceil(problem.recovery.retry_after_ms / 1000)).toBe(wait)
})

test('a form beyond what signing in needs is refused', async () => {
  expect((await post('/callback/link', { token: 'x'.repeat(20_000) })).status).toBe(413)
})

test('a key that ends during an upload publishes nothing', async () => {
  const { key, key_id } = await (
    await w.call('POST', `/tenants/${w.tenant}/keys`, { json: { kind: 'capture', name: 'slow', run_id: w.run } })
  ).json()
  const { manifestFor } = await import('@/e2e/cases/world')
  const parts = new TransformStream<Uint8Array, Uint8Array>()
  const writer = parts.writable.getWriter()
  const response = w.call('POST', '/artifacts', {
    key,
    body: parts.readable,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  })
  const send = (text: string) => writer.write(new TextEncoder().encode(text))
  await send(`--b\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n${JSON.stringify(manifestFor(w))}\r\n`)
  await send('--b\r\nContent-Disposition: form-data; name="content"; filename="c"\r\n\r\nhalf')
  await new Promise((done) => setTimeout(done, 200))
  expect((await w.call('DELETE', `/tenants/${w.tenant}/keys/${key_id}`, { key: w.admin })).status).toBe(200)
  await send(' whole\r\n--b--\r\n')
  await writer.close()
  expect((await response).status).toBe(401)
})
