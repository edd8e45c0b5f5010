import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { chooseAccount } from '@/lib/db/embedded/account'
import { choosePlace } from '@/lib/db/embedded/place'
import { createWorld, manifestFor, unique } from './cases/world'
import { CLIENT } from './support/client'
import { startProvider } from './support/provider'
import { OWN_PORT } from './support/servers'

const BASE = `http://localhost:${OWN_PORT}`
test.use({ baseURL: BASE })
test.setTimeout(120_000)

/** A whole server with all it writes, ended when the work is done. */
async function watched(env: Record<string, string>, dataDir: string, work: () => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server.js'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(OWN_PORT), HOLDFAST_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const ended = new Promise((done) => child.once('exit', done))
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain('Sign in once as the first admin')
    await work()
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  // PostgreSQL writes a log of its own.
  const { log } = await choosePlace(dataDir, chooseAccount())
  expect(existsSync(log)).toBe(true)
  return output + readFileSync(log, 'utf8')
}

async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${BASE}/**`)
}

test('whatever happens, no secret is in what the server writes', async ({ page }) => {
  const dataDir = join(process.env.HOLDFAST_TEST_FOLDER!, 'logs')
  const provider = await startProvider({ redirectUri: `${BASE}/api/auth/callback/oidc` })
  const env = {
    HOLDFAST_BASE_URL: BASE,
    HOLDFAST_DEMO: '0',
    HOLDFAST_OIDC_ISSUER: provider.issuer,
    HOLDFAST_OIDC_CLIENT_ID: CLIENT.id,
    HOLDFAST_OIDC_CLIENT_SECRET: CLIENT.secret,
  }
  const secrets = new Map<string, string>([['client secret', CLIENT.secret]])
  const keep = (what: string, value: string | null | undefined) => {
    expect(value, what).toBeTruthy()
    secrets.set(what, value!)
  }
  const keepCookies = async (when: string) => {
    for (const { name, value } of await page.context().cookies(BASE))
      if (value !== '') keep(`${name} ${when}`, decodeURIComponent(value))
  }
  page.on('request', (request) => {
    const url = new URL(request.url())
    for (const name of ['code', 'state', 'nonce', 'code_challenge']) {
      const value = url.searchParams.get(name)
      if (value) secrets.set(`${name} of the provider`, value)
    }
  })

  const output = await watched(env, dataDir, async () => {
    const operator = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim()
    const w = await createWorld(BASE, operator)
    for (const [name, key] of Object.entries({ operator, capture: w.capture, agent: w.agent, admin: w.admin }))
      keep(name, key)

    // Content, arguments and a locator: read, and refused in every way.
    const content = `the content ${unique('c')}`
    const call = { id: unique('call'), tool: 't', arguments: { password: unique('argument') } }
    keep('content', content)
    keep('argument', call.arguments.password)
    const { artifact } = await w.publish(
      manifestFor(w, { tool_call: call, locator: '/tmp/hidden-locator' }),
      `${content}\n`,
    )
    keep('locator', '/tmp/hidden-locator')
    const path = `/artifacts/${artifact.artifact_id}`
    const read = (json: unknown, key: string) => w.call('POST', `${path}/read`, { key, json })
    const page1 = await (
      await read({ selector: { type: 'byte_range', start: 0, end: 8 }, max_bytes: 4 }, w.agent)
    ).json()
    if (page1.next_cursor) keep('cursor', page1.next_cursor)
    await read({ cursor: `${page1.next_cursor ?? 'x'}x` }, w.agent)
    await read({ selector: { type: content } }, w.agent)
    await w.call('POST', `${path}/read`, {
      key: w.agent,
      body: `{"${content}`,
      headers: { 'Content-Type': 'application/json' },
    })
    keep('wrong key', `hf_agent_${'0'.repeat(26)}_${'W'.repeat(43)}`)
    await w.call('GET', path, { key: secrets.get('wrong key')! })
    await w.call('GET', `${path}/content`, { key: w.admin })

    // People: a link, a right and a wrong password, an invitation, the provider, and each of them refused.
    const [email, password] = [`${unique('p')}@example.com`, unique('a long password')]
    keep('password', password)
    const made = await w.call('POST', `/tenants/${w.tenant}/users`, {
      json: { email, name: 'P', password, roles: ['admin'] },
    })
    const { sign_in_link } = await made.json()
    keep('link', sign_in_link.split('#token=')[1])
    await page.goto(sign_in_link)
    await page.getByRole('button', { name: 'Sign in with the link' }).click()
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    await keepCookies('by link')
    await page.context().clearCookies()
    await page.goto('/sign-in')
    keep('wrong password', unique('a wrong password'))
    for (const tried of [secrets.get('wrong password')!, password]) {
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password').fill(tried)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (tried === password) await page.waitForURL((url) => url.pathname !== '/sign-in')
      else await expect(page.getByText('do not belong together')).toBeVisible()
    }
    await keepCookies('by password')
    const invited = `${unique('i')}@example.com`
    const asked = await w.call('POST', `/tenants/${w.tenant}/invitations`, { json: { email: invited } })
    const { invitation_link } = await asked.json()
    keep('invitation', invitation_link.split('#token=')[1])
    await page.context().clearCookies()
    await page.goto(invitation_link)
    await atProvider(page, `unverified:${invited}`)
    await keepCookies('by the provider')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL((url) => url.pathname !== '/invitation')
    await page.goto('/api/auth/callback/oidc?code=a-code-of-nobody&state=a-state-of-nobody')
    keep('forged code', 'a-code-of-nobody')
    keep('forged state', 'a-state-of-nobody')
    await page.goto('/artifacts/not-an-artifact')
    await page.request.post('/api/auth/signout', { headers: { origin: 'https://elsewhere.example' } })
  }).finally(() => provider.close())

  // The one link that is printed on purpose, until somebody has signed in.
  const lines = output.split('\n').filter((line) => !line.startsWith('Sign in once as the first admin'))
  expect(lines.some((line) => line.includes('sign_in.refused'))).toBe(true)
  expect(secrets.size).toBeGreaterThan(20)
  for (const [what, secret] of secrets) expect(lines.find((line) => line.includes(secret)) ?? null, what).toBeNull()
  expect(lines.join('\n')).not.toContain('#token=')
})
