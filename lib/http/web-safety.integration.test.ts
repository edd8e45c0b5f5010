import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, unique, type World } from '@/e2e/cases/world'
import { TestBrowser } from '@/lib/authority/browser.fixture'
import { pageHeaders } from './page-headers'
import { routes } from './routes'
import { startTestServer, type TestServer } from './test-server'
import { MAX_WRONG_KEYS } from './wrong-keys'

let server: TestServer
let w: World
const browser = () => new TestBrowser(server)
let admin: TestBrowser
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  const made = await w.call('POST', `/tenants/${w.tenant}/users`, {
    json: { email: `${unique('a')}@example.com`, name: 'A', roles: ['admin', 'auditor'] },
  })
  admin = browser()
  await admin.signIn((await made.json()).sign_in_link)
})
afterAll(() => server?.close())

/** Where a request can come from, as browsers say it. */
const FOREIGN: [string, Record<string, string>][] = [
  ['no Origin', {}],
  ['a foreign Origin', { origin: 'https://elsewhere.example' }],
  ['Origin: null', { origin: 'null' }],
  ['a subdomain', { origin: 'http://sub.localhost' }],
  ['our address as a prefix', { origin: 'OURS.elsewhere.example' }],
  ['another scheme', { origin: 'HTTPS' }],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['same-site', { 'sec-fetch-site': 'same-site' }],
  ['typed or bookmarked', { 'sec-fetch-site': 'none' }],
  ['a foreign Origin that claims to be ours', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' }],
  ['our name in headers of a proxy', { 'x-forwarded-host': 'elsewhere.example', origin: 'https://elsewhere.example' }],
]
const spelt = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([k, v]) => [
      k,
      v.replace('OURS', server.base).replace('HTTPS', server.base.replace('http:', 'https:')),
    ]),
  )
const ask = (method: string, path: string, headers: Record<string, string>) =>
  fetch(`${server.base}/api/v1${path}`, {
    method,
    headers: { cookie: admin.cookie, 'Content-Type': 'application/json', ...spelt(headers) },
    ...(method !== 'GET' && { body: '{}' }),
  })

test('every operation that changes something refuses a session cookie that another site sent along', async () => {
  const unsafe = routes.filter((r) => r.method !== 'GET')
  expect(new Set(unsafe.map((r) => r.method))).toEqual(new Set(['POST', 'PUT', 'DELETE']))
  for (const r of unsafe) {
    const path = r.path.replaceAll(/\{\w+\}/g, 'x')
    for (const [what, headers] of FOREIGN) {
      const response = await ask(r.method, path, headers)
      expect([response.status, (await response.json()).code], `${r.method} ${path}, ${what}`).toEqual([
        403,
        'cross_site_request',
      ])
    }
    const ours = await ask(r.method, path, { origin: server.base })
    expect((await ours.json()).code, `${r.method} ${path} from here`).not.toBe('cross_site_request')
  }
  // No operation takes PATCH; it must not become a way round.
  for (const [, headers] of FOREIGN) expect((await ask('PATCH', '/runs', headers)).status).toBe(405)
})

test('reading with a cookie from another site is refused where the browser says so', async () => {
  expect((await ask('GET', '/me', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask('GET', '/me', { origin: 'null' })).status).toBe(403)
  expect((await ask('GET', '/me', { 'sec-fetch-site': 'none' })).status).toBe(200)
})

test('signing in and out is refused from another site, also with a valid token of the form', async () => {
  for (const path of ['/callback/link', '/callback/password', '/callback/invitation', '/signout']) {
    for (const [what, headers] of FOREIGN) {
      const visitor = browser()
      const { csrfToken } = await (await visitor.auth('GET', '/csrf')).json()
      // The fixture says it comes from here; what is tried overrides it, and '' stands for no header.
      const from = { origin: '', ...spelt(headers) }
      const response = await visitor.auth('POST', path, { headers: from, form: { csrfToken, token: 'x' } })
      expect([response.status, (await response.json()).code], `${path}, ${what}`).toEqual([403, 'cross_site_request'])
    }
    const here = await browser().submit(path, { token: 'x' })
    expect(here.status, path).toBe(302)
  }
})

test('headers that a proxy would write change nothing', async () => {
  const spoofed = {
    'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
    'x-forwarded-host': 'elsewhere.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '10.0.0.1',
    forwarded: 'host=elsewhere.example;proto=https',
    'x-holdfast-tenant': w.tenant,
  }
  expect((await fetch(`${server.base}/api/v1/me`, { headers: spoofed })).status).toBe(401)
  const problem = await (await fetch(`${server.base}/api/v1/nothing`, { headers: spoofed })).json()
  expect(problem.type).toBe(`${server.base}/problems/not_found`)
  const visitor = browser()
  const { csrfToken } = await (await visitor.auth('GET', '/csrf', { headers: spoofed })).json()
  const response = await visitor.auth('POST', '/callback/link', {
    headers: spoofed,
    form: { csrfToken, token: 'x', callbackUrl: 'https://elsewhere.example/' },
  })
  expect(new URL(response.headers.get('location')!).origin).toBe(server.base)
  expect(response.headers.getSetCookie().join()).not.toMatch(/__Secure-|; Secure/)
})

test('a flood of wrong keys is told to wait, whatever it says of its address, and valid keys go on', async () => {
  const wrong = (i: number) => `hf_agent_${'0'.repeat(26)}_${String(i).padStart(43, 'A')}`
  const tried = (i: number) =>
    fetch(`${server.base}/api/v1/me`, {
      headers: { authorization: `Bearer ${wrong(i)}`, 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` },
    })
  const statuses = new Map<number, number>()
  for (let i = 0; i < MAX_WRONG_KEYS + 20; i++) {
    const { status } = await tried(i)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses.get(401)).toBe(MAX_WRONG_KEYS)
  expect(statuses.get(429)).toBe(20)
  const refused = await tried(0)
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', recovery: { action: 'retry' } })
  expect((await w.call('GET', '/me', { key: w.agent })).status).toBe(200)
  expect((await admin.api('GET', '/me')).status).toBe(200)
  // A key that ended: found out within the disclosure, or before it, it is counted the same.
  const { key, key_id } = await (
    await w.call('POST', `/tenants/${w.tenant}/keys`, { json: { kind: 'agent', name: 'ends' } })
  ).json()
  await w.call('GET', '/artifacts/x', { key })
  await w.call('DELETE', `/tenants/${w.tenant}/keys/${key_id}`)
  expect((await w.call('GET', '/artifacts/x', { key })).status).toBe(429)
})

test('HTTPS is asked for where the base URL is https, and only there', async () => {
  const name = 'strict-transport-security'
  const seen = async () => [
    (await fetch(`${server.base}/healthz`)).headers.get(name),
    (await fetch(`${server.base}/api/v1/me`)).headers.get(name),
    (await browser().auth('GET', '/csrf')).headers.get(name),
    pageHeaders('/', false, server.rt.config.baseUrl)['Strict-Transport-Security'] ?? null,
  ]
  expect(await seen()).toEqual([null, null, null, null])
  const { baseUrl } = server.rt.config
  try {
    server.rt.config.baseUrl = 'https://holdfast.example.com'
    expect(await seen()).toEqual(Array(4).fill('max-age=31536000'))
    const cookies = (await browser().auth('GET', '/csrf')).headers.getSetCookie()
    for (const cookie of cookies) expect(cookie).toMatch(/^__(Secure|Host)-.*; Secure/)
  } finally {
    server.rt.config.baseUrl = baseUrl
  }
})

test('answers of sign-in cannot be framed, cached, sniffed or referred to', async () => {
  const { headers } = await browser().auth('GET', '/csrf')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})
