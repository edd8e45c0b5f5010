'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { count, plural } from '@/components/ui/format'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { ApiProblem } from '@/lib/client/request'
import { changePurposes } from '@/lib/client/tenants'
import type { PurposeUse } from '@/lib/protocol/admin'

const WIDE = 'hidden sm:table-cell'

/** The list of a tenant, and what still names each. Adding gives nobody anything yet; taking off ends reading at once. */
export function PurposesTable({ tenant, purposes }: { tenant: string; purposes: PurposeUse[] }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const listed = purposes.filter((p) => p.listed).map((p) => p.purpose)
  const change = useMutation({
    mutationFn: (list: string[]) => changePurposes(tenant, list),
    onSuccess: () => {
      form.current?.reset()
      router.refresh()
    },
  })
  const add = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    change.mutate([...listed, String(new FormData(e.currentTarget).get('purpose')).trim()])
  }
  return (
    <div className="space-y-4">
      {change.error instanceof ApiProblem && <ProblemNotice problem={change.error} />}
      <TableScroll label="Purposes" className="rounded-1 border border-line bg-surface">
        <Table>
          <THead>
            <tr>
              <Th>Purpose</Th>
              <Th>State</Th>
              <Th numeric className={WIDE}>
                Runs
              </Th>
              <Th numeric className={WIDE}>
                Grants
              </Th>
              <Th>
                <span className="sr-only">Take off or put back</span>
              </Th>
            </tr>
          </THead>
          <tbody>
            {purposes.map((p) => (
              <Tr key={p.purpose} className="h-11">
                <Td className="[overflow-wrap:anywhere]">
                  <span className="font-medium">{p.purpose}</span>
                  <span className="block text-ink-3 text-xs sm:hidden">
                    {plural(p.runs, 'run')}, {plural(p.grants, 'grant')}
                  </span>
                </Td>
                <Td>
                  <Status word={p.listed ? 'active' : 'revoked'}>{p.listed ? 'on the list' : 'taken off'}</Status>
                </Td>
                <Td numeric className={WIDE}>
                  {count(p.runs)}
                </Td>
                <Td numeric className={WIDE}>
                  {count(p.grants)}
                </Td>
                <Td className="text-right">
                  {p.listed ? (
                    listed.length > 1 && <TakeOff tenant={tenant} use={p} listed={listed} />
                  ) : (
                    <Button
                      size="small"
                      aria-label={`Put ${p.purpose} back`}
                      disabled={change.isPending}
                      onClick={() => change.mutate([...listed, p.purpose])}
                    >
                      Put back
                    </Button>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
      <form ref={form} onSubmit={add} className="flex max-w-md items-start gap-2">
        <Field
          label="Another purpose"
          className="flex-1"
          hint="Small letters, digits, dots, underscores and hyphens. It permits nothing until a run or grant names it."
        >
          {(c) => (
            <Input
              {...c}
              name="purpose"
              required
              maxLength={63}
              pattern="[a-z0-9][a-z0-9._\-]*"
              placeholder="postmortem"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" className="mt-5" disabled={change.isPending}>
          Add
        </Button>
      </form>
    </div>
  )
}

function TakeOff({ tenant, use, listed }: { tenant: string; use: PurposeUse; listed: string[] }) {
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const take = useMutation({
    mutationFn: () =>
      changePurposes(
        tenant,
        listed.filter((p) => p !== use.purpose),
      ),
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
        take.reset()
      }}
    >
      <DialogTrigger asChild>
        <Button size="small" aria-label={`Take ${use.purpose} off`}>
          Take off…
        </Button>
      </DialogTrigger>
      <DialogContent title={`Take ${use.purpose} off the list`} description={tenant}>
        <DialogBody className="space-y-2">
          {take.error instanceof ApiProblem && <ProblemNotice problem={take.error} />}
          <p>
            From then on nothing of {tenant} is disclosed for {use.purpose}, on any process, whoever asks:{' '}
            <b className="font-semibold">{plural(use.runs, 'run')}</b> and{' '}
            <b className="font-semibold">{plural(use.grants, 'grant')}</b> name it.
            {use.purpose === 'audit' &&
              ' Auditors read for the purpose audit: they would read nothing more than the log.'}
          </p>
          <p className="text-ink-2">
            <b className="font-semibold text-ink">What it does not do:</b> runs and grants keep their own lists, so that
            putting it back permits again what it permitted. Bytes already handed out are not recalled.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" disabled={take.isPending} onClick={() => take.mutate()}>
            Take it off
          </Button>
        </DialogFooter>
      </DialogContent>
    </DialogRoot>
  )
}
