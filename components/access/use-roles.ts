'use client'
import { useSession } from '@/components/shell/session'

/**
 * What this person may do with the access of a tenant: offered here, decided by the service. `oversees`: sees who can read
 * what. `administers`: changes it.
 */
export function useRoles(tenant: string): { oversees: boolean; administers: boolean; purposes: string[] } {
  const { me } = useSession()
  const own = me?.tenants.find((t) => t.tenant_id === tenant)
  const administers = own !== undefined && (me!.operator || own.roles.includes('admin'))
  return {
    administers,
    oversees: administers || own?.roles.includes('auditor') === true,
    purposes: own?.purposes ?? [],
  }
}
