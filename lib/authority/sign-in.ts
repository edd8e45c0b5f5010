import { Auth, type AuthConfig } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { isProblem, type ProblemError, toProblem } from '@/lib/protocol/problem'
import { attempt } from './attempts'
import { SESSION_SECONDS, sessionCookie, sessionSecret } from './session'
import { checkPassword, consumeSignInLink, endSession, startSession } from './users'

/**
 * Auth.js, for signing in and out alone: a one-time link or a local password becomes a session row, and the cookie names
 * that row. Everything a session may do is decided elsewhere, from the database.
 */
export async function handleSignIn(rt: Deps, request: Request): Promise<Response> {
  // Behind a proxy, and in Next's handlers, the request's own URL can name the bind address: rebuild it on the public one.
  const url = new URL(request.url)
  const body = request.method === 'GET' ? null : await boundedBody(request)
  if (body === 'too large') return new Response('The form is too large.\n', { status: 413 })
  const rebuilt = new Request(`${rt.config.baseUrl}${url.pathname}${url.search}`, {
    method: request.method,
    headers: request.headers,
    ...(body && { body }),
  })
  // Auth.js knows one refusal, which would say of an attempt that was not made that its password is wrong.
  let notTried: ProblemError | null = null
  const answer = await Auth(
    rebuilt,
    await options(rt, (problem) => {
      notTried = problem
    }),
  )
  const response = notTried ? problemResponse(rt, notTried) : answer
  // A copy: the headers of a redirect that the platform made cannot be changed.
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'no-referrer')
  return new Response(response.body, { status: response.status, headers })
}

/** A form of a token, or of an address and a password, is far below this. Anybody may send one, so it is bounded. */
const MAX_FORM = 16_384

async function boundedBody(request: Request): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > MAX_FORM) return 'too large'
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

async function options(rt: Deps, notTried: (problem: ProblemError) => void): Promise<AuthConfig> {
  const secure = rt.config.baseUrl.startsWith('https:')
  const secret = await sessionSecret(rt)
  return {
    basePath: '/api/auth',
    secret,
    trustHost: true,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { name: sessionCookie(rt), options: { httpOnly: true, sameSite: 'lax', path: '/', secure } },
    },
    providers: [
      Credentials({
        id: 'link',
        credentials: { token: {} },
        authorize: async ({ token }) => (typeof token === 'string' ? person(await consumeSignInLink(rt, token)) : null),
      }),
      Credentials({
        id: 'password',
        credentials: { email: {}, password: {} },
        authorize: async ({ email, password }) => {
          if (typeof email !== 'string' || typeof password !== 'string') return null
          if (email.length > 254 || password.length > 1024) return null
          try {
            return person(await attempt(email, rt.now().getTime(), () => checkPassword(rt, email, password)))
          } catch (error) {
            if (!isProblem(error)) throw error
            notTried(error)
            return null
          }
        },
      }),
    ],
    callbacks: {
      jwt: async ({ token, user }) => (user?.id ? { sub: user.id, sid: await startSession(rt, user.id) } : token),
      session: ({ session }) => session,
      redirect: ({ url }) => within(rt.config.baseUrl, url),
    },
    events: {
      signOut: async (message) => {
        const sid = 'token' in message ? message.token?.sid : undefined
        if (typeof sid === 'string') await endSession(rt, sid)
      },
    },
    logger: {
      error: (error) => rt.log('sign_in.refused', { kind: String((error as { type?: unknown }).type ?? 'unknown') }),
      warn: () => {},
      debug: () => {},
    },
  }
}

const problemResponse = (rt: Deps, problem: ProblemError): Response => {
  const document = toProblem(problem, makeId('req'), rt.config.baseUrl)
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: { ...problem.extra.headers, 'Content-Type': 'application/problem+json' },
  })
}

/** The address, if it is one of this site once a browser has resolved it; else the site's first page. */
function within(base: string, url: string): string {
  try {
    const resolved = new URL(url, base)
    return resolved.origin === base ? resolved.href : base
  } catch {
    return base
  }
}

const person = (user: { user_id: string; name: string } | null) => user && { id: user.user_id, name: user.name }
