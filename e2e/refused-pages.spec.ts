import { expect, type Page, test } from '@playwright/test'
import { form, manifestFor } from './cases/world'
import { signIn, worldOn } from './support/instance'

test('a page that is refused answers as the API does', async ({ page }) => {
  const w = await worldOn('app')
  await signIn(page, w, ['member'])
  const me = (await (await page.request.get('/api/v1/me')).json()) as { principal_id: string }
  await w.call('POST', `/runs/${w.run}/participants?tenant=${w.tenant}`, { json: { principal_id: me.principal_id } })
  const expires_at = new Date(Date.now() + 3_000).toISOString()
  const { artifact } = await w.publish(manifestFor(w, { expires_at }), 'short-lived\n')

  await answers(page, `/artifacts/${artifact.artifact_id}`, 200, artifact.artifact_id)
  await page.waitForTimeout(Date.parse(expires_at) - Date.now() + 100)
  await answers(page, `/artifacts/${artifact.artifact_id}`, 410, 'No longer available')
  await answers(page, '/artifacts/art_00000000000000000000000000', 404, 'Not found')
  await answers(page, '/settings/keys', 403, 'This credential may not do this')
})

async function answers(page: Page, path: string, status: number, title: string): Promise<void> {
  const response = await page.goto(path)
  expect(response?.status(), path).toBe(status)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
}

test('the page of a problem shows it as the service would answer it', async ({ page }) => {
  const w = await worldOn('app')
  const manifest = manifestFor(w)
  const { artifact } = await w.publish(manifest, 'one\n')
  const conflict = await w.call('POST', '/artifacts', { key: w.capture, body: form(manifest, 'two\n') })
  const actual = (await conflict.json()) as Record<string, unknown>
  expect(actual).toMatchObject({ code: 'call_conflict', artifact_id: artifact.artifact_id })

  await page.goto(String(actual.type))
  const text = await page.getByRole('region', { name: 'An example' }).locator('pre').textContent()
  const shown = JSON.parse(text!)
  expect(Object.keys(shown)).toEqual(Object.keys(actual))
  expect(shown.detail.replace(shown.artifact_id, artifact.artifact_id)).toBe(actual.detail)
})
