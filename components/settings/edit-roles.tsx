'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { changeRoles } from '@/lib/client/people'
import { ApiProblem } from '@/lib/client/request'
import type { Role } from '@/lib/protocol/admin'
import type { Member } from './members-table'
import { RoleChoice } from './role-choice'

export function EditRoles({ tenant, member }: { tenant: string; member: Member }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const change = useMutation({
    mutationFn: (roles: Role[]) => changeRoles(tenant, member.user_id, roles),
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
        change.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button size="small" aria-label={`Roles of ${member.name}`}>
          Roles…
        </Button>
      </DialogTrigger>
      <DialogContent title={`Roles of ${member.name}`} description={`${member.email} in ${tenant}`}>
        <form
          className="contents"
          onSubmit={(e) => {
            e.preventDefault()
            change.mutate(new FormData(e.currentTarget).getAll('roles') as Role[])
          }}
        >
          <DialogBody className="space-y-3">
            {change.error instanceof ApiProblem && <ProblemNotice problem={change.error} />}
            <RoleChoice chosen={member.roles} locked={member.onlyAdmin} />
            <p className="text-ink-2 text-xs">
              What is taken away holds for every decision from then on. Keys and invitations are not changed.
            </p>
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={change.isPending}>
              Change the roles
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </DialogRoot>
  )
}
