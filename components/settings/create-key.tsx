'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input, Select } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Segmented } from '@/components/ui/segmented'
import { ApiProblem } from '@/lib/client/request'
import { createKey } from '@/lib/client/tenants'
import type { Key } from '@/lib/protocol/admin'
import { KIND_SAYS } from './key-state'
import { SecretOnce } from './secret-once'

const DAYS = { '30': 'in 30 days', '90': 'in 90 days', '365': 'in a year', never: 'never' }

/** Makes a key and shows it once. Closing the dialog forgets it. */
export function CreateKey({ tenant }: { tenant: string }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const create = useMutation({ mutationFn: (input: Parameters<typeof createKey>[1]) => createKey(tenant, input) })
  return (
    <DialogRoot
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) return
        if (create.data) router.refresh()
        create.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button variant="primary">Make a key</Button>
      </DialogTrigger>
      <DialogContent title={create.data ? `Key for ${create.data.name}` : 'Make a key'} description={tenant}>
        {create.data ? (
          <>
            <DialogBody>
              <SecretOnce secret={create.data.key} what="this key">
                <p className="text-ink-2 text-xs">
                  Sent as <code>Authorization: Bearer …</code>, or kept in <code>HOLDFAST_KEY</code> for the command
                  line.
                </p>
              </SecretOnce>
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => setOpen(false)}>Close and forget it</Button>
            </DialogFooter>
          </>
        ) : (
          <KeyForm
            pending={create.isPending}
            problem={create.error instanceof ApiProblem ? create.error : null}
            onSubmit={(input) => create.mutate(input)}
            onCancel={() => setOpen(false)}
          />
        )}
      </DialogContent>
    </DialogRoot>
  )
}

function KeyForm({
  pending,
  problem,
  onSubmit,
  onCancel,
}: {
  pending: boolean
  problem: ApiProblem | null
  onSubmit: (input: Parameters<typeof createKey>[1]) => void
  onCancel: () => void
}) {
  const [kind, setKind] = useState<Key['kind']>('agent')
  const errorAt = (pointer: string) => problem?.errors?.find((e) => e.pointer === pointer)?.detail
  return (
    <form
      className="contents"
      onSubmit={(e) => {
        e.preventDefault()
        const form = new FormData(e.currentTarget)
        const days = String(form.get('expires'))
        const run = String(form.get('run') ?? '').trim()
        onSubmit({
          kind,
          name: String(form.get('name')).trim(),
          ...(run !== '' && { run_id: run }),
          expires_at: days === 'never' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
        })
      }}
    >
      <DialogBody className="space-y-4">
        {problem && <ProblemNotice problem={problem} />}
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
            {(c) => <Input {...c} exact name="run" maxLength={128} placeholder="run_incident_042" autoComplete="off" />}
          </Field>
        )}
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
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={pending}>
          Make the key
        </Button>
      </DialogFooter>
    </form>
  )
}
