import type postgres from 'postgres'
import type { Caller } from './principal'
import { unauthenticated } from './refusals'

/**
 * Asks again whether a caller is who it was when its request began: the key or session lives, and every role it came with.
 * For work that goes on after others may have ended it. Throws `unauthenticated`.
 */
export async function stillHolds(sql: postgres.ISql, caller: Caller): Promise<void> {
  if (caller.kind === 'operator') return
  const [row] =
    caller.kind === 'agent'
      ? await sql`
          select 1 from api_keys k where k.id = ${caller.keyId} and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > clock_timestamp())`
      : await sql`
          select 1 from sessions s where s.id = ${caller.sessionId} and s.ended_at is null and s.expires_at > clock_timestamp()
            and not exists (select from unnest(${caller.tenants.flatMap((t) => t.roles.map(() => t.tenantId))}::text[],
              ${caller.tenants.flatMap((t) => t.roles)}::text[]) had (tenant, role)
              where not exists (select from memberships m where m.tenant_id = had.tenant and m.user_id = s.user_id and m.role = had.role))`
  if (!row) throw unauthenticated()
}
