'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { removeParticipant } from '@/lib/client/runs'
import type { Run } from '@/lib/protocol/admin'

export function RemoveParticipant({ run, participant }: { run: Run; participant: Run['participants'][number] }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const remove = useMutation({
    mutationFn: () => removeParticipant(run.tenant_id, run.run_id, participant.principal_id),
    onSuccess: () => {
      setOpen(false)
      router.refresh()
    },
  })
  return (
    <DialogRoot
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        remove.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button size="small" aria-label={`Remove ${participant.name}`}>
          Remove…
        </Button>
      </DialogTrigger>
      <DialogContent title={`Remove ${participant.name}`} description={`From the run ${run.run_id}`}>
        <DialogBody className="space-y-2">
          {remove.error instanceof ApiProblem && <ProblemNotice problem={remove.error} />}
          <p>
            From then on nothing of this run is disclosed to {participant.name} for taking part in it, on any process.
            Grants to the run no longer reach {participant.kind === 'agent' ? 'it' : 'them'} either.
          </p>
          <p className="text-ink-2">
            <b className="font-semibold text-ink">What it does not do:</b> bytes already handed out are not recalled,
            grants that name {participant.name} go on, and so do its keys.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Remove from the run
          </Button>
        </DialogFooter>
      </DialogContent>
    </DialogRoot>
  )
}
