import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, unique } from '@/e2e/cases/world'
import { CLIENT } from '@/e2e/support/client'
import { startProvider } from '@/e2e/support/provider'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { TestBrowser } from './browser.fixture'
import { mayReach } from './provider'
import { throughProvider } from './provider.fixture'
import { checkProvider, redirectUri } from './sign-in-settings'

let server: TestServer
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  for (const close of closing) await close()
  await server?.close()
})

/** A provider some of whose answers are changed, set as the one of the instance. */
async function provider(tamper?: Parameters<typeof startProvider>[0]['tamper']) {
  const started = await startProvider({ redirectUri: redirectUri(server.base), ...(tamper && { tamper }) })
  closing.push(started.close)
  const oidc = { issuer: started.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'P' }
  server.rt.config.oidc = oidc
  return oidc
}
const DISCOVERY = '/.well-known/openid-configuration'
const inDiscovery = (change: Record<string, unknown>) =>
  provider((ctx) => {
    if (ctx.path === DISCOVERY) ctx.body = { ...(ctx.body as object), ...change }
  })
async function person(): Promise<string> {
  const w = await createWorld(server.base, server.rt.operatorToken)
  const email = `${unique('f')}@example.com`
  await w.call('POST', `/tenants/${w.tenant}/users`, { json: { email, name: 'F' } })
  return email
}
async function signsIn(): Promise<boolean> {
  const browser = new TestBrowser(server)
  await throughProvider(browser, await person())
  return browser.session !== undefined
}

test('a provider as it should be: everything is passed, and nobody needs more', async () => {
  const checks = await checkProvider(await provider())
  expect(checks.map((c) => [c.check, c.result])).toEqual(
    ['discovery', 'issuer', 'transport', 'code_flow', 'pkce', 'client_authentication', 'keys', 'addresses'].map((c) => [
      c,
      'passed',
    ]),
  )
  expect(JSON.stringify(checks)).not.toContain(CLIENT.secret)
  expect(await signsIn()).toBe(true)
})

test('an ID token that the provider’s keys did not sign is refused', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = { ...publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }
  await provider((ctx) => {
    if (ctx.path === '/jwks') ctx.body = { keys: [other] }
  })
  expect(await signsIn()).toBe(false)
})

test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
  'a document whose %s is plain HTTP to another machine is refused before anything is sent there',
  async (name) => {
    const oidc = await inDiscovery({ [name]: 'http://192.0.2.1/x' })
    expect(await signsIn()).toBe(false)
    expect(await checkProvider(oidc)).toEqual([
      { check: 'discovery', result: 'failed', detail: 'http://192.0.2.1/x is not reached: it is not https.' },
    ])
  },
)

test('a document of another issuer, or one that redirects, is refused', async () => {
  const oidc = await inDiscovery({ issuer: 'http://127.0.0.1:1' })
  expect((await checkProvider(oidc))[0]).toMatchObject({
    result: 'failed',
    detail: expect.stringContaining('must be exactly that'),
  })
  expect(await signsIn()).toBe(false)
  const redirecting = createServer(
    (_req, res) => void res.writeHead(302, { location: `${oidc.issuer}${DISCOVERY}` }).end(),
  )
  await new Promise<void>((done) => redirecting.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => redirecting.close(done)))
  const issuer = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  expect((await checkProvider({ ...oidc, issuer }))[0]).toMatchObject({ check: 'discovery', result: 'failed' })
})

test('what a provider lacks is said', async () => {
  const oidc = await inDiscovery({
    code_challenge_methods_supported: ['plain'],
    claims_supported: ['sub'],
    token_endpoint_auth_methods_supported: undefined,
    response_types_supported: undefined,
  })
  const results = Object.fromEntries((await checkProvider(oidc)).map((c) => [c.check, c.result]))
  expect(results).toMatchObject({
    pkce: 'failed',
    addresses: 'failed',
    client_authentication: 'passed',
    code_flow: 'unknown',
  })
})

test('a provider that does not answer is said, and signing in says so too', async () => {
  const oidc = await provider()
  await closing.pop()!()
  expect((await checkProvider(oidc))[0]).toMatchObject({
    check: 'discovery',
    result: 'failed',
    detail: expect.stringContaining('ECONNREFUSED'),
  })
  const answer = await new TestBrowser(server).submit('/signin/oidc', {})
  expect(answer.headers.get('location')).toBe(`${server.base}/sign-in?error=Configuration`)
})

test('plain HTTP is for a provider on this machine that says so', () => {
  const at = (issuer: string) => ({ issuer, clientId: '', clientSecret: '', name: '' })
  const [local, far] = [at('http://127.0.0.1:9000'), at('https://login.example.com')]
  expect(mayReach(local, 'http://127.0.0.1:9000/token')).toBe(true)
  expect(mayReach(local, 'http://login.example.com/token')).toBe(false)
  expect(mayReach(far, 'http://127.0.0.1/token')).toBe(false)
  expect(mayReach(far, 'http://login.example.com/token')).toBe(false)
  expect(mayReach(far, 'https://login.example.com/token')).toBe(true)
  expect(mayReach(far, 'file:///etc/passwd')).toBe(false)
})

test('the settings say what is set to admins, and nothing to others', async () => {
  const oidc = await provider()
  const w = await createWorld(server.base, server.rt.operatorToken)
  for (const key of [w.admin, w.operator]) {
    const response = await w.call('GET', '/sign-in', { key })
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(JSON.parse(text).provider).toMatchObject({
      name: 'P',
      issuer: oidc.issuer,
      client_id: CLIENT.id,
      redirect_uri: `${server.base}/api/auth/callback/oidc`,
    })
    expect(text).not.toContain(CLIENT.secret)
  }
  expect((await w.call('GET', '/sign-in', { key: w.agent })).status).toBe(403)
  expect((await w.call('GET', '/sign-in', { key: null })).status).toBe(401)
})
