import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { manifestFor, type World } from './cases/world'
import { signIn, worldOn } from './support/instance'
import { derive, revokeGrant, share } from './support/sharing'

/** What is looked at, as its address and, where something opens on it, the button that opens it. */
const PUBLIC: Shown[] = [
  ['/sign-in'],
  ['/sign-in/refused?reason=address_taken'],
  ['/invitation'],
  ['/problems'],
  ['/problems/not_found'],
]
const SIGNED_IN: Shown[] = [
  ['/?show=start'],
  ['/artifacts'],
  ['/artifacts?peek=:artifact'],
  ...['records', 'bytes', 'fields', 'producer', 'coverage', 'access', 'disclosures', 'locators', 'descriptor'].map(
    (tab): Shown => [`/artifacts/:artifact?tab=${tab}`],
  ),
  ['/artifacts/art_00000000000000000000000000'],
  ['/locators'],
  ['/locators/history?run_id=:run&locator=%2Ftmp%2Fa.json'],
  ['/access'],
  ['/access', 'Revoke…'],
  ['/access', /^Revoke all sharing with/],
  ['/access?tab=grants'],
  ['/access?tab=grants', 'New grant'],
  ['/access?tab=grants', /^Add filter/],
  ['/access?tab=grants&artifact=:artifact&state=active', 'Revoke all of these…'],
  ['/access?tab=grants&direction=received'],
  ['/access?tab=requests'],
  ['/access?tab=requests', /^Grant the request/],
  ['/access?tab=requests', /^Deny the request/],
  ['/access?tab=requests&box=mine'],
  ['/access?tab=revocations'],
  ['/access/revocations/:revocation'],
  ['/access/revocations/:revocation', /^Lift the block/],
  ['/access/artifacts/:artifact'],
  ['/access/artifacts/:artifact', 'Restrict…'],
  ['/artifacts/art_00000000000000000000000000', 'Ask for access'],
  ['/artifacts?shared=true'],
  ['/runs'],
  ['/runs?state=not_joined'],
  ['/runs', 'Add filter'],
  ['/runs/:run'],
  ['/runs/:run?open=:event&order=newest'],
  ['/runs/:run', 'Add…'],
  ['/runs/:run', 'Remove reader'],
  ['/runs/run-of-nobody'],
  ['/audit'],
  ['/audit?peek=:event'],
  ['/audit?decision=refuse&within=1h&reason=nothing'],
  ['/audit', 'Add filter'],
  ['/audit', 'Checkpoint…'],
  ['/audit', 'Export…'],
  ['/settings/keys'],
  ['/settings/keys', 'Make a key'],
  ['/settings/members'],
  ['/settings/members', 'Invite'],
  ['/settings/purposes'],
  ['/settings/purposes', 'Take audit off'],
  ['/settings/schemas'],
  ['/settings/schemas', 'Register a schema'],
  ['/settings/schemas?version=host/1'],
  ['/settings/limits'],
  ['/settings/signing-keys'],
  ['/settings/sign-in'],
  ['/problems/not_found'],
]
type Shown = [address: string, opens?: string | RegExp]

// A trace of every page takes as long again, and a finding names what it found.
test.use({ trace: 'off' })

const cookies: Awaited<ReturnType<BrowserContext['cookies']>> = []
const ids = { artifact: '', run: '', revocation: '', event: '' }

test.beforeAll(async ({ browser }) => {
  const w = await worldOn('app')
  const { artifact } = await w.publish(
    manifestFor(w, {
      record_format: 'ndjson',
      locator: '/tmp/a.json',
      completeness: {
        status: 'partial',
        coverage: { region: 'eu-west' },
        omissions: [{ coverage: { region: 'ap-south' }, reason: 'timeout', retryable: true }],
      },
    }),
    Array.from({ length: 300 }, (_, i) => `{"n":${i}}\n`).join(''),
  )
  const revocation = await shareBothWays(w, artifact.artifact_id)
  await w.call('PUT', '/schemas/host%2F1', { key: w.admin, json: { properties: { n: { type: 'integer' } } } })
  const events = await (await w.call('GET', `/audit?artifact=${artifact.artifact_id}`, { key: w.admin })).json()
  const event = events.items[0].event.event_id
  Object.assign(ids, { artifact: artifact.artifact_id, run: w.run, revocation, event })
  const page = await browser.newPage()
  await signIn(page, w, ['admin', 'auditor'])
  cookies.push(...(await page.context().cookies()))
  await page.close()
})

/** Something in every list of Access, and a revocation of which a derived artifact awaits review. */
async function shareBothWays(w: World, artifact: string): Promise<string> {
  const other = await worldOn('app')
  const to = (tenant_id: string) => ({ kind: 'tenant', tenant_id })
  await share(w, artifact, to(other.tenant))
  const ended = (await w.publish(manifestFor(w), 'another\n')).artifact.artifact_id
  const grant = await share(w, ended, to(other.tenant))
  await derive(other, ended)
  const theirs = (await other.publish(manifestFor(other), 'theirs\n')).artifact.artifact_id
  await share(other, theirs, to(w.tenant))
  const json = { artifact_id: artifact, purpose: 'audit', reason: 'for the review' }
  expect((await other.call('POST', '/access-requests', { key: other.agent, json })).status).toBe(202)
  return revokeGrant(w, grant, 'review')
}

for (const [width, height] of [
  [1280, 900],
  [360, 780],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })
    for (const shown of PUBLIC) test(`${shown.join(', ')}, to anybody`, ({ page }) => look(page, shown))
    for (const shown of SIGNED_IN)
      test(shown.join(', '), async ({ page }) => {
        await page.context().addCookies(cookies)
        await look(page, shown)
      })
  })

/** In light and dark: axe finds nothing, nothing scrolls sideways, and the console has no fault of a script or the policy. */
async function look(page: Page, [address, opens]: Shown, spoil?: () => void): Promise<void> {
  const faults: string[] = []
  page.on('console', (m) => m.type() === 'error' && faults.push(m.text()))
  page.on('pageerror', (e) => faults.push(String(e)))
  const path = address
    .replace(':artifact', ids.artifact)
    .replace(':run', ids.run)
    .replace(':revocation', ids.revocation)
    .replace(':event', ids.event)
  const response = await page.goto(path)
  expect(new URL(page.url()).pathname).toBe(path.split('?', 1)[0])
  await page.waitForLoadState('networkidle')
  if (opens) {
    await page.getByRole('button', { name: opens }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  if (spoil) await page.evaluate(spoil)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // In the middle of a transition a colour is of neither scheme.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((a) => a instanceof CSSTransition)
          .map((a) => a.finished),
      ).then(() => {}),
    )
    const axe = new AxeBuilder({ page })
    // The dark has other colours and nothing else.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
    expect(
      violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(', ')}`),
      colorScheme,
    ).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'scrolls sideways').toBeLessThanOrEqual(0)
  // The browser reports the status of the document itself as an error: a page that says "not found" has one.
  const own = response?.ok() ? faults : faults.filter((f) => !f.includes(`status of ${response?.status()}`))
  expect(own).toEqual([])
}

/** What would fault a page, done to one: a check that cannot fail would pass on everything. */
const FAULTS: Record<string, () => void> = {
  'image-alt': () => document.querySelector('main')!.append(document.createElement('img')),
  // Only in the dark, which comes second.
  'color-contrast': () => {
    matchMedia('(prefers-color-scheme: dark)').onchange = () => {
      document.querySelector('h1')!.style.color = '#222'
    }
  },
  'scrolls sideways': () => {
    document.querySelector('main')!.style.width = '4000px'
  },
  'an error of a script': () => console.error('an error of a script'),
  'Content Security Policy': () => {
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<p style="margin: 1px">text</p>')
  },
}
for (const [found, fault] of Object.entries(FAULTS))
  test(`${found} would be found`, ({ page }) =>
    expect(look(page, ['/problems/not_found'], fault)).rejects.toThrow(found))

test('pages run only what carries their nonce, and say so in every header', async ({ request }) => {
  for (const path of ['/sign-in', '/problems', '/reference', '/no-such-page']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy'], path).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']!.includes("style-src 'self' 'unsafe-inline'"), path).toBe(
      path === '/reference',
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('camera=()')
  }
})
