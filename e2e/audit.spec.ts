import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { manifestFor, type World } from './cases/world'
import { inDatabase } from './support/database'
import { baseOf, signIn, worldOn } from './support/instance'

const rows = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('tr[data-event]')
const idsOf = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.event))

/** A tenant with something allowed, something refused, and what made it. */
async function busyWorld(): Promise<World & { artifact: string }> {
  const w = await worldOn('app')
  const { artifact } = await w.publish(manifestFor(w), '{"n":1}\n')
  const path = `/artifacts/${artifact.artifact_id}`
  await w.call('GET', `${path}/content`, { key: w.agent })
  await w.call('GET', path, { key: w.agent, headers: { 'Holdfast-Purpose': 'audit' } })
  return { ...w, artifact: artifact.artifact_id }
}

test('an auditor finds a refusal, reads it whole, and checks in the browser that it is in the signed log', async ({
  page,
}) => {
  const w = await busyWorld()
  await signIn(page, w, ['auditor'])
  await page.goto('/audit')
  await page.keyboard.press('/')
  await page.getByRole('option', { name: 'refusals' }).click()
  await expect(page).toHaveURL(/decision=refuse/)
  const refused = await inDatabase('app', async (sql) =>
    (await sql`select id from audit where tenant_id = ${w.tenant} and decision = 'refuse'`).map((e) => e.id as string),
  )
  await expect.poll(() => idsOf(page)).toEqual(refused)
  await expect(rows(page)).toContainText('purpose not permitted')
  // The picker gives the focus back when it has closed; a key that comes before is the picker's.
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(rows(page).first()).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`peek=${refused[0]}`))
  const peek = page.getByRole('complementary', { name: `Peek at ${refused[0]}` })
  const shown = JSON.parse((await peek.getByRole('region', { name: 'Event JSON' }).textContent())!)
  expect(shown).toMatchObject({ event_id: refused[0], artifact_id: w.artifact, decision: 'refuse', run_id: w.run })

  await peek.getByRole('button', { name: 'Check in this browser' }).click()
  await expect(peek.getByText('holds', { exact: true })).toHaveCount(3)
  const [place] = await inDatabase(
    'app',
    (sql) => sql`select position from audit_leaves where event_id = ${refused[0]!}`,
  )
  await expect(peek.getByText(/is at position/)).toContainText(`position ${place!.position} of the log`)
  await page.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)
})

test('an event that was changed on its way to the page fails the check in the browser, by the step that tells', async ({
  page,
}) => {
  const w = await busyWorld()
  await signIn(page, w, ['auditor'])
  const { items } = await (await page.request.get('/api/v1/audit?decision=refuse')).json()
  const id = items[0].event.event_id
  // Between the service and the page, as a proxy could.
  await page.route(`**/api/v1/audit/${id}?*`, async (route) => {
    const response = await route.fetch()
    const entry = await response.json()
    await route.fulfill({ response, json: { ...entry, event: { ...entry.event, decision: 'allow' } } })
  })
  await page.goto(`/audit?peek=${id}`)
  const peek = page.getByRole('complementary')
  await peek.getByRole('button', { name: 'Check in this browser' }).click()
  await expect(peek.getByRole('listitem').filter({ hasText: 'Event to leaf' })).toContainText('fails')
  await expect(peek.getByRole('listitem').filter({ hasText: 'Leaf to root' })).toContainText('holds')
  await expect(peek.getByText('This event is not proved')).toBeVisible()
})

test('an export has its filter and window, and verifies with the command line; CSV says rows and digest', async ({
  page,
}) => {
  const w = await busyWorld()
  await signIn(page, w, ['auditor'])
  await page.goto('/audit?kind=disclosure&within=24h')
  await expect(rows(page)).toHaveCount(2)
  const download = async (format: 'JSONL' | 'CSV') => {
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByText(format, { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download ${format}` }).click(),
    ])
    const path = (await file.path())!
    await page.keyboard.press('Escape')
    return { name: file.suggestedFilename(), bytes: await readFile(path) }
  }
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-export-'))
  try {
    const jsonl = await download('JSONL')
    const lines = jsonl.bytes.toString().trimEnd().split('\n')
    const [header, trailer] = [JSON.parse(lines[0]!), JSON.parse(lines.at(-1)!)]
    expect(header).toMatchObject({ tenant_id: w.tenant, filter: { kind: 'disclosure' }, shows: 'all' })
    expect(Date.parse(header.window.to) - Date.parse(header.window.from)).toBe(86_400_000)
    const events = lines.map((l) => JSON.parse(l)).filter((l) => l.type === 'event')
    const inLog = await inDatabase(
      'app',
      (sql) => sql`select id from audit where tenant_id = ${w.tenant} and kind = 'disclosure' order by seq`,
    )
    expect(events.map((e) => e.event.event_id)).toEqual(inLog.map((e) => e.id))
    expect(trailer).toMatchObject({ rows: 2, truncated: false })

    await writeFile(join(folder, jsonl.name), jsonl.bytes)
    await writeFile(join(folder, 'jwks.json'), await (await fetch(`${baseOf('app')}/.well-known/jwks.json`)).text())
    const verify = (file: string) =>
      promisify(execFile)(process.execPath, [
        'lib/cli/holdfast.mjs',
        'verify-audit',
        join(folder, file),
        '--key',
        join(folder, 'jwks.json'),
      ]).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => error,
      )
    expect((await verify(jsonl.name)).code).toBe(0)
    await writeFile(join(folder, 'changed.jsonl'), jsonl.bytes.toString().replace('"refuse"', '"allow"'))
    const changed = await verify('changed.jsonl')
    expect([changed.code, changed.stdout]).toEqual([5, expect.stringContaining('FAIL')])

    const csv = (await download('CSV')).bytes.toString()
    const end = csv.lastIndexOf('# ')
    const said = JSON.parse(csv.slice(end + 2))
    expect(said).toMatchObject({ rows: 2, truncated: false })
    expect(createHash('sha256').update(csv.slice(0, end)).digest('hex')).toBe(said.sha256)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the whole log is verified from its page, and a row that was changed in the database is named', async ({
  page,
}) => {
  const w = await busyWorld()
  await signIn(page, w, ['auditor'])
  await page.goto('/audit')
  await page.getByRole('button', { name: 'Checkpoint…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Checkpoint note' })).toContainText(`/audit/tenants/${w.tenant}`)
  await dialog.getByRole('button', { name: 'Verify the log' }).click()
  await expect(dialog.getByText(/no event was changed, removed, moved or slipped in/)).toBeVisible()

  const [victim] = await inDatabase('app', async (sql) => {
    await sql`alter table audit disable trigger user`
    const changed = await sql`
      update audit set purpose = 'diagnosis' where id = (select a.id from audit a join audit_leaves l on l.event_id = a.id
        where a.tenant_id = ${w.tenant} and a.decision = 'refuse' limit 1) returning id`
    await sql`alter table audit enable trigger user`
    return changed
  })
  await dialog.getByRole('button', { name: 'Verify again' }).click()
  await expect(dialog.getByText('1 fault found')).toBeVisible()
  const fault = dialog.getByRole('region', { name: 'Faults' }).getByRole('row').filter({ hasText: 'edited' })
  await expect(fault.locator(`[title="${victim!.id}"]`)).toBeVisible()
})

test('a member sees what they did and nothing else; an admin sees decisions without what was asked for', async ({
  browser,
}) => {
  const w = await busyWorld()
  const open = async (roles: string[]) => {
    const page = await (await browser.newContext({ baseURL: baseOf('app') })).newPage()
    await signIn(page, w, roles)
    // The page after signing in lists, which is an act of its own.
    await page.waitForLoadState('networkidle')
    await page.goto('/audit')
    return page
  }
  const member = await open(['member'])
  await expect(member.getByText(/An auditor of the tenant sees every event/).first()).toBeVisible()
  const me = await (await member.request.get('/api/v1/me')).json()
  const own = await inDatabase(
    'app',
    (sql) => sql`
      select id from audit where tenant_id = ${w.tenant} and actor = ${me.principal_id} and kind <> 'audit_read' order by at desc`,
  )
  await expect.poll(() => idsOf(member)).toEqual(own.map((e) => e.id))
  await member.getByRole('button', { name: 'Checkpoint…' }).click()
  await expect(member.getByText('This takes an auditor or an admin of the tenant.')).toBeVisible()

  const admin = await open(['admin'])
  await admin.goto('/audit?kind=disclosure&decision=allow')
  await rows(admin).first().getByRole('button').click()
  await expect(admin.getByText('The event without detail, which an auditor sees')).toBeVisible()
  await admin.getByRole('button', { name: 'Check in this browser' }).click()
  await expect(admin.getByText('not checked')).toBeVisible()
  await expect(admin.getByText('holds', { exact: true })).toHaveCount(2)
})

test('a look at the log is logged once, and a copied link freezes its window', async ({ page, context }) => {
  const w = await busyWorld()
  await signIn(page, w, ['auditor'])
  const looks = () =>
    inDatabase(
      'app',
      async (sql) =>
        (await sql`select 1 from audit where tenant_id = ${w.tenant} and kind = 'audit_read' and operation = 'list'`)
          .length,
    )
  const before = await looks()
  await page.goto('/audit?within=1h')
  await expect(rows(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect((await looks()) - before).toBe(1)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  const [from, to] = [link.searchParams.get('from')!, link.searchParams.get('to')!]
  expect(Date.parse(to) - Date.parse(from)).toBe(3_600_000)
  expect([link.searchParams.get('within'), link.searchParams.get('tenant')]).toEqual([null, w.tenant])
})
