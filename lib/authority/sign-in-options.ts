import { type AuthConfig, customFetch } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import type { Account, Profile } from '@auth/core/types'
import { z } from 'zod'
import type { Oidc } from '@/lib/config'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { NewAccount } from '@/lib/protocol/people'
import { isProblem, type ProblemError } from '@/lib/protocol/problem'
import { makeInvitedAccount } from './accept-invitation'
import { attempt } from './attempts'
import { type Claims, type Known, resolveIdentity } from './identities'
import { readIntent } from './intent'
import { providerFetch, verifyIdToken } from './provider'
import {
  endSession,
  namedSession,
  SESSION_SECONDS,
  sessionCaller,
  sessionCookie,
  sessionSecret,
  startSession,
} from './session'
import { checkPassword, consumeSignInLink } from './users'

type Found = { user_id: string; name: string } | null

/** Auth.js's options for one request. `notTried` has the problem of an attempt that was not made: a limit was reached. */
export async function signInOptions(
  rt: Deps,
  request: Request,
): Promise<{ options: AuthConfig; notTried: () => ProblemError | null }> {
  const secure = rt.config.baseUrl.startsWith('https:')
  const secret = await sessionSecret(rt)
  let refused: ProblemError | null = null
  let known: Known | null = null

  /** A dear check, under its limits. Auth.js knows one refusal, which would say of an attempt not made that it was wrong. */
  const limited = async (name: string, check: () => Promise<Found>) => {
    try {
      return person(await attempt(name, rt.now().getTime(), check))
    } catch (error) {
      if (!isProblem(error)) throw error
      refused = error
      return null
    }
  }

  const options: AuthConfig = {
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
          return limited(email, () => checkPassword(rt, email, password))
        },
      }),
      Credentials({
        id: 'invitation',
        credentials: { token: {}, name: {}, password: {} },
        authorize: async (form) => {
          const input = NewAccount.safeParse(form)
          return input.success ? limited(input.data.token, () => makeInvitedAccount(rt, input.data)) : null
        },
      }),
      ...(rt.config.oidc ? [oidcProvider(rt.config.oidc)] : []),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.type !== 'oidc' || !rt.config.oidc) return true
        const caller = await sessionCaller(rt, request.headers.get('cookie'), {
          requestId: makeId('req'),
          purpose: null,
        })
        const session = caller && { id: caller.sessionId, userId: caller.principalId }
        const claims = await claimsOf(rt.config.oidc, account, profile ?? {})
        const answer = await resolveIdentity(rt, claims, await readIntent(rt, request), session)
        if (typeof answer === 'string') {
          rt.log('sign_in.refused', { kind: answer })
          return `/sign-in/refused?reason=${answer}`
        }
        known = answer
        return true
      },
      jwt: async ({ token, user }) => {
        if (!user?.id) return token
        const { userId, identityId } = known ?? { userId: user.id, identityId: null }
        // A new session each time, and the browser's earlier one ends (OWASP session management, "renew the session id").
        const sid = await startSession(rt, userId, identityId)
        const before = await namedSession(rt, request.headers.get('cookie'))
        if (before) await endSession(rt, before)
        return { sub: userId, sid }
      },
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
      error: (error) => rt.log('sign_in.refused', { kind: kindOf(error) }),
      warn: () => {},
      debug: () => {},
    },
  }
  return { options, notTried: () => refused }
}

const oidcProvider = (oidc: Oidc): AuthConfig['providers'][number] => ({
  id: 'oidc',
  name: oidc.name,
  type: 'oidc',
  // Core §5.4: with a code, the address is asked from the userinfo endpoint.
  idToken: false,
  profile: ({ sub }) => ({ id: sub }),
  options: {
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    // Each guards against something of its own: a stolen code (RFC 7636), a foreign answer (RFC 6749 §10.12), a replayed
    // token (Core §15.5.2).
    checks: ['pkce', 'state', 'nonce'],
    [customFetch]: providerFetch(oidc),
  },
})

const Email = z.email().max(254)
const Subject = z.string().min(1).max(255)

/** Who it is comes from the signed ID token alone; what they are called may come from either answer. */
async function claimsOf(oidc: Oidc, account: Account, profile: Profile): Promise<Claims> {
  const signed = await verifyIdToken(oidc, account.id_token ?? '')
  const said: Record<string, unknown> = { ...signed, ...profile }
  const email = Email.safeParse(said.email)
  return {
    issuer: oidc.issuer,
    subject: Subject.parse(signed.sub),
    email: email.success ? email.data.toLowerCase() : null,
    // Some providers write the boolean as text.
    emailVerified: email.success && (said.email_verified === true || said.email_verified === 'true'),
    name: [said.name, said.preferred_username].find((n): n is string => typeof n === 'string' && n !== '') ?? null,
  }
}

/** What went wrong, without the text of the error, which may hold what the provider sent. */
function kindOf(error: Error): string {
  const cause = (error.cause as { err?: { code?: unknown; name?: unknown } } | undefined)?.err
  const type = (error as { type?: unknown }).type ?? error.name
  return [type, cause?.code ?? cause?.name].filter((part) => typeof part === 'string').join(': ')
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

const person = (user: Found) => user && { id: user.user_id, name: user.name }
