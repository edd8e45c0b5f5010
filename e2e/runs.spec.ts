import { expect, type Page, test } from '@playwright/test'
import { manifestFor, type World } from './cases/world'
import { inDatabase } from './support/database'
import { signIn, worldOn } from './support/instance'

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })
const moments = (page: Page) => timeline(page).getByRole('listitem')
const readerOf = async (w: World): Promise<string> => {
  const run = await (await w.call('GET', `/runs/${w.run}`, { key: w.admin })).json()
  return run.participants.find((p: { name: string }) => p.name === 'reader').principal_id
}
const part = (w: World, principal: string) =>
  inDatabase('app', async (sql) => {
    const [row] = await sql`
      select ended_at from run_participants where tenant_id = ${w.tenant} and run_id = ${w.run} and principal_id = ${principal}`
    return row
  })
const logged = (w: World) =>
  inDatabase('app', async (sql) =>
    (await sql`select id from audit where tenant_id = ${w.tenant} and run_id = ${w.run} order by at, seq`).map(
      (e) => e.id as string,
    ),
  )

test('an admin removes a participant: their reading ends at once; added again, it begins anew', async ({ page }) => {
  const w = await worldOn('app')
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  const reader = await readerOf(w)
  const read = () => w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
  expect((await read()).status).toBe(200)
  await signIn(page, w, ['admin'])
  await page.goto('/runs')
  await page.getByRole('link', { name: w.run }).click()
  const participants = page.getByRole('region', { name: 'Participants' })
  await expect(participants.getByRole('list', { name: 'Participants' })).toContainText('reader')

  await participants.getByRole('button', { name: 'Remove reader' }).click()
  await expect(page.getByRole('dialog')).toContainText('bytes already handed out are not recalled')
  expect((await part(w, reader))?.ended_at).toBeNull()
  await page.getByRole('button', { name: 'Remove from the run' }).click()
  await expect(participants.getByRole('list', { name: 'Left' })).toContainText('reader')
  await expect(participants).toContainText('Nobody takes part')
  expect((await part(w, reader))?.ended_at).not.toBeNull()
  const refused = await read()
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'access_revoked'])

  await participants.getByRole('button', { name: 'Add…' }).click()
  await page.getByLabel('Who', { exact: true }).selectOption(reader)
  await page.getByRole('button', { name: 'Add to the run' }).click()
  await expect(participants.getByRole('list', { name: 'Participants' })).toContainText('reader')
  expect((await part(w, reader))?.ended_at).toBeNull()
  expect((await read()).status).toBe(200)

  // What was administered is told where the run is told.
  await page.goto(`/runs/${w.run}?tenant=${w.tenant}&show=administered`)
  await expect(moments(page).filter({ hasText: 'removed a participant' })).toHaveCount(1)
  await expect(moments(page).filter({ hasText: 'added a participant' })).toHaveCount(2)
})

test('a timeline is the log of the run, in order: published, saw, refused, by whom, page by page', async ({ page }) => {
  const w = await worldOn('app')
  const { artifact } = await w.publish(manifestFor(w, { record_format: 'ndjson' }), '{"n":1}\n{"n":2}\n')
  const path = `/artifacts/${artifact.artifact_id}`
  const selector = { type: 'record_range', start: 0, end: 2 }
  await w.call('POST', `${path}/read`, { key: w.agent, json: { selector } })
  await w.call('GET', path, { key: w.agent, headers: { 'Holdfast-Purpose': 'audit' } })
  const reader = await readerOf(w)
  await signIn(page, w, ['auditor'])
  await page.goto(`/runs/${w.run}?tenant=${w.tenant}`)
  const events = () =>
    moments(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.event as string))
  await expect(moments(page).first()).toBeVisible()
  expect(await events()).toEqual(await logged(w))

  await page.getByRole('button', { name: 'Newest first' }).click()
  await expect(moments(page).first()).toContainText('was refused a description')
  await expect.poll(events).toEqual((await logged(w)).reverse())

  await page.getByText('Saw', { exact: true }).click()
  await expect(moments(page)).toHaveCount(1)
  await expect(moments(page)).toContainText('reader read')
  await expect(moments(page)).toContainText('records [0, 2)')
  await expect(moments(page).getByRole('link')).toHaveAttribute('href', path)
  await page.getByText('Refused', { exact: true }).click()
  await expect(moments(page)).toContainText('purpose not permitted')
  await page.getByText('Published', { exact: true }).click()
  await expect(moments(page)).toContainText('collector published')
  await page.getByText('All', { exact: true }).click()
  await page.getByLabel('By whom').selectOption(reader)
  await expect(moments(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`who=${reader}`))

  // The row opens to the event, which is the database's; a copied address opens the same.
  await moments(page)
    .last()
    .getByRole('button', { name: /^Event at/ })
    .click()
  const shown = JSON.parse((await page.getByRole('region', { name: 'Event JSON' }).textContent())!)
  expect(shown).toMatchObject({ run_id: w.run, actor: reader, operation: 'read', decision: 'allow' })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Event JSON' })).toContainText(shown.event_id)

  // More than a page: every event once.
  for (let i = 0; i < 55; i++) await w.call('GET', path, { key: w.agent, headers: { 'Holdfast-Purpose': 'audit' } })
  await page.goto(`/runs/${w.run}?tenant=${w.tenant}`)
  await expect(moments(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.poll(events).toEqual(await logged(w))
})

test('who is neither admin nor auditor sees a run only as a participant, and of it only what they did', async ({
  page,
}) => {
  const w = await worldOn('app')
  const { artifact } = await w.publish(manifestFor(w), 'x\n')
  await signIn(page, w, ['member'])
  await page.goto('/runs')
  await expect(page.getByText('None exist for you')).toBeVisible()
  await page.goto(`/runs/${w.run}`)
  await expect(page.getByRole('heading', { name: w.run })).toHaveCount(0)

  const me = await (await page.request.get('/api/v1/me')).json()
  await w.call('POST', `/runs/${w.run}/participants`, { key: w.admin, json: { principal_id: me.principal_id } })
  await w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
  await page.request.get(`/api/v1/artifacts/${artifact.artifact_id}/content`)
  await page.goto(`/runs/${w.run}`)
  await expect(page.getByRole('heading', { name: w.run })).toBeVisible()
  await expect(moments(page)).toHaveCount(1)
  await expect(moments(page)).toContainText('Test person downloaded')
  await expect(page.getByRole('button', { name: /Remove|Add/ })).toHaveCount(0)

  await w.call('DELETE', `/runs/${w.run}/participants/${me.principal_id}`, { key: w.admin })
  await page.reload()
  await expect(page.getByRole('heading', { name: w.run })).toHaveCount(0)
})

test('runs are filtered by state, purpose and principal in the address, and opened by keys', async ({ page }) => {
  const w = await worldOn('app')
  await w.call('POST', '/runs', { key: w.admin, json: { run_id: 'run-alone', purposes: ['audit'] } })
  const reader = await readerOf(w)
  await signIn(page, w, ['auditor'])
  await page.goto('/runs')
  const rows = page.locator('[data-run]')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /state is not joined/ }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('run-alone')
  await expect(page).toHaveURL(/state=not_joined/)
  await page.goto(`/runs?principal=${reader}&purpose=diagnosis`)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove the filter principal' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.waitForURL(new RegExp(`/runs/${w.run}`))
  await page.goto('/runs?purpose=training')
  await expect(page.getByText('None match')).toBeVisible()
})
