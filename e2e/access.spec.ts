import { type Browser, expect, type Page, test } from '@playwright/test'
import { manifestFor, type World } from './cases/world'
import { inDatabase } from './support/database'
import { signIn, worldOn } from './support/instance'
import { derive, revokeGrant, share } from './support/sharing'

// Two tenants and two browsers each: most of a minute where the machine is busy.
test.describe.configure({ timeout: 120_000 })

const publish = async (w: World): Promise<string> =>
  (await w.publish(manifestFor(w, { record_format: 'ndjson' }), '{"n":1,"email":"a@b"}\n')).artifact.artifact_id

/** A person of a tenant in a browser of their own. */
async function person(browser: Browser, w: World, roles: string[]): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, w, roles)
  return page
}

const revocationsOf = (tenant: string) =>
  inDatabase(
    'app',
    (sql) =>
      sql<
        {
          scope: string
          target: unknown
          reason: string
          drained: boolean
          drains: number
          live: number
          ended: number
        }[]
      >`
      select r.scope, r.target, r.reason, r.drained_at is not null as drained,
        (select count(*)::int from drains d where d.seq = r.drain_seq and d.tenant_id = r.tenant_id and d.kind = 'revoked') as drains,
        (select count(*)::int from grants g where g.tenant_id = r.tenant_id and g.revoked_at is null) as live,
        (select count(*)::int from grants g where g.revocation_id = r.id and g.revoked_at is not null) as ended
      from revocations r where r.tenant_id = ${tenant} order by r.revoked_at`,
  )

test('all sharing with a tenant ends in fewer than five clicks, and an open page of the other side with it', async ({
  page,
  browser,
}) => {
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const artifact = await publish(owner)
  await share(owner, artifact, { kind: 'tenant', tenant_id: other.tenant })
  await share(owner, artifact, { kind: 'run', run_id: other.run, tenant_id: other.tenant })
  const reader = await person(browser, other, ['member'])
  await reader.goto(`/artifacts/${artifact}`)
  await reader.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(reader.getByText('a@b')).toBeVisible()

  await signIn(page, owner, ['admin'])
  await page.goto('/access')
  await page.evaluate(() => {
    document.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset.clicks = String(Number(document.body.dataset.clicks ?? 0) + 1)
      },
      true,
    )
  })
  await page.getByRole('button', { name: `Revoke all sharing with ${other.tenant}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /^Grants 2/ })).toBeVisible()
  await expect(dialog.getByText('Test person')).toBeVisible()
  expect(await revocationsOf(owner.tenant), 'a dry run changes nothing').toEqual([])
  const commit = dialog.getByRole('button', { name: 'Revoke 2 grants' })
  await page.keyboard.type('The engagement has ended.')
  await expect(commit).toBeDisabled()
  await dialog.getByLabel(/to confirm/).click()
  await page.keyboard.type(other.tenant)
  await commit.click()
  await expect(dialog.getByRole('heading', { name: `Revoked: all sharing with ${other.tenant}` })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Drain' }).getByText('drained', { exact: true })).toBeVisible()
  expect(Number(await page.evaluate(() => document.body.dataset.clicks))).toBeLessThan(5)

  expect(await revocationsOf(owner.tenant)).toEqual([
    {
      scope: 'tenant',
      target: { id: other.tenant },
      reason: 'The engagement has ended.',
      drained: true,
      drains: 1,
      live: 0,
      ended: 2,
    },
  ])
  // The page was open all along: its next fetch is refused, it says so, and a load of it too.
  await reader.getByRole('link', { name: 'Bytes', exact: true }).click()
  await expect(reader.getByRole('heading', { name: 'Access has ended' })).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'Access has ended' })).toBeVisible()
  const status = await reader.evaluate(async (id) => (await fetch(`/api/v1/artifacts/${id}/content`)).status, artifact)
  expect(status).toBe(403)
  await expect(reader.getByRole('button', { name: 'Ask for access' })).toBeVisible()

  await dialog.getByRole('link', { name: 'Open revocation' }).click()
  await expect(page).toHaveURL(/\/access\/revocations\/rvk_/)
  await expect(page.getByText('The engagement has ended.')).toBeVisible()
  await expect(page.getByText('Test person', { exact: true }).first()).toBeVisible()
  await reader.context().close()
})

test('a drain names the process it waits for, and is not called drained before its lease has ended', async ({
  page,
}) => {
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const artifact = await publish(owner)
  await share(owner, artifact, { kind: 'tenant', tenant_id: other.tenant })
  await signIn(page, owner, ['admin'])
  await page.goto('/access?tab=grants')
  await page.getByRole('button', { name: `Revoke the grant to ${other.tenant}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Reason/).fill('over')
  await dialog.getByLabel(/Leave/).check()
  const confirm = dialog.getByLabel(/to confirm/)
  await confirm.fill('wrong')
  const commit = dialog.getByRole('button', { name: 'Revoke 1 grant' })
  await expect(commit).toBeDisabled()
  const typed = (await dialog
    .getByText(/^Type /)
    .locator('b')
    .textContent())!
  await confirm.fill(typed)
  // A server process that lives and does not answer.
  const silent = `silent-${owner.tenant}`
  await inDatabase(
    'app',
    (sql) =>
      sql`insert into processes (id, name, lease_until, acknowledged) values (${silent}, ${silent}, clock_timestamp() + interval '12 seconds', 0)`,
  )
  await commit.click()
  const drain = dialog.getByRole('region', { name: 'Drain' })
  await expect(drain.getByText(silent)).toBeVisible()
  await expect(drain.getByText('draining', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: /^Revoking the grant/ })).toBeVisible()
  expect(await revocationsOf(owner.tenant)).toMatchObject([{ drained: false, ended: 1 }])
  await expect(drain.getByText('drained', { exact: true })).toBeVisible({ timeout: 25_000 })
  expect(await revocationsOf(owner.tenant)).toMatchObject([{ drained: true }])
  const passed = await inDatabase(
    'app',
    (sql) => sql`select clock_timestamp() >= lease_until as ended from processes where id = ${silent}`,
  )
  expect(passed[0]?.ended ?? true).toBe(true)
})

test('the grant dialog grants what was entered, and says what is wrong where it is', async ({ page }) => {
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const artifact = await publish(owner)
  await signIn(page, owner, ['admin'])
  await page.goto('/access?tab=grants')
  await page.getByRole('button', { name: 'New grant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Artifact id or reference').fill(`artifact:${artifact}`)
  await dialog.getByText('Tenant', { exact: true }).click()
  await dialog.getByLabel('Tenant', { exact: true }).last().fill('no-such-tenant')
  await dialog.getByLabel('diagnosis').check()
  await dialog.getByLabel(/Withheld fields/).fill('email\nphone')
  await dialog.getByLabel(/^Until/).fill('2046-11-06T04:00:30')
  await dialog.getByLabel(/^Reason/).fill('joint incident')
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(dialog.getByText(/no grantee by this name/).first()).toBeVisible()
  await dialog.getByLabel('Tenant', { exact: true }).last().fill(other.tenant)
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Grants' }).getByText('without email, phone').last()).toBeVisible()
  const rows = await inDatabase('app', (sql) => sql`select * from grants where tenant_id = ${owner.tenant}`)
  expect(rows).toMatchObject([
    {
      artifact_id: artifact,
      grantee_kind: 'tenant',
      grantee_tenant: other.tenant,
      purposes: ['diagnosis'],
      mask: ['email', 'phone'],
      until: new Date('2046-11-06T04:00:30Z'),
      not_before: null,
      reason: 'joint incident',
      revoked_at: null,
    },
  ])
})

test('who is refused asks, the admin finds it in the inbox and grants it, and the artifact is there', async ({
  page,
  browser,
}) => {
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const artifact = await publish(owner)
  const asker = await person(browser, other, ['member'])
  await asker.goto(`/artifacts/${artifact}`)
  await asker.getByRole('button', { name: 'Ask for access' }).click()
  await asker
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('The same incident reached us.')
  await asker.getByRole('button', { name: 'Ask', exact: true }).click()
  await asker.getByRole('link', { name: 'Your requests' }).click()
  const own = asker.getByRole('list', { name: 'Requests for access' })
  await expect(own).toContainText('pending')
  await expect(asker.getByRole('link', { name: 'Sharing' }), 'a member has requests only').toHaveCount(0)

  await signIn(page, owner, ['admin'])
  await page.goto('/access?tab=requests')
  await expect(page.getByText('The same incident reached us.')).toBeVisible()
  await page.getByRole('button', { name: 'Grant the request of Test person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Until/).fill('2046-01-01T00:00')
  await dialog.getByLabel(/^Reason/).fill('Shared for the incident.')
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
  await expect(page.getByText('None pending')).toBeVisible()
  const [request] = await inDatabase(
    'app',
    (sql) => sql`
    select q.state, g.purposes, g.until, g.grantee_principal = q.requested_by as to_asker
    from access_requests q join grants g on g.id = q.grant_id where q.tenant_id = ${owner.tenant}`,
  )
  expect(request).toEqual({
    state: 'granted',
    purposes: ['diagnosis'],
    until: new Date('2046-01-01T00:00:00Z'),
    to_asker: true,
  })
  await asker.reload()
  await expect(own).toContainText('granted')
  await expect(own).toContainText('Shared for the incident.')
  await asker.goto('/artifacts?shared=true')
  await expect(asker.getByRole('row').filter({ hasText: `of ${owner.tenant}` })).toHaveCount(1)
  await asker.goto(`/artifacts/${artifact}`)
  await expect(asker.getByText(`A grant of the tenant ${owner.tenant}`)).toBeVisible()
  await asker.context().close()
})

test('simulate says what the function of the database decides', async ({ page }) => {
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const artifact = await publish(owner)
  await share(owner, artifact, { kind: 'tenant', tenant_id: other.tenant })
  await signIn(page, owner, ['admin'])
  await page.goto(`/access/artifacts/${artifact}`)
  await expect(page.getByRole('region', { name: 'Table of readers' })).toContainText(other.tenant)
  const keys = await inDatabase(
    'app',
    (sql) => sql<{ id: string; who: string; tenant: string }[]>`
    select id, principal_id as who, tenant_id as tenant from api_keys
    where kind = 'agent' and tenant_id = any (${[owner.tenant, other.tenant]})`,
  )
  const key = (w: World) => keys.find((k) => k.tenant === w.tenant)!
  const stranger = await worldOn('app')
  const [outside] = await inDatabase(
    'app',
    (sql) => sql<{ id: string; who: string }[]>`
    select id, principal_id as who from api_keys where kind = 'agent' and tenant_id = ${stranger.tenant}`,
  )
  const panel = page.getByRole('region', { name: 'Simulate a principal' })
  const seen = new Set<string>()
  for (const { id, who } of [key(owner), key(other), outside!])
    for (const [operation, purpose] of [
      ['read', 'diagnosis'],
      ['content', 'audit'],
      ['describe', ''],
    ] as const) {
      await panel.getByLabel('Principal id').fill(who)
      await panel.getByLabel('To', { exact: true }).selectOption(operation)
      await panel.getByLabel('For the purpose').selectOption(purpose)
      const answered = page.waitForResponse((r) => r.url().includes('/authority?'))
      await panel.getByRole('button', { name: 'Simulate' }).click()
      await answered
      const [decided] = await inDatabase(
        'app',
        (sql) => sql<{ verdict: string }[]>`
        select verdict from decide(array['key'], array[${id}], array[${artifact}], ${sql.array([purpose || null], 1009)},
          array[${operation}], array['{}'], clock_timestamp())`,
      )
      await expect(panel.getByRole('status').locator('span').first()).toHaveText(decided!.verdict)
      seen.add(decided!.verdict)
    }
  expect([...seen].sort()).toEqual(['allow', 'not_found', 'purpose_denied'])
})

test('an artifact is restricted with a reason, who could read it by its run no longer can, and back', async ({
  page,
}) => {
  const owner = await worldOn('app')
  const artifact = await publish(owner)
  await signIn(page, owner, ['admin', 'auditor'])
  await page.goto(`/artifacts/${artifact}?tab=access`)
  const readers = page.getByRole('region', { name: 'Table of readers' })
  await expect(readers.getByRole('row').filter({ hasText: 'participant of the run' })).toContainText('active')
  await page.getByRole('button', { name: 'Restrict…' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('personal data')
  await page.getByRole('button', { name: 'Restrict', exact: true }).click()
  await expect(readers.getByRole('row').filter({ hasText: 'participant of the run' })).toContainText('restricted')
  await expect(page.getByText(/^personal data/)).toBeVisible()
  expect((await owner.call('GET', `/artifacts/${artifact}/content`, { key: owner.agent })).status).toBe(403)
  await page.getByRole('button', { name: 'Lift the restriction…' }).click()
  await page.getByRole('button', { name: 'Lift it' }).click()
  await expect(readers.getByRole('row').filter({ hasText: 'participant of the run' })).toContainText('active')
  expect((await owner.call('GET', `/artifacts/${artifact}/content`, { key: owner.agent })).status).toBe(200)

  await page.getByRole('region', { name: 'Why can I see this?' }).getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByText('May read for "audit": an auditor of the owning tenant.')).toBeVisible()
})

test('what the other side derived awaits review, is lifted by the admin, and is read again', async ({ page }) => {
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const artifact = await publish(owner)
  const grant = await share(owner, artifact, { kind: 'tenant', tenant_id: other.tenant })
  const derived = await derive(other, artifact)
  const revocation = await revokeGrant(owner, grant, 'review')
  const read = async () => (await other.call('GET', `/artifacts/${derived}/content`, { key: other.agent })).status
  expect(await read()).toBe(403)
  await signIn(page, owner, ['admin'])
  await page.goto('/access?tab=revocations')
  await page.getByRole('region', { name: 'Revocations' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(revocation))
  const row = page.getByRole('region', { name: 'Derived artifacts' }).getByRole('row').filter({ hasText: other.tenant })
  await expect(row).toContainText('awaiting review')
  await row.getByRole('button', { name: /^Lift/ }).click()
  await page.getByRole('button', { name: 'Lift the block' }).click()
  await expect(row).toContainText('lifted')
  expect(await read()).toBe(200)
})
