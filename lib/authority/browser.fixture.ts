import type { Deps } from '@/lib/deps'
import { handleSignIn } from './sign-in'

type Change = { headers?: Record<string, string>; json?: unknown; form?: Record<string, string> }

/** What a browser does with an instance, without one: keeps cookies, and says where its requests come from. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  constructor(readonly server: { rt: Deps; base: string }) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  /** The session cookie's value, if there is one. */
  get session(): string | undefined {
    return this.cookies.get('holdfast-session') ?? this.cookies.get('__Secure-holdfast-session')
  }

  /** A request of sign-in, below `/api/auth`. */
  async auth(method: string, path: string, change: Change = {}): Promise<Response> {
    const response = await handleSignIn(
      this.server.rt,
      new Request(`${this.server.base}/api/auth${path}`, {
        method,
        headers: present({
          cookie: this.cookie,
          ...(method !== 'GET' && { origin: this.server.rt.config.baseUrl }),
          ...change.headers,
        }),
        ...(change.form && { body: new URLSearchParams(change.form) }),
      }),
    )
    for (const line of response.headers.getSetCookie()) this.#take(line)
    return response
  }

  #take(line: string): void {
    const [pair, ...attributes] = line.split('; ')
    const at = pair!.indexOf('=')
    const [name, value] = [pair!.slice(0, at), pair!.slice(at + 1)]
    if (value === '' || attributes.some((a) => /^max-age=0$/i.test(a))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Posts a form with the token that Auth.js wants beside it. */
  async submit(path: string, fields: Record<string, string>): Promise<Response> {
    const { csrfToken } = (await (await this.auth('GET', '/csrf')).json()) as { csrfToken: string }
    return this.auth('POST', path, { form: { ...fields, csrfToken } })
  }

  signIn(link: string, callbackUrl = '/'): Promise<Response> {
    return this.submit('/callback/link', { token: tokenOf(link), callbackUrl })
  }

  /** A request of the API with the session cookie, as a page of this instance makes it. */
  api(method: string, path: string, change: Change = {}): Promise<Response> {
    return fetch(`${this.server.base}/api/v1${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        ...(method !== 'GET' && { origin: this.server.base }),
        ...(change.json !== undefined && { 'Content-Type': 'application/json' }),
        ...change.headers,
      },
      ...(change.json !== undefined && { body: JSON.stringify(change.json) }),
    })
  }
}

export const tokenOf = (link: string): string => link.split('#token=')[1]!

/** An empty header is one that is not sent. */
const present = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([, v]) => v !== ''))
