import { expect, type Page, test } from '@playwright/test'
import { unique, type World } from './cases/world'
import { inDatabase } from './support/database'
import { signIn, worldOn } from './support/instance'

async function member(w: World, name: string, roles: string[]): Promise<{ id: string; email: string; link: string }> {
  const email = `${unique('m')}@example.com`
  const made = await w.call('POST', `/tenants/${w.tenant}/users`, { json: { email, name, roles } })
  const { user_id, sign_in_link } = await made.json()
  return { id: user_id, email, link: sign_in_link }
}
const rolesOf = (w: World, id: string) =>
  inDatabase('app', async (sql) =>
    (await sql`select role from memberships where tenant_id = ${w.tenant} and user_id = ${id} order by role`).map(
      (m) => m.role,
    ),
  )
const members = (page: Page) => page.getByRole('region', { name: 'Members' })

test('an admin changes roles, removes a member after asking, and cannot lose the last admin', async ({ page }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['admin'])
  const bob = await member(w, 'Bob', ['member'])
  await page.goto(`/settings/members?tenant=${w.tenant}`)
  const own = members(page).getByRole('row').filter({ hasText: '(you)' })
  await expect(own).toContainText('the only admin')
  await expect(own.getByRole('button', { name: /Leave/ })).toHaveCount(0)
  await own.getByRole('button', { name: /Roles/ }).click()
  await expect(page.getByLabel(/^admin/)).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Roles of Bob' }).click()
  await page.getByLabel(/^auditor/).check()
  await page.getByLabel(/^admin/).check()
  await page.getByRole('button', { name: 'Change the roles' }).click()
  await expect(members(page).getByRole('row').filter({ hasText: 'Bob' })).toContainText('admin, auditor, member')
  expect(await rolesOf(w, bob.id)).toEqual(['admin', 'auditor', 'member'])
  await expect(own.getByRole('button', { name: /Leave/ })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Bob' }).click()
  expect(await rolesOf(w, bob.id)).toHaveLength(3)
  await page.getByRole('button', { name: 'Remove the member' }).click()
  await expect(members(page).getByText('Bob')).toHaveCount(0)
  expect(await rolesOf(w, bob.id)).toEqual([])
})

test('an admin who was overtaken by another is told so, with the way out', async ({ page }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['admin'])
  const second = await member(w, 'Second', ['admin'])
  await page.goto(`/settings/members?tenant=${w.tenant}`)
  await page.getByRole('button', { name: `Leave ${w.tenant}` }).click()
  expect((await w.call('DELETE', `/tenants/${w.tenant}/users/${second.id}`)).status).toBe(200)
  await page.getByRole('button', { name: 'Leave the tenant' }).click()
  await expect(page.getByText('A tenant keeps an admin')).toBeVisible()
  await expect(page.getByText(/holdfast users recover/)).toBeVisible()
})

test('an invitation is shown once, listed without its link, and withdrawn', async ({ page, browser }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['admin'])
  await page.goto(`/settings/members?tenant=${w.tenant}`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const email = `${unique('i')}@example.com`
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^auditor/).check()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = (await page.locator('[data-secret]').textContent())!
  await page.getByRole('button', { name: 'Close and forget it' }).click()
  const row = page.getByRole('region', { name: 'Invitations' }).getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('open')
  expect(await page.content()).not.toContain(link.split('#token=')[1])
  await row.getByRole('button', { name: /Withdraw/ }).click()
  await expect(row).toContainText('withdrawn')
  const other = await browser.newContext()
  const visitor = await other.newPage()
  await visitor.goto(link)
  await visitor.getByLabel('Your name').fill('Late')
  await visitor.getByLabel('Password').fill('a password of my own')
  await visitor.getByRole('button', { name: 'Make the account' }).click()
  await expect(visitor.getByText('No account was made')).toBeVisible()
  await other.close()
})

test('a person of two tenants switches; the choice is never taken for a right', async ({ page }) => {
  const [one, two, foreign] = [await worldOn('app'), await worldOn('app'), await worldOn('app')]
  const person = await member(one, 'Both', ['admin'])
  const added = await two.call('POST', `/tenants/${two.tenant}/users`, {
    json: { email: person.email, name: 'Both', roles: ['auditor'] },
  })
  await page.goto((await added.json()).sign_in_link)
  await page.getByRole('button', { name: 'Sign in with the link' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await page.goto(`/settings/members?tenant=${one.tenant}`)
  await expect(members(page)).toBeVisible()
  await page.getByRole('button', { name: `Tenant ${one.tenant}. Choose another` }).click()
  await page.getByRole('menuitemradio', { name: two.tenant }).click()
  await expect(page).toHaveURL(new RegExp(`tenant=${two.tenant}`))
  await expect(
    page.getByRole('heading', { name: 'This credential may not do this' }),
    'auditor there, not admin',
  ).toBeVisible()
  await page.goto('/artifacts')
  await expect(page.getByRole('button', { name: `Tenant ${two.tenant}. Choose another` }), 'remembered').toBeVisible()

  // In the address, in the cookie, in the header of the API: a tenant that is not theirs is not there.
  await page.goto(`/artifacts?tenant=${foreign.tenant}`)
  await expect(page.getByText('Not found').first()).toBeVisible()
  const { hostname } = new URL(page.url())
  await page.context().addCookies([{ name: 'holdfast-tenant', value: foreign.tenant, domain: hostname, path: '/' }])
  await page.goto('/artifacts')
  await expect(page.getByRole('button', { name: /Choose another/ })).not.toContainText(foreign.tenant)
  const status = await page.evaluate(
    async (tenant) => (await fetch('/api/v1/artifacts', { headers: { 'Holdfast-Tenant': tenant } })).status,
    foreign.tenant,
  )
  expect(status).toBe(404)
})
