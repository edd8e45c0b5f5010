import { decode } from '@auth/core/jwt'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import type { Caller } from './principal'
import { takeAway } from './scope'

/** The `__Secure-` prefix makes browsers refuse the cookie over plain HTTP (RFC 6265bis §4.1.3.1). */
export const sessionCookie = (rt: Pick<Deps, 'config'>): string =>
  rt.config.baseUrl.startsWith('https:') ? '__Secure-holdfast-session' : 'holdfast-session'

/** Sessions end after this many seconds whatever happens; sooner when the person signs out. */
export const SESSION_SECONDS = 12 * 3600

export const sessionSecret = async (rt: Pick<Deps, 'keystore'>): Promise<string> =>
  (await rt.keystore.secret('session')).toString('base64url')

type Person = Caller & { kind: 'user' }

/**
 * The person behind the session cookie of a request, or null. The cookie only names a session; whether it lives, and what
 * its person may do, is read from the database each time.
 */
export async function sessionCaller(
  rt: Deps,
  cookieHeader: string | null,
  request: { requestId: string; purpose: string | null },
): Promise<Person | null> {
  const id = await namedSession(rt, cookieHeader)
  return id === null ? null : findSession(rt, id, request)
}

/** The session that the cookie names, alive or not; null where there is none of ours. */
export async function namedSession(rt: Deps, cookieHeader: string | null): Promise<string | null> {
  const name = sessionCookie(rt)
  const token = cookieHeader && readCookie(cookieHeader, name)
  if (!token) return null
  const claims = await decode({ token, secret: await sessionSecret(rt), salt: name }).catch(() => null)
  return typeof claims?.sid === 'string' ? claims.sid : null
}

/** RFC 6265 §5.4. A value too long for one cookie comes in numbered pieces: `name.0`, `name.1`, … */
export function readCookie(header: string, name: string): string | null {
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

/** Begins a session. `identityId`: of the provider, if the person came through it. Returns the session's id. */
export async function startSession(rt: Deps, userId: string, identityId: string | null = null): Promise<string> {
  const id = makeId('ses')
  await rt.sql.begin(async (tx) => {
    await tx`
      insert into sessions (id, user_id, identity_id, expires_at)
      values (${id}, ${userId}, ${identityId}, clock_timestamp() + ${SESSION_SECONDS} * interval '1 second')`
    await record(tx, { tenantId: null, kind: 'signed_in', actor: userId, credential: id })
  })
  return id
}

export async function endSession(rt: Deps, sessionId: string): Promise<void> {
  await rt.sql.begin(async (tx) => {
    const [s] = await tx<{ userId: string }[]>`
      update sessions set ended_at = clock_timestamp() where id = ${sessionId} and ended_at is null returning user_id as "userId"`
    if (!s) return
    await record(tx, { tenantId: null, kind: 'signed_out', actor: s.userId, credential: sessionId })
    await takeAway(tx, null, 'signed_out')
  })
}

/** The person behind a live session, with the memberships they have now. */
async function findSession(
  rt: Deps,
  sessionId: string,
  request: { requestId: string; purpose: string | null },
): Promise<Person | null> {
  type Row = Pick<Person, 'name' | 'operator' | 'tenants' | 'left'> & { userId: string }
  const [s] = await rt.sql<Row[]>`
    select p.id as "userId", p.name, p.operator, coalesce((
      select jsonb_agg(jsonb_build_object('tenantId', m.tenant_id, 'roles', m.roles) order by m.tenant_id)
      from (select m.tenant_id, jsonb_agg(m.role order by m.role) as roles from memberships m
            join tenants t on t.id = m.tenant_id and t.removed_at is null
            where m.user_id = p.id group by m.tenant_id) m), '[]') as tenants,
      coalesce((select jsonb_agg(jsonb_build_object('tenantId', e.tenant_id,
          'endedAt', to_char(e.ended_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by e.tenant_id)
        from ended_memberships e where e.user_id = p.id), '[]') as left
    from sessions s join principals p on p.id = s.user_id and p.disabled_at is null
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > clock_timestamp()`
  if (!s) return null
  const { userId, ...person } = s
  return { kind: 'user', principalId: userId, sessionId, ...person, ...request }
}
