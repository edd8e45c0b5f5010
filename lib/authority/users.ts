import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { CreatedUser, Me, Role, SignInLink, User, UserInput } from '@/lib/protocol/admin'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { hashSecret } from './authenticate'
import { handOver } from './hand-over'
import { actorOf, isOperator, requireAdmin, requireOperator } from './may'
import type { Caller } from './principal'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
/** OWASP's scrypt parameters: N = 2^17, r = 8, p = 1; about 128 MiB and 0.3 s a guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password.normalize('NFKC'), salt, 32, COST)
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Who an e-mail address and a password name, or null. Takes as long for an unknown address as for a wrong password. */
export async function checkPassword(
  rt: Deps,
  email: string,
  password: string,
): Promise<{ user_id: string; name: string } | null> {
  const [user] = await rt.sql<{ id: string; name: string; passwordHash: string | null }[]>`
    select id, name, password_hash as "passwordHash" from principals
    where kind = 'user' and email = ${email.toLowerCase()} and disabled_at is null`
  const [, salt, hash] = (user?.passwordHash ?? `scrypt$${'A'.repeat(22)}$${'A'.repeat(43)}`).split('$')
  const computed = await derive(password.normalize('NFKC'), Buffer.from(salt!, 'base64url'), 32, COST)
  const same = timingSafeEqual(computed, Buffer.from(hash!, 'base64url'))
  return user?.passwordHash && same ? { user_id: user.id, name: user.name } : null
}

/**
 * Creates a local account, or adds roles to an existing one in another tenant. The answer has a one-time sign-in link.
 * An existing account is added by the operator alone, or by an invitation that its person accepts; new to the tenant, its
 * earlier ways to sign in end (hand-over.ts).
 */
export async function createUser(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  input: z.infer<typeof UserInput>,
): Promise<CreatedUser> {
  requireAdmin(caller, tenantId)
  const email = input.email.toLowerCase()
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password)
  const userId = await rt.sql.begin(async (tx) => {
    const [tenant] = await tx`select 1 from tenants where id = ${tenantId} and removed_at is null`
    if (!tenant) throw new ProblemError('not_found', 'No tenant by this name exists for this caller.')
    const [made] = await tx<{ id: string }[]>`
      insert into principals (id, kind, name, email, password_hash)
      values (${makeId('usr')}, 'user', ${input.name}, ${email}, ${passwordHash})
      on conflict (email) where kind = 'user' do nothing returning id`
    if (!made && !isOperator(caller))
      throw new ProblemError(
        'conflict',
        'An account with this address exists already. Invite the address instead: its person accepts, and keeps their account.',
      )
    const userId =
      made?.id ??
      (await tx<{ id: string }[]>`select id from principals where kind = 'user' and email = ${email}`)[0]!.id
    const [member] = await tx`select 1 from memberships where user_id = ${userId} and tenant_id = ${tenantId}`
    for (const role of input.roles)
      await tx`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${userId}, ${role}) on conflict do nothing`
    await tx`delete from ended_memberships where tenant_id = ${tenantId} and user_id = ${userId}`
    await record(tx, {
      tenantId,
      kind: 'user_created',
      ...actorOf(caller),
      detail: { user_id: userId, roles: input.roles },
    })
    if (!made && !member) await handOver(tx, userId, tenantId, { passwordHash })
    return userId
  })
  const token = await createSignInLink(rt, userId)
  return { ...(await findUser(rt, userId)), sign_in_link: signInUrl(rt, token) }
}

/** The token goes into the fragment, which browsers send to nobody, so that it reaches no log. */
export const signInUrl = (rt: Pick<Deps, 'config'>, token: string): string =>
  `${rt.config.baseUrl}/sign-in#token=${token}`

/** A token that signs the user in once, within the hour. Only its hash is kept. */
export async function createSignInLink(rt: Deps, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await rt.sql`
    insert into sign_in_links (hash, user_id, expires_at)
    values (${hashSecret(token)}, ${userId}, clock_timestamp() + interval '1 hour')`
  return token
}

/** A new link for an account that exists: the way back in for whoever lost theirs. The instance operator only. */
export async function reissueSignInLink(rt: Deps, caller: Caller, input: { email: string }): Promise<SignInLink> {
  requireOperator(caller)
  const [user] = await rt.sql<{ id: string }[]>`
    select id from principals where kind = 'user' and email = ${input.email.toLowerCase()} and disabled_at is null`
  if (!user) throw new ProblemError('not_found', 'No account has this address.')
  await record(rt.sql, {
    tenantId: null,
    kind: 'sign_in_link_created',
    ...actorOf(caller),
    detail: { user_id: user.id },
  })
  return { sign_in_link: signInUrl(rt, await createSignInLink(rt, user.id)) }
}

/** Spends a token: of two uses at once, one succeeds. */
export async function consumeSignInLink(rt: Deps, token: string): Promise<{ user_id: string; name: string } | null> {
  const [user] = await rt.sql<{ user_id: string; name: string }[]>`
    update sign_in_links l set used_at = clock_timestamp() from principals p
    where l.hash = ${hashSecret(token)} and l.used_at is null and l.expires_at > clock_timestamp()
      and p.id = l.user_id and p.disabled_at is null
    returning p.id as user_id, p.name`
  return user ?? null
}

/** The people of a tenant, in order of their ids, with their roles in it and in no other. */
export async function listUsers(
  rt: Deps,
  caller: Caller,
  query: { tenant: string; after?: string; limit?: number },
): Promise<{ items: User[]; next: string | null }> {
  requireAdmin(caller, query.tenant)
  const limit = query.limit ?? 50
  const rows = await rt.sql<{ id: string; email: string; name: string; roles: Role[]; onlyAdmin: boolean }[]>`
    select p.id, p.email, p.name, jsonb_agg(m.role order by m.role) as roles,
      bool_or(m.role = 'admin') and not exists (
        select from memberships o join principals q on q.id = o.user_id and q.disabled_at is null
        where o.tenant_id = ${query.tenant} and o.role = 'admin' and o.user_id <> p.id) as "onlyAdmin"
    from memberships m join principals p on p.id = m.user_id
    where m.tenant_id = ${query.tenant} and p.id > ${query.after ?? ''}
    group by p.id order by p.id limit ${limit + 1}`
  const items = rows.slice(0, limit).map((u) => ({
    user_id: u.id,
    email: u.email,
    name: u.name,
    tenants: [{ tenant_id: query.tenant, roles: u.roles }],
    only_admin: u.onlyAdmin,
  }))
  return { items, next: rows.length > limit ? items.at(-1)!.user_id : null }
}

/** Who the caller is, with the tenants they belong to. */
export async function me(rt: Deps, caller: Caller): Promise<Me> {
  const roles = new Map<string, Role[]>(
    caller.kind === 'user'
      ? caller.tenants.map((t) => [t.tenantId, t.roles])
      : caller.kind === 'agent'
        ? [[caller.tenantId, []]]
        : [],
  )
  const rows = await rt.sql<{ id: string; purposes: string[] }[]>`
    select id, purposes from tenants where id = any (${[...roles.keys()]}::text[]) and removed_at is null order by id`
  return {
    principal_id: caller.principalId,
    kind: caller.kind,
    name: caller.name,
    key_kind: caller.kind === 'agent' ? caller.keyKind : null,
    operator: isOperator(caller),
    tenants: rows.map((t) => ({ tenant_id: t.id, roles: roles.get(t.id)!, purposes: t.purposes })),
    left: caller.kind === 'user' ? caller.left.map((l) => ({ tenant_id: l.tenantId, ended_at: l.endedAt })) : [],
  }
}

export async function findUser(rt: Deps, userId: string): Promise<User> {
  const [u] = await rt.sql<{ email: string; name: string; tenants: User['tenants'] }[]>`
    select p.email, p.name, coalesce((
      select jsonb_agg(jsonb_build_object('tenant_id', m.tenant_id, 'roles', m.roles) order by m.tenant_id)
      from (select tenant_id, jsonb_agg(role order by role) as roles from memberships where user_id = p.id group by tenant_id) m), '[]') as tenants
    from principals p where p.id = ${userId}`
  return { user_id: userId, email: u!.email, name: u!.name, tenants: u!.tenants }
}
