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
    // The link that follows differs in its fragment alone: the page must have woken up to see it.
    await page.waitForLoadState('networkidle')
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
      '/settings/sign-in',
      '/invitation',
      '/sign-in/refused?reason=address_taken',
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

test('headers that only a proxy or Next itself should write open no page and move no link', async ({
  request,
  baseURL,
}) => {
  const spoofed = {
    'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
    'x-middleware-rewrite': '/artifacts',
    'x-forwarded-host': 'elsewhere.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
    'x-original-url': '/settings/members',
    'x-invoke-path': '/settings/members',
  }
  for (const path of ['/artifacts', '/settings/members', '/']) {
    const response = await request.get(path, { headers: spoofed, maxRedirects: 0 })
    expect(response.status(), path).toBe(307)
    const to = new URL(response.headers().location!, baseURL)
    expect([to.origin, to.pathname], path).toEqual([baseURL, '/sign-in'])
    expect(response.headers()['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(response.headers()['strict-transport-security'], path).toBeUndefined()
  }
  const page = await request.get('/sign-in', { headers: spoofed })
  expect(page.headers()['content-security-policy']).toMatch(/'nonce-[\w+/=]+' 'strict-dynamic'/)
  expect(await page.text()).not.toContain('elsewhere.example')
})
