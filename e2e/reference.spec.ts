import { expect, test } from '@playwright/test'
import { baseOf, signIn, worldOn } from './support/instance'

test('the reference is tried with the session, says what is wrong with a value, and leads back', async ({ page }) => {
  const outside: string[] = []
  page.on('request', (r) => {
    if (!r.url().startsWith(baseOf('app')) && !/^(data|blob):/.test(r.url())) outside.push(r.url())
  })
  const w = await worldOn('app')
  await signIn(page, w, ['auditor'])
  await page.goto('/reference#tag/reading/POST/artifacts/{artifact_id}/read')
  await page.getByRole('button', { name: /Test Request.*post .*\/read\)/ }).click()
  const client = page.getByRole('dialog', { name: 'API Client' })
  await client.getByRole('region', { name: 'Request Body' }).locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('{"selector": {"type": "record_range", "start": "first", "end": 10}}')
  const answer = client.getByRole('region', { name: 'Response', exact: true })
  // The client takes up what is typed a little later; sent at once, it sends its example.
  await expect(async () => {
    await client.getByRole('button', { name: /^Send post/ }).click()
    await expect(answer).toContainText('/problems/invalid_request', { timeout: 2_000 })
  }).toPass()
  await expect(answer).toContainText('/selector/start')
  await expect(answer).toContainText('write a number')

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/artifacts')
  await page.goto('/reference')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Artifacts', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Artifacts', level: 1 })).toBeVisible()
  expect(outside).toEqual([])
})

test('whoever is not signed in finds the way from the reference to signing in', async ({ page }) => {
  await page.goto('/reference')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
