import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { manifestFor } from './cases/world'
import { signIn, worldOn } from './support/instance'

const LOOKS = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
  { width: 360, height: 780, colorScheme: 'light' },
  { width: 360, height: 780, colorScheme: 'dark' },
] as const

for (const { width, height, colorScheme } of LOOKS)
  test(`pages at ${width} px, ${colorScheme}: axe finds nothing, nothing overflows, no policy is violated`, async ({
    browser,
  }) => {
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
    const context = await browser.newContext({ viewport: { width, height }, colorScheme })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (m) => m.type() === 'error' && faults.push(m.text()))
    page.on('pageerror', (e) => faults.push(String(e)))
    await page.goto('/sign-in')
    await signIn(page, w, ['admin', 'auditor'])
    const paths = [
      '/',
      '/artifacts',
      `/artifacts/${artifact.artifact_id}`,
      `/artifacts/${artifact.artifact_id}?tab=coverage`,
      '/locators',
      `/locators/history?run_id=${w.run}&locator=%2Ftmp%2Fa.json`,
      '/settings/keys',
      '/settings/members',
      '/problems/not_found',
    ]
    for (const path of paths) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map((v) => `${path}: ${v.id} ${v.nodes[0]?.target}`)).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
    expect(faults).toEqual([])
    await context.close()
  })

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
