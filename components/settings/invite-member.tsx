'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { invite } from '@/lib/client/people'
import { ApiProblem } from '@/lib/client/request'
import type { Role } from '@/lib/protocol/admin'
import { RoleChoice } from './role-choice'
import { SecretOnce } from './secret-once'

/** Asks an address in and shows the link, this once. No mail is sent: whoever invites hands it over. */
export function InviteMember({ tenant }: { tenant: string }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const ask = useMutation({ mutationFn: (input: Parameters<typeof invite>[1]) => invite(tenant, input) })
  const problem = ask.error instanceof ApiProblem ? ask.error : null
  const close = (next: boolean) => {
    setOpen(next)
    if (next) return
    if (ask.data) router.refresh()
    ask.reset()
  }
  return (
    <DialogRoot open={open} onOpenChange={close}>
      <DialogTrigger asChild>
        <Button variant="primary">Invite</Button>
      </DialogTrigger>
      <DialogContent title={ask.data ? `Link for ${ask.data.email}` : 'Invite a person'} description={tenant}>
        {ask.data ? (
          <>
            <DialogBody>
              <SecretOnce secret={ask.data.invitation_link} what="this link">
                <p className="text-ink-2 text-xs">
                  Hand it over yourself: no mail is sent. It works once, for this address, until{' '}
                  <Time at={ask.data.expires_at} show="utc" />. It opens no account that exists: its person signs in to
                  that one, and accepts.
                </p>
              </SecretOnce>
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => close(false)}>Close and forget it</Button>
            </DialogFooter>
          </>
        ) : (
          <form
            className="contents"
            onSubmit={(e) => {
              e.preventDefault()
              const form = new FormData(e.currentTarget)
              ask.mutate({ email: String(form.get('email')).trim(), roles: form.getAll('roles') as Role[] })
            }}
          >
            <DialogBody className="space-y-4">
              {problem && <ProblemNotice problem={problem} />}
              <Field
                label="E-mail address"
                error={problem?.errors?.find((e) => e.pointer === '/email')?.detail}
                hint="Whether it has an account here is not told. Nothing changes for that account until its person accepts."
              >
                {(c) => <Input {...c} name="email" type="email" required maxLength={254} autoComplete="off" />}
              </Field>
              <RoleChoice chosen={['member']} />
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => close(false)}>Cancel</Button>
              <Button type="submit" variant="primary" disabled={ask.isPending}>
                Make the link
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </DialogRoot>
  )
}
