import type postgres from 'postgres'
import { takeAway } from './scope'

/**
 * An address that comes to a further tenant was never verified: whoever made the account first may know its password, hold a
 * session or a link, or have connected an identity of their own ("pre-hijacking", Sudhodanan and Paverd, USENIX Security
 * 2022). All of them end, except what the person proves by acting now. The gate is taken in the last statement before the
 * commit, so call this last.
 *
 * @param keep a new password, or null for none; the session that acts, with the identity it began with; an identity
 */
export async function handOver(
  tx: postgres.TransactionSql,
  userId: string,
  tenantId: string | null,
  keep: { passwordHash: string | null; session?: string; identity?: string },
): Promise<void> {
  const session = keep.session ?? ''
  await tx`update principals set password_hash = ${keep.passwordHash} where id = ${userId}`
  await tx`
    delete from identities i where i.user_id = ${userId} and i.id <> ${keep.identity ?? ''}
      and not exists (select from sessions s where s.id = ${session} and s.identity_id = i.id)`
  await tx`
    update sessions set ended_at = clock_timestamp() where user_id = ${userId} and id <> ${session} and ended_at is null`
  await tx`update sign_in_links set used_at = clock_timestamp() where user_id = ${userId} and used_at is null`
  await takeAway(tx, tenantId, 'account_handed_over')
}
