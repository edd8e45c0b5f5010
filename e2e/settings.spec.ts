import { expect, test } from '@playwright/test'
import { manifestFor } from './cases/world'
import { inDatabase } from './support/database'
import { signIn, worldOn } from './support/instance'

test('a key is made with scopes and for a person, shown once, and the table says both', async ({ page }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['admin'])
  const me = await (await page.request.get('/api/v1/me')).json()
  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name').fill('narrow-agent')
  await page.getByLabel('Bound to a person').selectOption(me.principal_id)
  await page.getByLabel(/^read /).check()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = (await page.locator('[data-secret]').textContent())!
  await page.getByRole('button', { name: 'Close and forget it' }).click()
  const row = page.getByRole('region', { name: 'Keys' }).getByRole('row').filter({ hasText: 'narrow-agent' })
  await expect(row).toContainText('read; with Test person')
  const [kept] = await inDatabase(
    'app',
    (sql) => sql`
      select k.scopes, k.user_id from api_keys k join principals p on p.id = k.principal_id
      where k.tenant_id = ${w.tenant} and p.name = 'narrow-agent'`,
  )
  expect(kept).toEqual({ scopes: ['read'], user_id: me.principal_id })
  // The scope holds: it lists, and makes no run.
  expect((await w.call('GET', '/runs', { key })).status).toBe(200)
  expect((await w.call('POST', '/runs', { key, json: { purposes: ['audit'] } })).status).toBe(403)
})

test('a purpose that is taken off ends reading for it at once; put back, it is permitted again', async ({ page }) => {
  const w = await worldOn('app')
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const read = async () => (await w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })).status
  const listed = () =>
    inDatabase('app', async (sql) => (await sql`select purposes from tenants where id = ${w.tenant}`)[0]!.purposes)
  await signIn(page, w, ['admin'])
  await page.goto('/settings/purposes')
  const row = page.getByRole('region', { name: 'Purposes' }).getByRole('row').filter({ hasText: 'diagnosis' })
  expect(await read()).toBe(200)
  await row.getByRole('button', { name: 'Take diagnosis off' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 run')
  expect(await read()).toBe(200)
  await page.getByRole('button', { name: 'Take it off' }).click()
  await expect(row).toContainText('taken off')
  expect(await read()).toBe(422)
  expect(await listed()).toEqual(['audit'])
  await row.getByRole('button', { name: 'Put diagnosis back' }).click()
  await expect(row).toContainText('on the list')
  expect(await read()).toBe(200)

  await page.getByLabel('Another purpose').fill('postmortem')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Purposes' })).toContainText('postmortem')
  expect(await listed()).toEqual(['audit', 'diagnosis', 'postmortem'])
})

test('an admin registers a schema, members read it, and artifacts say whether their records fit', async ({ page }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['admin', 'auditor'])
  await page.goto('/settings/schemas')
  await expect(page.getByText('None exist')).toBeVisible()
  await page.getByRole('button', { name: 'Register a schema' }).click()
  const document = '{\n  "properties": {"load": {"type": "number", "maximum": 1.0}}\n}'
  await page.getByLabel('Version').fill('host/1')
  await page.getByLabel('Document').fill(document.replace('number', 'numeral'))
  await page.getByRole('button', { name: 'Register it' }).click()
  await expect(page.getByRole('alert')).toContainText('/properties/load/type')
  await page.getByLabel('Document').fill(document)
  await page.getByRole('button', { name: 'Register it' }).click()
  await page.getByRole('region', { name: 'Schemas' }).getByRole('link', { name: 'host/1' }).click()
  await expect(page.getByRole('region', { name: 'The document' })).toHaveText(document, { useInnerText: true })

  const manifest = manifestFor(w, { record_format: 'csv', schema_version: 'host/1' })
  const { artifact } = await w.publish(manifest, 'load\n0.5\n2\n')
  await page.goto(`/artifacts/${artifact.artifact_id}`)
  const applicability = page.getByRole('region', { name: 'Applicability' })
  await expect(applicability).toContainText('1 record does not; first record 1 at /load: must be <= 1')
  await expect(applicability).toContainText('validated by the service')
})

test('limits and signing keys are those of the service', async ({ page }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['admin'])
  await page.goto('/settings/limits')
  await expect(page.getByRole('row').filter({ hasText: 'HOLDFAST_MAX_ARTIFACT_BYTES' })).toContainText('5.37 GB')
  await page.goto('/settings/signing-keys')
  const { keys } = await (await page.request.get('/.well-known/jwks.json')).json()
  for (const key of keys) await expect(page.locator(`[title="${key.kid}"]`)).toBeVisible()
})
