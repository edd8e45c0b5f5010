import type postgres from 'postgres'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import type { AcceptInput, InvitationNamed, NewAccount, ShownInvitation } from '@/lib/protocol/people'
import { ProblemError } from '@/lib/protocol/problem'
import { hashSecret } from './authenticate'
import { handOver } from './hand-over'
import { type InvitationRow, invitationColumns, wireInvitation } from './invitations'
import { actorOf } from './may'
import { lockTenant } from './members'
import type { Caller } from './principal'
import { hashPassword } from './users'

type Person = Caller & { kind: 'user' }
type Account = { email: string; password: boolean }

/** One answer for a link that was cut, used, replaced, withdrawn, has expired, or was made by somebody who left. */
const noInvitation = () =>
  new ProblemError(
    'not_found',
    'This invitation is not open: it was used or withdrawn, a newer one replaced it, it has expired, or its link was cut when it was copied. Ask for a new one.',
  )

function person(caller: Caller): Person {
  if (caller.kind === 'user') return caller
  throw new ProblemError('forbidden', 'This takes a person who is signed in: a key cannot accept for them.')
}

/** The open invitations of the caller's address, where the provider has verified that it is theirs. */
export async function myInvitations(rt: Deps, caller: Caller): Promise<ShownInvitation[]> {
  const me = person(caller)
  const account = await accountOf(rt.sql, me.principalId)
  const rows = await rt.sql<InvitationRow[]>`
    select ${invitationColumns(rt.sql)} from invitations i
    where i.email = ${account.email} and i.ended_at is null and invitation_is_open(i)
      and ${verified(rt.sql, me.principalId, account.email)} order by i.created_at desc, i.id desc limit 50`
  return rows.map((row) => shown(row, me, account))
}

/** What the link asks, for the person it is for. Another account is told whose it is: it holds the token. */
export async function findInvitation(rt: Deps, caller: Caller, named: InvitationNamed): Promise<ShownInvitation> {
  const me = person(caller)
  const account = await accountOf(rt.sql, me.principalId)
  return shown(await open(rt.sql, me, account, named), me, account)
}

/**
 * Makes the caller a member, as they wish it themselves. The account must have the invited address. Unless this invitation
 * made it, its other ways to sign in end (hand-over.ts); this session, and the identity it began with, stay.
 */
export async function acceptInvitation(
  rt: Deps,
  caller: Caller,
  input: z.infer<typeof AcceptInput>,
): Promise<ShownInvitation> {
  const me = person(caller)
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password)
  return rt.sql.begin(async (tx) => {
    const account = await accountOf(tx, me.principalId)
    const found = await open(tx, me, account, input.invitation)
    await lockTenant(tx, found.tenantId)
    // Again, now that nobody else can end it.
    const invitation = await open(tx, me, account, input.invitation)
    const { tenantId } = invitation
    for (const role of invitation.roles)
      await tx`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${me.principalId}, ${role}) on conflict do nothing`
    await tx`delete from ended_memberships where tenant_id = ${tenantId} and user_id = ${me.principalId}`
    await end(tx, me, invitation, 'accepted')
    await record(tx, {
      tenantId,
      kind: 'member_added',
      ...actorOf(caller),
      detail: { user_id: me.principalId, roles: invitation.roles, invitation_id: invitation.id },
    })
    const answer = { ...shown(invitation, me, account), state: 'accepted' as const }
    if (invitation.accountId !== me.principalId)
      await handOver(tx, me.principalId, tenantId, { passwordHash, session: me.sessionId })
    return answer
  })
}

export async function declineInvitation(rt: Deps, caller: Caller, named: InvitationNamed): Promise<ShownInvitation> {
  const me = person(caller)
  return rt.sql.begin(async (tx) => {
    const account = await accountOf(tx, me.principalId)
    const invitation = await open(tx, me, account, named)
    await end(tx, me, invitation, 'declined')
    return { ...shown(invitation, me, account), state: 'declined' as const }
  })
}

/**
 * Makes a local account with the invited address. Null: the invitation is not open, or an account has the address already,
 * whose person signs in and accepts; a link never opens an account that exists. It gives no membership by itself.
 */
export async function makeInvitedAccount(
  rt: Deps,
  input: z.infer<typeof NewAccount>,
): Promise<{ user_id: string; name: string } | null> {
  const hash = hashSecret(input.token)
  // Asked first: hashing is dear, and anybody may send a token.
  const [worth] = await rt.sql`select 1 from invitations i where i.hash = ${hash} and invitation_is_open(i)`
  if (!worth) return null
  const passwordHash = await hashPassword(input.password)
  return rt.sql.begin(async (tx) => {
    const [invitation] = await tx<{ id: string; email: string; tenantId: string }[]>`
      select i.id, i.email, i.tenant_id as "tenantId" from invitations i
      where i.hash = ${hash} and invitation_is_open(i) for update`
    if (!invitation) return null
    const userId = makeId('usr')
    const made = await tx`
      insert into principals (id, kind, name, email, password_hash)
      values (${userId}, 'user', ${input.name}, ${invitation.email}, ${passwordHash})
      on conflict (email) where kind = 'user' do nothing`
    if (made.count === 0) return null
    await tx`update invitations set account_id = ${userId} where id = ${invitation.id}`
    await record(tx, {
      tenantId: invitation.tenantId,
      kind: 'account_made',
      actor: userId,
      detail: { user_id: userId, invitation_id: invitation.id },
    })
    return { user_id: userId, name: input.name }
  })
}

async function accountOf(sql: postgres.ISql, userId: string): Promise<Account> {
  const [account] = await sql<Account[]>`
    select email, password_hash is not null as password from principals where id = ${userId}`
  return account!
}

/** Whether a provider has verified that the address is this person's. */
const verified = (sql: postgres.ISql, userId: string, email: string) => sql`
  exists (select from identities d where d.user_id = ${userId} and d.email_verified and d.email = ${email})`

async function open(sql: postgres.ISql, me: Person, account: Account, named: InvitationNamed): Promise<InvitationRow> {
  const [row] =
    'token' in named
      ? await sql<InvitationRow[]>`
          select ${invitationColumns(sql)} from invitations i
          where i.hash = ${hashSecret(named.token)} and invitation_is_open(i)`
      : await sql<InvitationRow[]>`
          select ${invitationColumns(sql)} from invitations i
          where i.id = ${named.invitation_id} and i.email = ${account.email} and invitation_is_open(i)
            and ${verified(sql, me.principalId, account.email)}`
  if (!row) throw noInvitation()
  if (row.email !== account.email)
    throw new ProblemError(
      'forbidden',
      `This invitation is for ${row.email}; you are signed in as ${account.email}. Sign out, and sign in as the one it is for, or ask for an invitation of your address.`,
    )
  return row
}

async function end(
  tx: postgres.TransactionSql,
  me: Person,
  invitation: InvitationRow,
  outcome: 'accepted' | 'declined',
): Promise<void> {
  const ended = await tx`
    update invitations set ended_at = clock_timestamp(), outcome = ${outcome}, ended_by = ${me.principalId}
    where id = ${invitation.id} and ended_at is null`
  if (ended.count === 0) throw noInvitation()
  await record(tx, {
    tenantId: invitation.tenantId,
    kind: 'invitation_ended',
    ...actorOf(me),
    detail: { invitation_id: invitation.id, outcome },
  })
}

const shown = (row: InvitationRow, me: Person, account: Account): ShownInvitation => ({
  ...wireInvitation(row),
  ends_password: account.password && row.accountId !== me.principalId,
})
