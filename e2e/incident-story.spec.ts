import { expect, test } from '@playwright/test'
import { createWorld, manifestFor } from './cases/world'
import { baseOf, dataDirOf, operatorOf, signIn, worldOn } from './support/instance'

test('the incident: a path that moved, a reference that did not', async ({ page }) => {
  const w = await worldOn('app')
  const locator = '/tmp/incident.json'
  const observe = (snapshot: string, at: string, region: string) =>
    w.publish(
      manifestFor(w, {
        tool_call: { id: `call-${snapshot}`, tool: 'incident.snapshot' },
        source_version: { source_id: 'fleet-monitor', snapshot_id: snapshot, observed_at: at },
        completeness: { status: 'complete', coverage: { region } },
        record_format: 'ndjson',
        locator,
      }),
      Array.from({ length: 500 }, (_, i) => `{"n":${i},"region":"${region}"}\n`).join(''),
    )
  const first = await observe('snapshot-1', '2026-11-06T10:10:00Z', 'eu-west')
  const second = await observe('snapshot-2', '2026-11-06T10:12:00Z', 'us-east')
  const id = first.artifact.artifact_id

  // The agent kept the reference, and gets the first observation although the path names the second.
  const read = await w.call('POST', `/artifacts/${id}/read`, {
    key: w.agent,
    json: { selector: { type: 'record_range', start: 0, end: 10 } },
  })
  expect((await read.json()).records[0].value.region).toBe('eu-west')

  await signIn(page, w, ['auditor'])
  await page.goto('/artifacts')
  await expect(page.locator(`a[href*="${id}"]`).first()).toBeVisible()
  await page.goto(`/artifacts/${id}`)
  await expect(page.getByText('eu-west').first()).toBeVisible()
  await page.goto(`/locators/history?run_id=${w.run}&locator=${encodeURIComponent(locator)}`)
  await expect(page.locator(`a[href*="${id}"]`).first()).toBeVisible()
  await expect(page.locator(`a[href*="${second.artifact.artifact_id}"]`).first()).toBeVisible()
})

test('nobody without a session sees a page of artifacts', async ({ page }) => {
  await page.goto('/artifacts')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a one-time link signs in once', async ({ page, browser }) => {
  const w = await worldOn('app')
  const made = await w.call('POST', `/tenants/${w.tenant}/users`, {
    json: { email: `${w.tenant}@example.com`, name: 'Once', roles: ['auditor'] },
  })
  const { sign_in_link } = await made.json()
  await page.goto(sign_in_link)
  await page.getByRole('button', { name: 'Sign in with the link' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  const other = await browser.newContext()
  const again = await other.newPage()
  await again.goto(sign_in_link)
  await again.getByRole('button', { name: 'Sign in with the link' }).click()
  await again.waitForTimeout(1_000)
  const cookies = await other.cookies()
  expect(cookies.find((c) => c.name === 'holdfast-session')).toBeUndefined()
  await other.close()
})

test('the seeded demo tells the story, and is removed with one request', async () => {
  const base = baseOf('story')
  const operator = operatorOf('story')
  const ask = (method: string, path: string) =>
    fetch(`${base}/api/v1${path}`, { method, headers: { Authorization: `Bearer ${operator}` } })
  const tenants = await (await ask('GET', '/tenants')).json()
  expect(tenants.items.map((t: { tenant_id: string }) => t.tenant_id)).toEqual(['demo'])
  const removed = await (await ask('DELETE', '/demo')).json()
  expect(removed.artifacts).toBe(4)
  expect((await ask('DELETE', '/demo')).status).toBe(404)
  // What is left on the disk: no object and no key of the demo.
  const { readdirSync } = await import('node:fs')
  for (const folder of ['objects', 'keystore'])
    expect(
      readdirSync(`${dataDirOf('story')}/${folder}`, { recursive: true }).filter((f) =>
        /art_[0-9a-z]{26}/.test(String(f)),
      ),
    ).toEqual([])
  await createWorld(base, operator)
})
