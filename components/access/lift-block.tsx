'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { middle } from '@/components/ui/middle'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { liftBlock } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'

/** Lets one derived artifact go on, after asking: whoever could read it before can read it again. */
export function LiftBlock(ids: { tenant: string; revocationId: string; artifactId: string }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const lift = useMutation({
    mutationFn: () => liftBlock(ids.tenant, ids.revocationId, ids.artifactId),
    onSuccess: () => {
      setOpen(false)
      router.refresh()
    },
  })
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button size="small" aria-label={`Lift the block of ${middle(ids.artifactId)}`}>
          Lift…
        </Button>
      </DialogTrigger>
      <DialogContent title="Let it go on" description={ids.artifactId}>
        <DialogBody className="space-y-2">
          {lift.error instanceof ApiProblem && <ProblemNotice problem={lift.error} />}
          <p>
            Whoever may read this artifact by the rules of its own tenant reads it again, from the next read on. What
            was derived from it in turn is a row of its own.
          </p>
          <p className="text-ink-2">The grants that were revoked stay revoked. A lifted row stays in this list.</p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" disabled={lift.isPending} onClick={() => lift.mutate()}>
            Lift the block
          </Button>
        </DialogFooter>
      </DialogContent>
    </DialogRoot>
  )
}
