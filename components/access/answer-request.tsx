'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { answerRequest } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import type { AccessRequest } from '@/lib/protocol/authority'
import { InstantField, MaskField, PurposesField, ReasonField } from './fields'
import { narrowing } from './form-input'
import { useRoles } from './use-roles'

/** Grants what was asked for, as narrow as the admin likes, or denies it. Either way whoever asked is told why. */
export function AnswerRequest({
  tenant,
  asked,
  decision,
}: {
  tenant: string
  asked: AccessRequest
  decision: 'grant' | 'deny'
}) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const { purposes } = useRoles(tenant)
  const grants = decision === 'grant'
  const answer = useMutation({
    mutationFn: (form: FormData) =>
      answerRequest(tenant, asked.request_id, {
        decision,
        reason: String(form.get('reason')).trim(),
        ...(grants && narrowing(form)),
      }),
    onSuccess: () => {
      setOpen(false)
      router.refresh()
    },
  })
  const problem = answer.error instanceof ApiProblem ? answer.error : null
  const { name } = asked.requested_by
  return (
    <DialogRoot
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        answer.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button size="small" aria-label={`${grants ? 'Grant' : 'Deny'} the request of ${name}`}>
          {grants ? 'Grant…' : 'Deny…'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={grants ? `Grant access to ${name}` : `Deny access to ${name}`}
        description={`of ${asked.requested_by.tenant_id}, for the artifact ${asked.artifact_id}`}
      >
        <form
          className="contents"
          onSubmit={(e) => {
            e.preventDefault()
            answer.mutate(new FormData(e.currentTarget))
          }}
        >
          <DialogBody className="space-y-4">
            {problem && <ProblemNotice problem={problem} />}
            <p className="text-sm">
              Asked for <span className="font-value text-xs">{asked.purpose}</span>: {asked.reason}
            </p>
            {grants && (
              <>
                <PurposesField
                  purposes={[...new Set([asked.purpose, ...purposes])]}
                  chosen={[asked.purpose]}
                  problem={problem}
                />
                <MaskField problem={problem} />
                <InstantField name="until" label="Until, UTC (optional)" problem={problem} />
              </>
            )}
            <ReasonField problem={problem} label={`Reason, shown to ${name}`} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant={grants ? 'primary' : 'danger'} disabled={answer.isPending}>
              {grants ? 'Grant' : 'Deny'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </DialogRoot>
  )
}
