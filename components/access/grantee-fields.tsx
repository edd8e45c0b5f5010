'use client'
import { Field, Input } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import type { ApiProblem } from '@/lib/client/request'
import type { GrantInput } from '@/lib/protocol/authority'
import { errorAt } from './fields'
import { PrincipalInput } from './principal-input'

type Kind = GrantInput['to']['kind']
const SAYS: Record<Kind, string> = {
  principal: 'One agent or person.',
  run: 'Whoever takes part in the run, for as long as they do.',
  tenant: 'Every principal of the tenant.',
}

/** Who receives. Of another tenant its admin says the id: what exists there is not looked up here. */
export function GranteeFields({
  tenant,
  to,
  onTo,
  problem,
}: {
  tenant: string
  to: Kind
  onTo: (kind: Kind) => void
  problem: ApiProblem | null
}) {
  const error = errorAt(problem, '/to')
  return (
    <div className="space-y-2">
      <Segmented
        label="Who receives"
        value={to}
        onChange={onTo}
        options={[
          { key: 'principal', label: 'Principal' },
          { key: 'run', label: 'Run' },
          { key: 'tenant', label: 'Tenant' },
        ]}
      />
      <p className="text-ink-2 text-xs">{SAYS[to]}</p>
      {to === 'tenant' ? (
        <Field label="Tenant" error={error}>
          {(c) => <Input {...c} exact name="grantee" required maxLength={63} autoComplete="off" />}
        </Field>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={to === 'principal' ? 'Principal id' : 'Run id'} error={error}>
            {(c) =>
              to === 'principal' ? (
                <PrincipalInput {...c} tenant={tenant} name="grantee" required />
              ) : (
                <Input {...c} exact name="grantee" required maxLength={128} autoComplete="off" />
              )
            }
          </Field>
          <Field label="Of the tenant">
            {(c) => <Input {...c} exact name="grantee_tenant" maxLength={63} placeholder={tenant} autoComplete="off" />}
          </Field>
        </div>
      )}
    </div>
  )
}
