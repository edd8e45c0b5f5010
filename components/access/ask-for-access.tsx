'use client'
import { useMutation } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { useId, useState } from 'react'
import { useSession, useTenant } from '@/components/shell/session'
import { Button, ButtonLink } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { requestAccess } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import { ARTIFACT_ID } from '@/lib/protocol/ids'
import { errorAt, ReasonField } from './fields'
import { accessHref } from './search'

/** Asks the owner of an artifact for access. What is answered here does not say whether there is such an artifact. */
export function AskForAccess({ artifactId, purpose }: { artifactId: string; purpose?: string | null }) {
  const [open, setOpen] = useState(false)
  const purposes = useId()
  const { me } = useSession()
  const tenant = useTenant()
  const ask = useMutation({
    mutationFn: (form: FormData) =>
      requestAccess(tenant!, {
        artifact_id: artifactId,
        purpose: String(form.get('purpose')).trim(),
        reason: String(form.get('reason')).trim(),
      }),
  })
  const problem = ask.error instanceof ApiProblem ? ask.error : null
  const own = me?.tenants.find((t) => t.tenant_id === tenant)
  if (!own) return null
  return (
    <DialogRoot
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        ask.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button variant="primary">Ask for access</Button>
      </DialogTrigger>
      <DialogContent title={ask.data ? 'Asked' : 'Ask for access'} description={artifactId}>
        {ask.data ? (
          <>
            <DialogBody>
              <p role="status">
                Your request is recorded as <span className="font-value text-xs">{ask.data.request_id}</span>. If the
                artifact exists, the admins of its tenant see it; their answer stands among your requests.
              </p>
            </DialogBody>
            <DialogFooter>
              <ButtonLink href={accessHref({ tenant, tab: 'requests', box: 'mine' })}>Your requests</ButtonLink>
              <Button onClick={() => setOpen(false)}>Close</Button>
            </DialogFooter>
          </>
        ) : (
          <form
            className="contents"
            onSubmit={(e) => {
              e.preventDefault()
              ask.mutate(new FormData(e.currentTarget))
            }}
          >
            <DialogBody className="space-y-4">
              {problem && <ProblemNotice problem={problem} />}
              <Field label="Purpose" error={errorAt(problem, '/purpose')}>
                {(c) => (
                  <Input
                    {...c}
                    exact
                    name="purpose"
                    required
                    maxLength={63}
                    list={purposes}
                    autoComplete="off"
                    defaultValue={purpose ?? own.purposes[0]}
                  />
                )}
              </Field>
              <datalist id={purposes}>
                {own.purposes.map((p) => (
                  <option key={p} value={p} />
                ))}
              </datalist>
              <ReasonField problem={problem} label="Reason, shown to the admins of the owning tenant" />
            </DialogBody>
            <DialogFooter note={`As a member of ${own.tenant_id}.`}>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button type="submit" variant="primary" disabled={ask.isPending}>
                Ask
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </DialogRoot>
  )
}

/** For the page that says "not found": the id is in its address. A text that can be no id is asked nobody about. */
export function AskForThis() {
  const { id } = useParams<{ id?: string }>()
  return id && ARTIFACT_ID.test(id) ? <AskForAccess artifactId={id} /> : null
}
