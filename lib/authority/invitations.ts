import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { Role } from '@/lib/protocol/admin'
import { makeId } from '@/lib/protocol/make-id'
import type { CreatedInvitation, Invitation, InvitationInput } from '@/lib/protocol/people'
import { ProblemError } from '@/lib/protocol/problem'
import { hashSecret } from './authenticate'
import { actorOf, requireAdmin } from './may'
import { lockTenant } from './members'
import type { Caller } from './principal'

/** Long enough for a person who is away, short enough that a forgotten link in a chat is nothing. */
const DAYS = 7

export type InvitationRow = {
  id: string
  tenantId: string
  email: string
  roles: Role[]
  invitedBy: string
  invitedByName: string | null
  createdAt: Date
  expiresAt: Date
  accountId: string | null
  outcome: 'accepted' | 'declined' | 'withdrawn' | null
  open: boolean
  expired: boolean
}

/** The columns of `InvitationRow`, of `invitations i`. */
export const invitationColumns = (sql: postgres.ISql) => sql`
  i.id, i.tenant_id as "tenantId", i.email, i.roles, i.invited_by as "invitedBy",
  (select p.name from principals p where p.id = i.invited_by) as "invitedByName", i.created_at as "createdAt",
  i.expires_at as "expiresAt", i.account_id as "accountId", i.outcome, invitation_is_open(i) as open,
  i.expires_at <= clock_timestamp() as expired`

/**
 * Asks the person of an address into the tenant. The answer is the same whether or not an account has the address, and
 * nothing changes for that account until its person accepts. A second invitation of an address replaces the first.
 */
export async function invite(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  input: z.infer<typeof InvitationInput>,
): Promise<CreatedInvitation> {
  requireAdmin(caller, tenantId)
  const email = input.email.toLowerCase()
  const roles = [...new Set(input.roles)].sort()
  const token = randomBytes(32).toString('base64url')
  const row = await rt.sql.begin(async (tx) => {
    await lockTenant(tx, tenantId)
    const [member] = await tx`
      select 1 from memberships m join principals p on p.id = m.user_id
      where m.tenant_id = ${tenantId} and p.email = ${email} limit 1`
    if (member)
      throw new ProblemError('conflict', `${email} is a member of ${tenantId} already. Change the roles instead.`)
    await tx`
      update invitations set ended_at = clock_timestamp(), outcome = 'withdrawn', ended_by = ${caller.principalId}
      where tenant_id = ${tenantId} and email = ${email} and ended_at is null`
    const id = makeId('inv')
    await tx`
      insert into invitations (id, tenant_id, email, roles, hash, invited_by, expires_at)
      values (${id}, ${tenantId}, ${email}, ${roles}, ${hashSecret(token)}, ${caller.principalId},
        clock_timestamp() + ${DAYS} * interval '1 day')`
    await record(tx, {
      tenantId,
      kind: 'invited',
      ...actorOf(caller),
      detail: { invitation_id: id, roles },
    })
    return (await tx<InvitationRow[]>`select ${invitationColumns(tx)} from invitations i where i.id = ${id}`)[0]!
  })
  // In the fragment, which browsers send to nobody, so that it reaches no log.
  return { ...wireInvitation(row), invitation_link: `${rt.config.baseUrl}/invitation#token=${token}` }
}

/** The invitations of a tenant, newest first, also those that ended. Never their links. */
export async function listInvitations(
  rt: Deps,
  caller: Caller,
  query: { tenant: string; after?: string; limit?: number },
): Promise<{ items: Invitation[]; next: string | null }> {
  requireAdmin(caller, query.tenant)
  const limit = query.limit ?? 50
  const rows = await rt.sql<InvitationRow[]>`
    select ${invitationColumns(rt.sql)} from invitations i
    where i.tenant_id = ${query.tenant} and (${query.after ?? null}::text is null or (i.created_at, i.id) <
      (select x.created_at, x.id from invitations x where x.id = ${query.after ?? null} and x.tenant_id = ${query.tenant}))
    order by i.created_at desc, i.id desc limit ${limit + 1}`
  const items = rows.slice(0, limit).map(wireInvitation)
  return { items, next: rows.length > limit ? items.at(-1)!.invitation_id : null }
}

/** Takes an invitation back. From then on its link opens nothing. One that has ended stays as it ended. */
export async function withdrawInvitation(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  invitationId: string,
): Promise<Invitation> {
  requireAdmin(caller, tenantId)
  return rt.sql.begin(async (tx) => {
    const ended = await tx`
      update invitations set ended_at = clock_timestamp(), outcome = 'withdrawn', ended_by = ${caller.principalId}
      where id = ${invitationId} and tenant_id = ${tenantId} and ended_at is null`
    if (ended.count === 1)
      await record(tx, {
        tenantId,
        kind: 'invitation_ended',
        ...actorOf(caller),
        detail: { invitation_id: invitationId, outcome: 'withdrawn' },
      })
    const [row] = await tx<InvitationRow[]>`
      select ${invitationColumns(tx)} from invitations i where i.id = ${invitationId} and i.tenant_id = ${tenantId}`
    if (!row) throw new ProblemError('not_found', 'No invitation by this id exists in this tenant.')
    return wireInvitation(row)
  })
}

export const wireInvitation = (i: InvitationRow): Invitation => ({
  invitation_id: i.id,
  tenant_id: i.tenantId,
  email: i.email,
  roles: i.roles,
  invited_by: {
    principal_id: i.invitedBy,
    name: i.invitedByName ?? (i.invitedBy === 'operator' ? 'Instance operator' : i.invitedBy),
  },
  created_at: i.createdAt.toISOString(),
  expires_at: i.expiresAt.toISOString(),
  state: i.outcome ?? (i.open ? 'open' : i.expired ? 'expired' : 'void'),
})
