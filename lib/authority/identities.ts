import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { hashSecret } from './authenticate'
import { handOver } from './hand-over'
import type { Intent } from './intent'

/** What the provider says of whoever came back, out of an ID token whose signature was checked. */
export type Claims = {
  issuer: string
  subject: string
  /** In small letters. */
  email: string | null
  emailVerified: boolean
  name: string | null
}

export type Refused = 'not_invited' | 'another_address' | 'address_taken' | 'connected_elsewhere' | 'connect_ended'
export type Known = { userId: string; identityId: string }
type Tx = postgres.TransactionSql

/**
 * Whom an identity signs in. Known by issuer and subject it is its account's, whatever its address is now. A new one is
 * linked in three ways alone:
 * - the person, signed in, asked to connect it;
 * - it came with the link of an open invitation, no account has the invited address yet, and the provider names no other
 *   address: that makes one;
 * - the provider has verified its address, and an admin has asked for that address: by an open invitation, or by an account
 *   that nobody has used yet. The account's other ways to sign in then end (hand-over.ts).
 * An address alone never opens an account that is in use, one that has another identity of this provider, or the
 * operator's. Everybody else is not invited, and gets no account.
 *
 * @param session the live session of the browser, which an intent to connect must name
 */
export async function resolveIdentity(
  rt: Deps,
  claims: Claims,
  intent: Intent | null,
  session: { id: string; userId: string } | null,
): Promise<Known | Refused> {
  return rt.sql.begin(async (tx) => {
    const known = await find(tx, claims)
    if (intent && 'connect' in intent) {
      if (session?.id !== intent.connect) return 'connect_ended'
      if (known) return known.userId === session.userId ? known : 'connected_elsewhere'
      const id = await link(tx, claims, session.userId, 'person')
      return id ? { userId: session.userId, identityId: id } : 'connected_elsewhere'
    }
    if (known) return known.disabled ? 'not_invited' : known

    const invited = await openInvitation(tx, claims, intent)
    const address = invited?.email ?? (claims.emailVerified ? claims.email : null)
    if (address === null) return 'not_invited'
    const account = await findAccount(tx, address, claims.issuer)
    if (!account) {
      if (!invited) return 'not_invited'
      if (claims.email !== null && claims.email !== invited.email) return 'another_address'
      const userId = await makeAccount(tx, invited, claims)
      return { userId, identityId: (await link(tx, claims, userId, 'invitation'))! }
    }
    const proven = claims.emailVerified && claims.email === address
    if (!proven || account.disabled) return invited ? 'address_taken' : 'not_invited'
    if (account.operator || account.hasIdentity || (account.used && !invited)) return 'address_taken'
    const identityId = (await link(tx, claims, account.id, 'address'))!
    await handOver(tx, account.id, null, { passwordHash: null, identity: identityId })
    return { userId: account.id, identityId }
  }) as Promise<Known | Refused>
}

async function find(tx: Tx, claims: Claims): Promise<(Known & { disabled: boolean }) | null> {
  const [row] = await tx<(Known & { disabled: boolean })[]>`
    update identities i set last_used_at = clock_timestamp(), email = ${claims.email}, email_verified = ${claims.emailVerified}
    from principals p
    where i.issuer = ${claims.issuer} and i.subject = ${claims.subject} and p.id = i.user_id
    returning i.user_id as "userId", i.id as "identityId", p.disabled_at is not null as disabled`
  return row ?? null
}

type Invited = { id: string; email: string; tenantId: string }

/** By the link that the browser came with, else by an address that the provider has verified. */
async function openInvitation(tx: Tx, claims: Claims, intent: Intent | null): Promise<Invited | null> {
  const hash = intent && 'invitation' in intent ? hashSecret(intent.invitation) : null
  const address = claims.emailVerified ? claims.email : null
  const [row] = await tx<Invited[]>`
    select i.id, i.email, i.tenant_id as "tenantId" from invitations i
    where (i.hash = ${hash} or i.email = ${address}) and i.ended_at is null and invitation_is_open(i)
    order by i.hash is not distinct from ${hash} desc, i.created_at desc limit 1 for update of i`
  return row ?? null
}

type Account = { id: string; operator: boolean; disabled: boolean; hasIdentity: boolean; used: boolean }

async function findAccount(tx: Tx, address: string, issuer: string): Promise<Account | null> {
  const [row] = await tx<Account[]>`
    select p.id, p.operator, p.disabled_at is not null as disabled,
      exists (select from identities i where i.user_id = p.id and i.issuer = ${issuer}) as "hasIdentity",
      exists (select from sessions s where s.user_id = p.id) as used
    from principals p where p.kind = 'user' and p.email = ${address} for update of p`
  return row ?? null
}

async function makeAccount(tx: Tx, invited: Invited, claims: Claims): Promise<string> {
  const userId = makeId('usr')
  const name = (claims.name ?? invited.email).replaceAll('\0', '').trim().slice(0, 128) || invited.email
  await tx`insert into principals (id, kind, name, email) values (${userId}, 'user', ${name}, ${invited.email})`
  await tx`update invitations set account_id = ${userId} where id = ${invited.id}`
  await record(tx, {
    tenantId: invited.tenantId,
    kind: 'account_made',
    actor: userId,
    detail: { user_id: userId, invitation_id: invited.id },
  })
  return userId
}

/** Null: the account has another identity of this provider. */
async function link(
  tx: Tx,
  claims: Claims,
  userId: string,
  by: 'invitation' | 'address' | 'person',
): Promise<string | null> {
  const id = makeId('idy')
  const made = await tx`
    insert into identities (id, issuer, subject, user_id, email, email_verified, linked_by)
    values (${id}, ${claims.issuer}, ${claims.subject}, ${userId}, ${claims.email}, ${claims.emailVerified}, ${by})
    on conflict (user_id, issuer) do nothing`
  if (made.count === 0) return null
  await record(tx, {
    tenantId: null,
    kind: 'identity_linked',
    actor: userId,
    detail: { identity_id: id, user_id: userId, issuer: claims.issuer, by },
  })
  return id
}
