import type { Deps } from '@/lib/deps'
import type { SharingRow } from '@/lib/protocol/authority'
import { requireOversight } from './grants'
import { tenantOf } from './may'
import type { Caller } from './principal'
import { fenced } from './scope'

/** With which tenants this one shares, both ways: what it gives and what it receives. */
export async function listSharing(
  rt: Deps,
  caller: Caller,
  tenant: string | undefined,
): Promise<{ items: SharingRow[] }> {
  const tenantId = tenantOf(caller, tenant)
  requireOversight(caller, tenantId)
  const rows = await fenced(
    rt,
    [tenantId],
    (tx) => tx<
      (Omit<SharingRow, 'last_granted_at' | 'last_disclosed_at'> & {
        last_granted_at: Date | null
        last_disclosed_at: Date | null
      })[]
    >`
      select s.other as tenant_id, s.direction, g.active, g.total, g.last_granted_at,
        (select max(d.at) from audit d where d.decision = 'allow' and d.kind = 'disclosure'
          and case when s.direction = 'given' then d.tenant_id = ${tenantId} and d.reader_tenant = s.other
            else d.reader_tenant = ${tenantId} and d.tenant_id = s.other end) as last_disclosed_at
      from (
        select grantee_tenant as other, 'given' as direction from sharing where tenant_id = ${tenantId} and grantee_tenant <> ${tenantId}
        union all
        select tenant_id, 'received' from sharing where grantee_tenant = ${tenantId} and tenant_id <> ${tenantId}
      ) s
      cross join lateral (
        select count(*) filter (where g.revoked_at is null and (g.until is null or g.until > clock_timestamp())
            and (g.not_before is null or g.not_before <= clock_timestamp()))::int as active,
          count(*)::int as total, max(g.created_at) as last_granted_at
        from grants g where case when s.direction = 'given' then g.tenant_id = ${tenantId} and g.grantee_tenant = s.other
          else g.grantee_tenant = ${tenantId} and g.tenant_id = s.other end
      ) g
      order by s.direction, s.other`,
  )
  const instant = (d: Date | null) => d?.toISOString() ?? null
  return {
    items: rows.map((r) => ({
      ...r,
      last_granted_at: instant(r.last_granted_at),
      last_disclosed_at: instant(r.last_disclosed_at),
    })),
  }
}
