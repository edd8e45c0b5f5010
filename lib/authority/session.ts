import { decode } from '@auth/core/jwt'
import type { Deps } from '@/lib/deps'
import type { Caller } from './principal'
import { findSession } from './users'

/** The `__Secure-` prefix makes browsers refuse the cookie over plain HTTP (RFC 6265bis §4.1.3.1). */
export const sessionCookie = (rt: Pick<Deps, 'config'>): string =>
  rt.config.baseUrl.startsWith('https:') ? '__Secure-holdfast-session' : 'holdfast-session'

/** Sessions end after this many seconds whatever happens; sooner when the person signs out. */
export const SESSION_SECONDS = 12 * 3600

export const sessionSecret = async (rt: Pick<Deps, 'keystore'>): Promise<string> =>
  (await rt.keystore.secret('session')).toString('base64url')

/**
 * The person behind the session cookie of a request, or null. The cookie only names a session; whether it lives, and what
 * its person may do, is read from the database each time.
 */
export async function sessionCaller(
  rt: Deps,
  cookieHeader: string | null,
  request: { requestId: string; purpose: string | null },
): Promise<(Caller & { kind: 'user' }) | null> {
  const name = sessionCookie(rt)
  const token = cookieHeader && readCookie(cookieHeader, name)
  if (!token) return null
  const claims = await decode({ token, secret: await sessionSecret(rt), salt: name }).catch(() => null)
  return typeof claims?.sid === 'string' ? findSession(rt, claims.sid, request) : null
}

/** RFC 6265 §5.4. A value too long for one cookie comes in numbered pieces: `name.0`, `name.1`, … */
function readCookie(header: string, name: string): string | null {
  const cookies = new Map(
    header.split(';').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
  const whole = cookies.get(name)
  if (whole !== undefined) return whole
  let pieces = ''
  for (let i = 0; cookies.has(`${name}.${i}`); i++) pieces += cookies.get(`${name}.${i}`)
  return pieces || null
}
