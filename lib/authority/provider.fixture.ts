import type { TestBrowser } from './browser.fixture'

/**
 * What a person does between "Continue with …" and coming back: signs in at the provider's form with `login`, and consents.
 * Returns the address the provider sends the browser back to, not yet opened; null when it sends it nowhere.
 */
export async function atProvider(address: string, login: string): Promise<URL> {
  const issuer = new URL(address).origin
  const jar = new Map<string, string>()
  const go = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  let response = await go(address)
  for (let step = 0; step < 12; step++) {
    const location = response.headers.get('location')
    if (location) {
      const next = new URL(location, issuer)
      if (next.origin !== issuer) return next
      response = await go(next.href)
      continue
    }
    const page = await response.text()
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!action || !prompt) throw new Error(`the provider shows no form: ${response.status} ${page.slice(0, 200)}`)
    response = await go(new URL(action, issuer).href, { prompt, ...(prompt === 'login' && { login, password: 'any' }) })
  }
  throw new Error('the provider sends round and round')
}

/** Goes to the provider, signs in there as `login`, and comes back. Returns the answer to coming back. */
export async function throughProvider(
  browser: TestBrowser,
  login: string,
  fields: Record<string, string> = {},
  change: (back: URL) => void = () => {},
): Promise<Response> {
  const started = await browser.submit('/signin/oidc', fields)
  const away = started.headers.get('location')!
  if (new URL(away).origin === browser.server.base) return started
  const back = await atProvider(away, login)
  change(back)
  // As a browser marks a navigation that another site began.
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  return browser.auth('GET', back.pathname.slice('/api/auth'.length) + back.search, { headers })
}
