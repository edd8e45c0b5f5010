'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { createUser } from '@/lib/client/tenants'
import type { Role } from '@/lib/protocol/admin'
import { RoleChoice } from './role-choice'
import { SecretOnce } from './secret-once'

/** Makes an account and shows its one-time link. No mail is sent: whoever makes it hands it over. */
export function CreateMember({ tenant }: { tenant: string }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const create = useMutation({ mutationFn: (input: Parameters<typeof createUser>[1]) => createUser(tenant, input) })
  const problem = create.error instanceof ApiProblem ? create.error : null
  const errorAt = (pointer: string) => problem?.errors?.find((e) => e.pointer === pointer)?.detail
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
        <Button>Make an account</Button>
      </DialogTrigger>
      <DialogContent
        title={create.data ? `One-time link for ${create.data.name}` : 'Make an account'}
        description={tenant}
      >
        {create.data ? (
          <>
            <DialogBody>
              <SecretOnce secret={create.data.sign_in_link} what="this link">
                <p className="text-ink-2 text-xs">
                  It signs {create.data.email} in once, within the hour. Hand it over yourself: no mail is sent.
                </p>
              </SecretOnce>
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => setOpen(false)}>Close and forget it</Button>
            </DialogFooter>
          </>
        ) : (
          <form
            className="contents"
            onSubmit={(e) => {
              e.preventDefault()
              const form = new FormData(e.currentTarget)
              const password = String(form.get('password'))
              create.mutate({
                email: String(form.get('email')).trim(),
                name: String(form.get('name')).trim(),
                roles: form.getAll('roles') as Role[],
                ...(password !== '' && { password }),
              })
            }}
          >
            <DialogBody className="space-y-4">
              {problem && <ProblemNotice problem={problem} />}
              <Field label="Name" error={errorAt('/name')}>
                {(c) => <Input {...c} name="name" required maxLength={128} autoComplete="off" />}
              </Field>
              <Field label="E-mail address" error={errorAt('/email')}>
                {(c) => <Input {...c} name="email" type="email" required maxLength={254} autoComplete="off" />}
              </Field>
              <RoleChoice chosen={['member']} />
              <Field
                label="Password (optional)"
                hint="At least 12 characters. Without one, the account signs in by links alone."
                error={errorAt('/password')}
              >
                {(c) => (
                  <Input
                    {...c}
                    name="password"
                    type="password"
                    minLength={12}
                    maxLength={1024}
                    autoComplete="new-password"
                  />
                )}
              </Field>
            </DialogBody>
            <DialogFooter>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button type="submit" variant="primary" disabled={create.isPending}>
                Make the account
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </DialogRoot>
  )
}
