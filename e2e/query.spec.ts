import { expect, type Page, test } from '@playwright/test'
import { manifestFor, type World } from './cases/world'
import { inDatabase } from './support/database'
import { signIn, worldOn } from './support/instance'

const RECORDS = [
  { severity: 'critical', host: { region: 'eu-west' }, note: "it's down" },
  { severity: 'low', host: { region: 'eu-west' } },
  { severity: 'critical', host: { region: 'us-east' } },
  { severity: 5, host: { region: 'eu-west' } },
]
const filterField = (page: Page) => page.getByLabel('Filter (CQL2)')
const parts = (page: Page) => page.getByRole('list', { name: 'Of 4 records, under the filter' })
const rows = (page: Page) => page.locator('[data-position]')

/** The pages of queries of one artifact that are on record, in order. */
const pagesOf = (w: World, artifact: string) =>
  inDatabase('app', (sql) =>
    sql`select position::int, up_to::int as examined_end, total::int, matched::int, indeterminate::int, incomparable::int, status
        from scan_pages where tenant_id = ${w.tenant} and artifact_id = ${artifact} order by at`.then((r) => [...r]),
  )

async function opened(page: Page, format: 'ndjson' | 'lines', content: string) {
  const w = await worldOn('app')
  const { artifact } = await w.publish(manifestFor(w, { record_format: format }), content)
  await signIn(page, w, ['auditor'])
  await page.goto(`/artifacts/${artifact.artifact_id}?purpose=audit`)
  await expect(rows(page).first()).toBeVisible()
  return { w, id: artifact.artifact_id }
}

test('a filter finds records, says what became of every one, is on record, and is in the address', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL! })
  const { w, id } = await opened(page, 'ndjson', RECORDS.map((r) => `${JSON.stringify(r)}\n`).join(''))
  await expect(rows(page)).toHaveCount(4)
  expect(await pagesOf(w, id)).toEqual([])

  // Names come from the records, as a filter writes them.
  await page.getByRole('list', { name: 'Properties to insert' }).getByRole('button', { name: 'severity' }).click()
  await expect(filterField(page)).toBeFocused()
  await page.keyboard.type(`= 'critical' and `)
  await page.getByRole('button', { name: 'host.region' }).click()
  await page.keyboard.type(`= 'eu-west' AND note = 'it''s down'`)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText("it's down")
  for (const words of ['1 matched', '0 indeterminate', '1 incomparable', '2 examined, no match', '0 not examined'])
    await expect(parts(page)).toContainText(words)
  await expect(page.getByText('was found', { exact: false })).toContainText('after a completed scan of 4 records')
  const asked = { position: 0, examined_end: 4, total: 4, matched: 1, indeterminate: 0, incomparable: 1 }
  expect(await pagesOf(w, id)).toEqual([{ ...asked, status: 'completed' }])

  // Saved by derive: computed by the service, pinned to what it was computed from.
  await page.getByRole('button', { name: 'Save result as an artifact' }).click()
  const saved = page.getByRole('status').filter({ hasText: 'Derived, unknown' })
  await expect(saved.getByRole('link')).toBeVisible()
  const derived = await inDatabase('app', (sql) =>
    sql`select a.executed, a.records::int, a.run_id, e.parent from artifacts a join edges e on e.child = a.id
        where a.tenant_id = ${w.tenant}`.then((r) => [...r]),
  )
  expect(derived).toEqual([{ executed: true, records: 1, run_id: w.run, parent: id }])

  const filter = `severity = 'critical' and host.region = 'eu-west' AND note = 'it''s down'`
  expect(new URL(page.url()).searchParams.get('filter')).toBe(filter)
  await page.getByRole('button', { name: 'Copy the filter as it was understood' }).click()
  const understood = await page.evaluate(() => navigator.clipboard.readText())
  expect(understood).toBe(`severity = 'critical' AND host.region = 'eu-west' AND note = 'it''s down'`)
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    JSON.stringify({ selector: { type: 'query', filter }, purpose: 'audit' }).replaceAll("'", `'\\''`),
  )

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(filterField(page)).toHaveValue(filter)
  await expect(parts(page)).toContainText('1 matched')
  expect(await pagesOf(w, id)).toHaveLength(2)

  // A fault is told at the field; the address before it still has its answer.
  await filterField(page).fill('severity = ')
  await page.getByRole('button', { name: 'Query', exact: true }).click()
  await expect(filterField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert').filter({ hasText: 'filter_invalid' })).toContainText('at character')
  await page.goBack()
  await expect(filterField(page)).toHaveValue(filter)
  await expect(rows(page)).toHaveCount(1)
  expect(await pagesOf(w, id)).toHaveLength(2)

  await page.getByRole('button', { name: 'End the query' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(page).not.toHaveURL(/filter=/)
})

test('lines offer their two properties, on a phone too, and an unknown one names the nearest', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { w, id } = await opened(page, 'lines', 'ok\nfailed to start\nok\nfailed again\n')
  const names = page.getByRole('list', { name: 'Properties to insert' }).getByRole('button')
  await expect(names).toHaveText(['line', 'line_number'])
  await filterField(page).fill(`linee = 'ok'`)
  await filterField(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'unknown_property' })).toContainText('Nearest: line')
  await filterField(page).fill(`line LIKE 'failed%' AND line_number > 2`)
  await filterField(page).press('Enter')
  await expect(parts(page)).toContainText('1 matched')
  await expect(rows(page)).toContainText('failed again')
  expect(await pagesOf(w, id)).toMatchObject([{ matched: 1, examined_end: 4, status: 'completed' }])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('an auditor runs again what an agent asked, from its disclosure', async ({ page }) => {
  const { w, id } = await opened(page, 'ndjson', RECORDS.map((r) => `${JSON.stringify(r)}\n`).join(''))
  const ask = (selector: Record<string, unknown>) =>
    w.call('POST', `/artifacts/${id}/read`, { key: w.agent, json: { selector: { type: 'query', ...selector } } })
  expect((await ask({ filter: `severity = 'critical' AND host.region = 'us-east'` })).status).toBe(200)
  expect((await ask({ aggregate: { group_by: ['severity'], metrics: [{ op: 'count' }] } })).status).toBe(200)
  await page.goto(`/artifacts/${id}?purpose=audit&tab=disclosures`)
  const table = page.getByRole('table')
  await expect(table).toContainText('only count by severity')
  await expect(table).toContainText('1 matched, 4 of 4 examined')
  await table.getByRole('link', { name: 'Run again' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('us-east')
  const [agent, figures, auditor] = await pagesOf(w, id)
  expect(figures).toMatchObject({ matched: 4, status: 'completed' })
  expect(auditor).toEqual(agent)
})
