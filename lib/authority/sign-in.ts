import { Auth, type AuthConfig } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import type { Deps } from '@/lib/deps'
import { isProblem } from '@/lib/protocol/problem'
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
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  const rebuilt = new Request(`${rt.config.baseUrl}${url.pathname}${url.search}`, {
    method: request.method,
    headers: request.headers,
    ...(body && { body }),
  })
  const response = await Auth(rebuilt, await options(rt))
  response.headers.set('Cache-Control', 'no-store')
  return response
}

async function options(rt: Deps): Promise<AuthConfig> {
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
            if (isProblem(error)) return null
            throw error
          }
        },
      }),
    ],
    callbacks: {
      jwt: async ({ token, user }) => (user?.id ? { sub: user.id, sid: await startSession(rt, user.id) } : token),
      session: ({ session }) => session,
      redirect: ({ url }) => (url.startsWith('/') || url.startsWith(`${rt.config.baseUrl}/`) ? url : rt.config.baseUrl),
    },
    events: {
      signOut: async (message) => {
        const sid = 'token' in message ? message.token?.sid : undefined
        if (typeof sid === 'string') await endSession(rt, sid)
      },
    },
    logger: {
      error: (error) => rt.log('sign_in.refused', { kind: error.name }),
      warn: () => {},
      debug: () => {},
    },
  }
}

const person = (user: { user_id: string; name: string } | null) => user && { id: user.user_id, name: user.name }
