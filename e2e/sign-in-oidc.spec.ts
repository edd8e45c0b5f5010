import { expect, type Page, test } from '@playwright/test'
import { manifestFor, unique, type World } from './cases/world'
import { inDatabase } from './support/database'
import { baseOf, signIn, worldOn } from './support/instance'
import { PROVIDER } from './support/servers'

const BASE = baseOf('oidc')
test.use({ baseURL: BASE })

const address = () => `${unique('e')}@example.com`
const invite = async (w: World, email: string, roles = ['member']) =>
  (await (await w.call('POST', `/tenants/${w.tenant}/invitations`, { json: { email, roles } })).json()) as {
    invitation_link: string
  }

/** Signs in at the provider's own form, and consents, until it sends the browser back. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.waitForURL(`${PROVIDER.issuer}/**`)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}
async function continueAs(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Test provider' }).click()
  await atProvider(page, login)
  await page.waitForURL(`${BASE}/**`)
}
const session = async (page: Page) => (await page.context().cookies(BASE)).find((c) => c.name === 'holdfast-session')

/** Somebody with an account made by the operator, signed in through the provider for the first time. */
async function known(page: Page, w: World, roles: string[]): Promise<{ id: string; email: string }> {
  const email = address()
  const made = await w.call('POST', `/tenants/${w.tenant}/users`, { json: { email, name: 'Known person', roles } })
  await page.goto('/sign-in')
  await continueAs(page, email)
  return { id: (await made.json()).user_id, email }
}

test('an invited person signs in through the provider, sees what is asked, and accepts', async ({ page }) => {
  const w = await worldOn('oidc')
  const email = address()
  await invite(w, email, ['auditor'])
  await page.goto('/sign-in')
  await continueAs(page, email)
  await expect(page.getByText('You belong to no tenant')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign-in' }).click()
  await expect(page.getByText('asks you in')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL(/\/artifacts|tenant=/)
  await expect(page.getByLabel('Rail').getByRole('button', { name: `${w.tenant} auditor` })).toBeVisible()
  const members = await inDatabase(
    'oidc',
    (sql) => sql`select m.role from memberships m join principals p on p.id = m.user_id where p.email = ${email}`,
  )
  expect(members.map((m) => m.role)).toEqual(['auditor'])
})

test('an invitation link leads through the provider and back, also where it verifies no address', async ({ page }) => {
  const w = await worldOn('oidc')
  const email = address()
  const { invitation_link } = await invite(w, email)
  await page.goto(invitation_link)
  await expect(page).toHaveURL(`${BASE}/invitation`)
  await continueAs(page, `unverified:${email}`)
  await expect(page).toHaveURL(`${BASE}/invitation`)
  await expect(page.getByText('asks you in')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL((url) => url.pathname !== '/invitation')
  await expect(page.getByLabel('Rail').getByRole('button', { name: `${w.tenant} member` })).toBeVisible()
})

test('an invitation link makes a local account too', async ({ page }) => {
  const w = await worldOn('oidc')
  const { invitation_link } = await invite(w, address())
  await page.goto(invitation_link)
  await page.getByLabel('Your name').fill('Local person')
  await page.getByLabel('Password').fill('a password of my own')
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.waitForURL((url) => url.pathname !== '/invitation')
  await expect(page.getByLabel('Rail').getByText('Local person')).toBeVisible()
})

test('whoever is not invited is told so, and no account is made', async ({ page }) => {
  await worldOn('oidc')
  const email = address()
  await page.goto('/sign-in')
  await continueAs(page, email)
  await expect(page.getByRole('heading', { name: 'You are not invited' })).toBeVisible()
  expect(await session(page)).toBeUndefined()
  const rows = await inDatabase('oidc', (sql) => sql`select 1 from principals where email = ${email}`)
  expect(rows).toHaveLength(0)
  await page.goto('/artifacts')
  await expect(page).toHaveURL(/\/sign-in\?to=/)
})

test('an answer with a wrong state signs nobody in', async ({ page }) => {
  const w = await worldOn('oidc')
  const email = address()
  await w.call('POST', `/tenants/${w.tenant}/users`, { json: { email, name: 'P' } })
  // The provider gives back the state that it was sent; what it is sent here is not what this browser began with.
  await page.route(`${PROVIDER.issuer}/auth?**`, async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.get('state') === 'of-somebody-else') return route.continue()
    url.searchParams.set('state', 'of-somebody-else')
    await route.fulfill({ status: 302, headers: { location: url.href } })
  })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Test provider' }).click()
  await atProvider(page, email)
  await expect(page.getByText('did not complete')).toBeVisible()
  expect(await session(page)).toBeUndefined()
  await page.unroute(`${PROVIDER.issuer}/auth?**`)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Test provider' }).click()
  await expect(page.getByLabel('Rail'), 'with its own state it does').toBeVisible()
})

test('what the person cancels at the provider is said, and nobody is signed in', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Test provider' }).click()
  await page.waitForURL(`${PROVIDER.issuer}/**`)
  await page.getByRole('link', { name: /cancel/i }).click()
  await expect(page.getByText('did not sign you in')).toBeVisible()
  expect(await session(page)).toBeUndefined()
})

test('an expired session leads to the sign-in page and back to where the person was', async ({ page }) => {
  const w = await worldOn('oidc')
  const { id } = await known(page, w, ['auditor', 'admin'])
  const where = `/settings/members?tenant=${w.tenant}`
  await page.goto(where)
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  const before = (await session(page))!.value
  await inDatabase('oidc', (sql) => sql`update sessions set expires_at = clock_timestamp() where user_id = ${id}`)
  await page.goto(where)
  await expect(page).toHaveURL(`${BASE}/sign-in?to=${encodeURIComponent(where)}`)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Test provider' }).click()
  // The provider still knows them, and asks nothing.
  await expect(page).toHaveURL(BASE + where)
  expect((await session(page))!.value).not.toBe(before)
})

test('no address makes the sign-in page lead elsewhere', async ({ page }) => {
  const w = await worldOn('oidc')
  const { email } = await known(page, w, ['auditor'])
  await page.context().clearCookies()
  await page.goto('/sign-in?to=//elsewhere.example/x')
  await continueAs(page, email)
  expect(new URL(page.url()).origin).toBe(BASE)
})

test('a member who is removed while a page is open is refused at the next request, in words', async ({ page }) => {
  const w = await worldOn('oidc')
  const { id } = await known(page, w, ['auditor'])
  const { artifact } = await w.publish(manifestFor(w), 'secret\n')
  await page.goto(`/artifacts/${artifact.artifact_id}`)
  await expect(page.getByText('fleet-monitor').or(page.getByText('incident.snapshot')).first()).toBeVisible()
  const admin = await w.call('DELETE', `/tenants/${w.tenant}/users/${id}`, { key: w.admin })
  expect(admin.status).toBe(200)
  const inPage = await page.evaluate(
    async (path) => (await fetch(path)).status,
    `/api/v1/artifacts/${artifact.artifact_id}/content?purpose=audit`,
  )
  expect(inPage).toBeGreaterThanOrEqual(401)
  expect(inPage).toBeLessThan(500)
  await page.reload()
  await expect(page.getByText(`Your membership of ${w.tenant} ended`)).toBeVisible()
  await expect(page.getByText('incident.snapshot')).toHaveCount(0)
  await page.goto(`/artifacts?tenant=${w.tenant}`)
  await expect(page.getByText('Access has ended')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('You belong to no tenant')).toBeVisible()
})

test('an account connects the provider, and signs in through it from then on', async ({ page, browser }) => {
  const w = await worldOn('oidc')
  await signIn(page, w, ['admin'])
  await page.goto('/settings/sign-in')
  await page.getByRole('button', { name: 'Connect Test provider' }).click()
  const login = `nameless:${unique('n')}`
  await atProvider(page, login)
  await expect(page).toHaveURL(`${BASE}/settings/sign-in`)
  await expect(page.getByText('connected by you')).toBeVisible()
  const other = await browser.newContext({ baseURL: BASE })
  const fresh = await other.newPage()
  await fresh.goto('/sign-in')
  await continueAs(fresh, login)
  await expect(fresh.getByLabel('Rail').getByText('Test person')).toBeVisible()
  await other.close()
})

test('the settings show what the provider says, and never the secret', async ({ page }) => {
  const w = await worldOn('oidc')
  await signIn(page, w, ['admin'])
  await page.goto('/settings/sign-in')
  await expect(page.getByText(PROVIDER.issuer, { exact: true })).toBeVisible()
  await expect(page.getByText(`${BASE}/api/auth/callback/oidc`)).toBeVisible()
  const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await expect(checks).toHaveCount(8)
  for (const check of await checks.all()) await expect(check).toContainText('passed')
  expect(await page.content()).not.toContain('client secret of the tests')
})
