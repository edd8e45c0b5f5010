'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Segmented } from '@/components/ui/segmented'
import { createGrant } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import type { GrantInput } from '@/lib/protocol/authority'
import { errorAt, InstantField, MaskField, PurposesField, ReasonField } from './fields'
import { grantInput } from './form-input'
import { GranteeFields } from './grantee-fields'
import { useRoles } from './use-roles'

/** Gives access to an artifact or a run. `artifact`: the one that is meant, where the page is about one. */
export function GrantDialog({
  tenant,
  artifact,
  onGranted,
}: {
  tenant: string
  artifact?: string
  onGranted?: () => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="primary">{artifact ? 'Grant access' : 'New grant'}</Button>
      </DialogTrigger>
      <DialogContent title="New grant" description={`of what ${tenant} owns`}>
        <GrantForm
          tenant={tenant}
          {...(artifact && { artifact })}
          onClose={(granted) => {
            setOpen(false)
            if (granted) onGranted?.()
          }}
        />
      </DialogContent>
    </DialogRoot>
  )
}

function GrantForm({
  tenant,
  artifact,
  onClose,
}: {
  tenant: string
  artifact?: string
  onClose: (granted: boolean) => void
}) {
  const router = useRouter()
  const { purposes } = useRoles(tenant)
  const [what, setWhat] = useState<'artifact' | 'run'>('artifact')
  const [to, setTo] = useState<GrantInput['to']['kind']>('principal')
  const grant = useMutation({
    mutationFn: (input: GrantInput) => createGrant(tenant, input),
    onSuccess: () => {
      onClose(true)
      router.refresh()
    },
  })
  const problem = grant.error instanceof ApiProblem ? grant.error : null
  return (
    <form
      className="contents"
      onSubmit={(e) => {
        e.preventDefault()
        grant.mutate(grantInput(new FormData(e.currentTarget), { what, to }))
      }}
    >
      <DialogBody className="space-y-4">
        {problem && <ProblemNotice problem={problem} />}
        {artifact ? (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            Artifact <IdChip id={artifact} what="the artifact id" />
            <input type="hidden" name="what" value={artifact} />
          </p>
        ) : (
          <div className="space-y-2">
            <Segmented
              label="What is granted"
              value={what}
              onChange={setWhat}
              options={[
                { key: 'artifact', label: 'Artifact' },
                { key: 'run', label: 'Run' },
              ]}
            />
            <Field
              label={what === 'artifact' ? 'Artifact id or reference' : 'Run id'}
              hint={what === 'run' && 'All artifacts of the run, those to come too.'}
              error={errorAt(problem, what === 'artifact' ? '/artifact_id' : '/run_id')}
            >
              {(c) => <Input {...c} exact name="what" required maxLength={140} autoComplete="off" />}
            </Field>
          </div>
        )}
        <GranteeFields tenant={tenant} to={to} onTo={setTo} problem={problem} />
        <PurposesField purposes={purposes} chosen={purposes.length === 1 ? purposes : []} problem={problem} />
        <MaskField problem={problem} />
        <div className="grid gap-4 sm:grid-cols-2">
          <InstantField name="not_before" label="From, UTC (optional)" problem={problem} />
          <InstantField name="until" label="Until, UTC (optional)" problem={problem} />
        </div>
        <ReasonField problem={problem} label="Reason, shown to auditors of both sides" />
      </DialogBody>
      <DialogFooter note="In force with the next read.">
        <Button onClick={() => onClose(false)}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={grant.isPending}>
          Grant
        </Button>
      </DialogFooter>
    </form>
  )
}
