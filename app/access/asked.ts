import 'server-only'
import type { AccessSearch } from '@/components/access/search'
import { isAdminOf } from '@/components/shell/tenant'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'

type Person = Caller & { kind: 'user' }
/** What a person is to a tenant. Decides what is offered; what is allowed, each operation decides. */
export type Standing = { administers: boolean; oversees: boolean }
export type Asked = { rt: Deps; caller: Person; tenant: string; search: AccessSearch } & Standing

export function standingOf(caller: Person, tenant: string): Standing {
  const administers = isAdminOf(caller, tenant)
  const audits = caller.tenants.some((t) => t.tenantId === tenant && t.roles.includes('auditor'))
  return { administers, oversees: administers || audits }
}
