'use client'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { Input } from '@/components/ui/field'
import { fetchPrincipals } from '@/lib/client/authority'
import { useRoles } from './use-roles'

/** A principal's id, with those of the tenant suggested by name where this person may list them. */
export function PrincipalInput({ tenant, ...rest }: { tenant: string } & ComponentProps<typeof Input>) {
  const list = useId()
  const { data } = useQuery({
    queryKey: ['principals', tenant],
    queryFn: () => fetchPrincipals(tenant),
    staleTime: 60_000,
    enabled: useRoles(tenant).administers,
  })
  return (
    <>
      <datalist id={list}>
        {data?.map((p) => (
          <option key={p.principal_id} value={p.principal_id}>
            {p.name}
          </option>
        ))}
      </datalist>
      <Input {...rest} exact list={list} maxLength={64} autoComplete="off" spellCheck={false} />
    </>
  )
}
