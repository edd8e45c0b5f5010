import { decode, encode } from '@auth/core/jwt'
import type { Deps } from '@/lib/deps'
import { readCookie, sessionSecret } from './session'

/**
 * Why a browser goes to the provider, besides signing in: to make an account out of an invitation, or to connect an identity
 * to the account of a session. It is kept in a cookie of that browser, sealed, beside Auth.js's own `state`, because the
 * provider's answer must not be able to say it.
 */
export type Intent = { invitation: string } | { connect: string }

const SECONDS = 15 * 60
const SALT = 'holdfast-intent'

const nameOf = (rt: Pick<Deps, 'config'>): string => (rt.config.baseUrl.startsWith('https:') ? `__Host-${SALT}` : SALT)

const cookie = (rt: Pick<Deps, 'config'>, value: string, seconds: number): string =>
  `${nameOf(rt)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${rt.config.baseUrl.startsWith('https:') ? '; Secure' : ''}`

/** A `Set-Cookie` that keeps the intent, or that clears it: every start of a sign-in says what it is for. */
export async function intentCookie(rt: Deps, intent: Intent | null): Promise<string> {
  if (!intent) return cookie(rt, '', 0)
  const token = { ...intent }
  return cookie(rt, await encode({ token, secret: await sessionSecret(rt), salt: SALT, maxAge: SECONDS }), SECONDS)
}

export async function readIntent(rt: Deps, request: Request): Promise<Intent | null> {
  const token = readCookie(request.headers.get('cookie') ?? '', nameOf(rt))
  if (!token) return null
  const claims = await decode({ token, secret: await sessionSecret(rt), salt: SALT }).catch(() => null)
  if (typeof claims?.invitation === 'string') return { invitation: claims.invitation }
  return typeof claims?.connect === 'string' ? { connect: claims.connect } : null
}
