'use client'
import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import type { Me } from '@/lib/protocol/admin'

export type Session = {
  /** null: nobody is signed in; the page is one that anybody may see. */
  me: Me | null
  /** The tenant of pages whose address names none. */
  tenant: string | null
  /** The membership that ended, of the tenant last chosen or of the only one there was. */
  ended: Me['left'][number] | null
  /** Where the API is reached from outside, without a trailing slash. */
  baseUrl: string
}

const Context = createContext<Session | null>(null)

export function SessionProvider({ value, children }: { value: Session; children: ReactNode }) {
  return <Context value={value}>{children}</Context>
}

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession outside of the shell')
  return session
}

/** The tenant this page is about: the one its address names, else the one last chosen, else the first. */
export function useTenant(): string | null {
  const { me, tenant } = useSession()
  const named = useSearchParams().get('tenant')
  return me?.tenants.some((t) => t.tenant_id === named) ? named : tenant
}

/** Addresses carry the tenant where there is more than one, so that a copied link means the same to its reader. */
export function useTenantHref(): (path: string) => string {
  const { me } = useSession()
  const tenant = useTenant()
  return (path) =>
    me && me.tenants.length > 1 && tenant
      ? `${path}${path.includes('?') ? '&' : '?'}tenant=${encodeURIComponent(tenant)}`
      : path
}
