'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Glyph } from '@/components/ui/glyph'
import { Panel } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { restrict, unrestrict } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import type { Restriction } from '@/lib/protocol/authority'
import { ReasonField } from './fields'

/** Whether only grants that name the artifact count, and the way into and out of that. */
export function RestrictionPanel({
  tenant,
  restriction,
  administers,
  onChanged,
}: {
  tenant: string
  restriction: Restriction
  administers: boolean
  onChanged: () => void
}) {
  const { restricted, reason, since } = restriction
  return (
    <Panel aria-label="Restriction" className="px-3.5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-1.5 font-medium">
            <Glyph name={restricted ? 'restricted' : 'available'} className="text-neutral-mark" />
            {restricted ? (
              <>
                Restricted since <Time at={since!} show="utc" />
              </>
            ) : (
              'Not restricted'
            )}
          </p>
          {reason && <p className="break-words text-sm">{reason}</p>}
          <p className="text-ink-2 text-sm">
            {restricted
              ? 'Only grants that name this artifact count: not its run, not grants over the run, not the role of auditor.'
              : 'Participants of its run, grants over the run and auditors count beside grants that name it.'}
          </p>
        </div>
        {administers && (
          <ChangeRestriction
            key={String(restricted)}
            tenant={tenant}
            artifactId={restriction.artifact_id}
            restricted={restricted}
            onChanged={onChanged}
          />
        )}
      </div>
    </Panel>
  )
}

function ChangeRestriction({
  tenant,
  artifactId,
  restricted,
  onChanged,
}: {
  tenant: string
  artifactId: string
  restricted: boolean
  onChanged: () => void
}) {
  const [open, setOpen] = useState(false)
  const change = useMutation({
    mutationFn: (reason: string) =>
      restricted ? unrestrict(tenant, artifactId) : restrict(tenant, artifactId, reason),
    onSuccess: () => {
      setOpen(false)
      onChanged()
    },
  })
  const problem = change.error instanceof ApiProblem ? change.error : null
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>{restricted ? 'Lift the restriction…' : 'Restrict…'}</Button>
      </DialogTrigger>
      <DialogContent title={restricted ? 'Lift the restriction' : 'Restrict the artifact'} description={artifactId}>
        <form
          className="contents"
          onSubmit={(e) => {
            e.preventDefault()
            change.mutate(String(new FormData(e.currentTarget).get('reason') ?? '').trim())
          }}
        >
          <DialogBody className="space-y-4">
            {problem && <ProblemNotice problem={problem} />}
            {restricted ? (
              <p>
                The rules that were there before count again: participants of the run, grants over the run, and auditors
                of the tenant. Who lifted it is in the log.
              </p>
            ) : (
              <>
                <p>
                  From the next read on only grants that name this artifact count, for auditors too, who still see its
                  description. Reads under way are cut off.
                </p>
                <ReasonField problem={problem} />
              </>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant={restricted ? 'primary' : 'danger'} disabled={change.isPending}>
              {restricted ? 'Lift it' : 'Restrict'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </DialogRoot>
  )
}
