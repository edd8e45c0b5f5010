import type postgres from 'postgres'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { CreatedUser, Role, User } from '@/lib/protocol/admin'
import { makeId } from '@/lib/protocol/make-id'
import type { RecoverAdminInput, RemovedMember, RolesInput } from '@/lib/protocol/people'
import { ProblemError } from '@/lib/protocol/problem'
import { handOver } from './hand-over'
import { actorOf, requireAdmin, requireOperator } from './may'
import type { Caller } from './principal'
import { takeAway } from './scope'
import { createSignInLink, findUser, signInUrl } from './users'

const noMember = () => new ProblemError('not_found', 'No member of this tenant has this id.')

/** Gives a member exactly these roles. Taking one away holds for every decision from then on. */
export async function changeRoles(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  userId: string,
  input: z.infer<typeof RolesInput>,
): Promise<User> {
  requireAdmin(caller, tenantId)
  const wanted = [...new Set(input.roles)].sort()
  await rt.sql.begin(async (tx) => {
    const had = await lockMember(tx, tenantId, userId)
    const gone = had.filter((role) => !wanted.includes(role))
    const added = wanted.filter((role) => !had.includes(role))
    if (gone.length + added.length === 0) return
    if (gone.includes('admin')) await requireAnotherAdmin(tx, tenantId, userId)
    await tx`delete from memberships where tenant_id = ${tenantId} and user_id = ${userId} and role = any (${gone})`
    for (const role of added)
      await tx`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${userId}, ${role})`
    await record(tx, {
      tenantId,
      kind: 'roles_changed',
      ...actorOf(caller),
      detail: { user_id: userId, before: had, after: wanted },
    })
    if (gone.includes('admin'))
      await tx`
        update api_keys set revoked_at = clock_timestamp()
        where tenant_id = ${tenantId} and kind = 'admin' and created_by = ${userId} and revoked_at is null`
    if (gone.length > 0) await takeAway(tx, tenantId, 'roles_changed')
  })
  const { tenants, ...user } = await findUser(rt, userId)
  // Other tenants of the person are none of this admin's business.
  return { ...user, tenants: tenants.filter((t) => t.tenant_id === tenantId) }
}

/**
 * Ends a membership: with it the runs the person took part in, the keys bound to them and the admin keys they made, so that
 * nothing of it comes back with a later invitation. An admin removes anybody, and everybody can leave.
 */
export async function removeMember(rt: Deps, caller: Caller, tenantId: string, userId: string): Promise<RemovedMember> {
  const leaves = caller.kind === 'user' && caller.principalId === userId
  if (!leaves || !caller.tenants.some((t) => t.tenantId === tenantId)) requireAdmin(caller, tenantId)
  return rt.sql.begin(async (tx) => {
    const roles = await lockMember(tx, tenantId, userId)
    if (roles.includes('admin')) await requireAnotherAdmin(tx, tenantId, userId)
    await tx`delete from memberships where tenant_id = ${tenantId} and user_id = ${userId}`
    const runs = await tx`
      update run_participants set ended_at = clock_timestamp()
      where tenant_id = ${tenantId} and principal_id = ${userId} and ended_at is null`
    const keys = await tx`
      update api_keys set revoked_at = clock_timestamp()
      where tenant_id = ${tenantId} and revoked_at is null
        and (user_id = ${userId} or (kind = 'admin' and created_by = ${userId}))`
    const [end] = await tx<{ at: Date }[]>`
      insert into ended_memberships (tenant_id, user_id) values (${tenantId}, ${userId})
      on conflict (user_id, tenant_id) do update set ended_at = clock_timestamp() returning ended_at as at`
    const detail = { user_id: userId, roles, runs_left: runs.count, keys_ended: keys.count }
    await record(tx, { tenantId, kind: 'member_removed', ...actorOf(caller), detail })
    await takeAway(tx, tenantId, 'member_removed')
    return {
      tenant_id: tenantId,
      user_id: userId,
      removed_at: end!.at.toISOString(),
      runs_left: runs.count,
      keys_ended: keys.count,
    }
  })
}

/**
 * The way back into a tenant whose admin is lost: makes an account its admin, new or existing, with a one-time link. The
 * account's earlier ways to sign in end, for whoever has lost it may not be who asks. The instance operator only.
 */
export async function recoverAdmin(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  input: z.infer<typeof RecoverAdminInput>,
): Promise<CreatedUser> {
  requireOperator(caller)
  const email = input.email.toLowerCase()
  const userId = await rt.sql.begin(async (tx) => {
    await lockTenant(tx, tenantId)
    const userId = (await findByEmail(tx, email)) ?? (await makeAccount(tx, email, input.name))
    await tx`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${userId}, 'admin') on conflict do nothing`
    await tx`delete from ended_memberships where tenant_id = ${tenantId} and user_id = ${userId}`
    await record(tx, { tenantId, kind: 'admin_recovered', ...actorOf(caller), detail: { user_id: userId } })
    await handOver(tx, userId, tenantId, { passwordHash: null })
    return userId
  })
  return { ...(await findUser(rt, userId)), sign_in_link: signInUrl(rt, await createSignInLink(rt, userId)) }
}

async function findByEmail(tx: postgres.TransactionSql, email: string): Promise<string | null> {
  const [user] = await tx<{ id: string }[]>`
    select id from principals where kind = 'user' and email = ${email} and disabled_at is null`
  return user?.id ?? null
}

async function makeAccount(tx: postgres.TransactionSql, email: string, name: string | undefined): Promise<string> {
  if (name === undefined)
    throw new ProblemError('invalid_request', 'name: no account has this address; give a name to make one.', {
      errors: [{ pointer: '/name', detail: 'give a name to make the account' }],
    })
  const id = makeId('usr')
  await tx`insert into principals (id, kind, name, email) values (${id}, 'user', ${name}, ${email})`
  return id
}

/** Changes of a tenant's members are made one after the other: two admins who remove each other leave one. */
export async function lockTenant(tx: postgres.TransactionSql, tenantId: string): Promise<void> {
  const [tenant] = await tx`select 1 from tenants where id = ${tenantId} and removed_at is null for no key update`
  if (!tenant) throw new ProblemError('not_found', 'No tenant by this name exists for this caller.')
}

async function lockMember(tx: postgres.TransactionSql, tenantId: string, userId: string): Promise<Role[]> {
  await lockTenant(tx, tenantId)
  const rows = await tx<{ role: Role }[]>`
    select role from memberships where tenant_id = ${tenantId} and user_id = ${userId} order by role`
  if (rows.length === 0) throw noMember()
  return rows.map((r) => r.role)
}

async function requireAnotherAdmin(tx: postgres.TransactionSql, tenantId: string, userId: string): Promise<void> {
  const [other] = await tx`
    select 1 from memberships m join principals p on p.id = m.user_id and p.disabled_at is null
    where m.tenant_id = ${tenantId} and m.role = 'admin' and m.user_id <> ${userId} limit 1`
  if (!other)
    throw new ProblemError(
      'last_admin',
      `This is the only admin of ${tenantId}. Give another member the role admin first. Where the admin is lost, the instance operator makes a new one: holdfast users recover --tenant ${tenantId} --email …`,
    )
}
