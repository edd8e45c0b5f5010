import { Auth } from '@auth/core'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { isProblem, ProblemError, toProblem } from '@/lib/protocol/problem'
import { transportHeaders } from '@/lib/transport-headers'
import { type Intent, intentCookie } from './intent'
import { refuseOtherSites } from './same-site'
import { sessionCaller } from './session'
import { signInOptions } from './sign-in-options'

/** What pages use of Auth.js. Its own pages, its session endpoint and its list of providers are not served. */
const SERVED = [
  'GET /csrf',
  'GET /callback/oidc',
  'POST /signin/oidc',
  'POST /callback/link',
  'POST /callback/password',
  'POST /callback/invitation',
  'POST /signout',
]

/**
 * Auth.js, for signing in and out alone: a one-time link, a local password, an invitation or an identity of the provider
 * becomes a session row, and the cookie names that row. Everything a session may do is decided elsewhere, from the database.
 */
export async function handleSignIn(rt: Deps, request: Request): Promise<Response> {
  const answer = await answerTo(rt, request).catch((error: unknown) => {
    if (isProblem(error)) return problemResponse(rt, error)
    throw error
  })
  // A copy: the headers of a redirect that the platform made cannot be changed.
  const headers = new Headers(answer.headers)
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  for (const [name, value] of Object.entries(transportHeaders(rt.config.baseUrl))) headers.set(name, value)
  return new Response(answer.body, { status: answer.status, headers })
}

async function answerTo(rt: Deps, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const action = url.pathname.slice('/api/auth'.length)
  if (!SERVED.includes(`${request.method} ${action}`) || (action.endsWith('/oidc') && !rt.config.oidc))
    throw new ProblemError('not_found', 'Nothing is served here.')
  // Also without a session: signing somebody in as another is an attack too (OWASP, login CSRF). The way back from the
  // provider comes from another site by design; `state` holds it to this browser.
  if (request.method !== 'GET') refuseOtherSites(rt.config.baseUrl, request)
  const body = request.method === 'GET' ? null : await boundedBody(request)
  // Behind a proxy, and in Next's handlers, the request's own URL can name the bind address: rebuild it on the public one.
  const rebuilt = new Request(`${rt.config.baseUrl}${url.pathname}${url.search}`, {
    method: request.method,
    headers: request.headers,
    ...(body && { body }),
  })
  const { options, notTried } = await signInOptions(rt, request)
  const intent = action === '/signin/oidc' ? await intentOf(rt, request, body!) : undefined
  const answer = await Auth(rebuilt, options)
  const problem = notTried()
  if (problem) throw problem
  if (intent === undefined) return answer
  const headers = new Headers(answer.headers)
  headers.append('Set-Cookie', await intentCookie(rt, intent))
  return new Response(answer.body, { status: answer.status, headers })
}

/** What a form that goes to the provider is for, besides signing in. */
async function intentOf(rt: Deps, request: Request, body: Uint8Array): Promise<Intent | null> {
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'))
  const invitation = form.get('invitation')
  if (invitation) return { invitation }
  if (form.get('connect') !== '1') return null
  const caller = await sessionCaller(rt, request.headers.get('cookie'), { requestId: makeId('req'), purpose: null })
  if (!caller) throw new ProblemError('unauthenticated', 'Sign in before connecting an identity to your account.')
  return { connect: caller.sessionId }
}

/** A form of a token, or of an address and a password, is far below this. Anybody may send one, so it is bounded. */
const MAX_FORM = 16_384

async function boundedBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > MAX_FORM) throw new ProblemError('payload_too_large', `The form has more than ${MAX_FORM} bytes.`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function problemResponse(rt: Deps, problem: ProblemError): Response {
  const document = toProblem(problem, makeId('req'), rt.config.baseUrl)
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: { ...problem.extra.headers, 'Content-Type': 'application/problem+json' },
  })
}
