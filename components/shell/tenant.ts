import 'server-only'
import { cookies } from 'next/headers'
import type { Caller } from '@/lib/authority/principal'
import { TENANT_COOKIE } from './preferences'

/**
 * The tenant a page is about: the one its address names, else the one last chosen, else the first. null: the person
 * belongs to none. A name in the address that is not the person's stays, so that the operation answers for it.
 */
export async function chosenTenant(
  caller: Caller & { kind: 'user' },
  named: string | null | undefined,
): Promise<string | null> {
  if (named) return named
  const own = caller.tenants.map((t) => t.tenantId)
  const last = (await cookies()).get(TENANT_COOKIE)?.value
  return last && own.includes(last) ? last : (own[0] ?? null)
}

/** The membership that this person may be looking for in vain: of the tenant last chosen, or the latest if none is left. */
export async function endedMembership(
  caller: Caller & { kind: 'user' },
): Promise<{ tenant_id: string; ended_at: string } | null> {
  const last = (await cookies()).get(TENANT_COOKIE)?.value
  const newest = [...caller.left].sort((a, b) => (a.endedAt < b.endedAt ? 1 : -1))[0]
  const ended = caller.left.find((l) => l.tenantId === last) ?? (caller.tenants.length === 0 ? newest : undefined)
  return ended ? { tenant_id: ended.tenantId, ended_at: ended.endedAt } : null
}

export const isAdminOf = (caller: Caller & { kind: 'user' }, tenant: string): boolean =>
  caller.operator || caller.tenants.some((t) => t.tenantId === tenant && t.roles.includes('admin'))
