'use client'
import { useState } from 'react'
import { Field, Input, Select } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { createKey } from '@/lib/client/tenants'
import type { Key, User } from '@/lib/protocol/admin'
import type { KeyScope } from '@/lib/protocol/ids'
import { KIND_SAYS, SCOPES_OF } from './key-state'
import { MakeOnce } from './make-once'
import { ScopeChoice } from './scope-choice'

const DAYS = { '30': 'in 30 days', '90': 'in 90 days', '365': 'in a year', never: 'never' }

/** Makes a key and shows it once. `members`: whom an agent key can be bound to. */
export function CreateKey({
  tenant,
  members,
}: {
  tenant: string
  members: Pick<User, 'user_id' | 'name' | 'email'>[]
}) {
  const [kind, setKind] = useState<Key['kind']>('agent')
  return (
    <MakeOnce
      label="Make a key"
      variant="primary"
      title="Make a key"
      description={tenant}
      submit="Make the key"
      read={(form) => {
        const days = String(form.get('expires'))
        const run = String(form.get('run') ?? '').trim()
        const person = String(form.get('user') ?? '')
        const scopes = form.getAll('scopes') as KeyScope[]
        return {
          kind,
          name: String(form.get('name')).trim(),
          ...(run !== '' && { run_id: run }),
          ...(person !== '' && { user_id: person }),
          ...(scopes.length > 0 && { scopes }),
          expires_at: days === 'never' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
        }
      }}
      make={(input) => createKey(tenant, input)}
      made={({ name, key }) => ({
        title: `Key for ${name}`,
        secret: key,
        what: 'this key',
        note: (
          <>
            Sent as <code>Authorization: Bearer …</code>, or kept in <code>HOLDFAST_KEY</code> for the command line.
          </>
        ),
      })}
    >
      {(errorAt) => (
        <>
          <div className="space-y-1">
            <Segmented
              label="Kind"
              value={kind}
              onChange={setKind}
              options={[
                { key: 'agent', label: 'Agent' },
                { key: 'capture', label: 'Capture' },
                { key: 'admin', label: 'Admin' },
              ]}
            />
            <p className="text-ink-2 text-xs">{KIND_SAYS[kind]}</p>
          </div>
          <Field
            label="Name"
            hint="Who acts with it, in every record. Keys of one name are one principal."
            error={errorAt('/name')}
          >
            {(c) => (
              <Input {...c} name="name" required maxLength={128} placeholder="diagnosis-agent" autoComplete="off" />
            )}
          </Field>
          {kind !== 'admin' && (
            <Field
              label="Run (optional)"
              hint={
                kind === 'agent'
                  ? 'Created if it is not there; the agent takes part in it and reads what it holds.'
                  : 'Created if it is not there.'
              }
              error={errorAt('/run_id')}
            >
              {(c) => (
                <Input {...c} exact name="run" maxLength={128} placeholder="run_incident_042" autoComplete="off" />
              )}
            </Field>
          )}
          {kind === 'agent' && (
            <Field
              label="Bound to a person (optional)"
              hint="It then may only what both the agent and this person may, and ends with their membership."
              error={errorAt('/user_id')}
            >
              {(c) => (
                <Select {...c} name="user" defaultValue="">
                  <option value="">Nobody</option>
                  {members.map((m) => (
                    <option key={m.user_id} value={m.user_id}>
                      {m.name}, {m.email}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <ScopeChoice key={kind} scopes={SCOPES_OF[kind]} error={errorAt('/scopes')} />
          <Field label="Expires">
            {(c) => (
              <Select {...c} name="expires" defaultValue="90">
                {Object.entries(DAYS).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
    </MakeOnce>
  )
}
