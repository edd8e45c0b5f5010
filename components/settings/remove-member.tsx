'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { removeMember } from '@/lib/client/people'
import { ApiProblem } from '@/lib/client/request'
import type { Member } from './members-table'

/** Removing somebody, or leaving oneself. The only admin has no such button: the service would refuse. */
export function RemoveMember({ tenant, member, self }: { tenant: string; member: Member; self: boolean }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const remove = useMutation({
    mutationFn: () => removeMember(tenant, member.user_id),
    onSuccess: () => {
      setOpen(false)
      if (self) window.location.assign('/')
      else router.refresh()
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
        <Button size="small" aria-label={self ? `Leave ${tenant}` : `Remove ${member.name}`}>
          {self ? 'Leave…' : 'Remove…'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={self ? `Leave ${tenant}` : `Remove ${member.name}`}
        description={self ? 'Your own membership' : `${member.email} from ${tenant}`}
      >
        <DialogBody className="space-y-2">
          {remove.error instanceof ApiProblem && <ProblemNotice problem={remove.error} />}
          <p>
            From then on nothing of {tenant} is decided for {self ? 'you' : 'this person'}, on any process: not in an
            open page, not by a key that is bound to {self ? 'you' : 'them'}. The runs {self ? 'you' : 'they'} took part
            in end with it.
          </p>
          <p className="text-ink-2">
            <b className="font-semibold text-ink">What it does not do:</b> bytes already handed out are not recalled,
            and keys {self ? 'you' : 'they'} made for agents go on. Look through Keys, and revoke what should end too.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {self ? 'Leave the tenant' : 'Remove the member'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </DialogRoot>
  )
}
