'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { DialogBody, DialogContent, DialogFooter, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { planRevocation, revoke } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import type { BlastRadius, Revocation } from '@/lib/protocol/authority'
import { BlastTable, Recipients } from './blast-radius'
import { ConfirmRevoke } from './confirm-revoke'
import { DrainPanel, useDrain } from './drain-panel'
import { revocationHref } from './search'
import { revokeWords, type Target, targetWords } from './words'

/** Ends access to one thing: what that would end, why, and then the drain. The same for every kind of thing. */
export function RevokeDialog({
  tenant,
  target,
  children,
  label,
  size = 'small',
}: {
  tenant: string
  target: Target
  /** The words of the button that opens it. */
  children: ReactNode
  /** What a reader hears instead, where the words alone do not say which row. */
  label?: string
  size?: 'small' | 'default'
}) {
  const [open, setOpen] = useState(false)
  const close = useRefreshing(() => setOpen(false))
  return (
    <DialogRoot open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <DialogTrigger asChild>
        <Button size={size} aria-label={label}>
          {children}
        </Button>
      </DialogTrigger>
      {open && <RevokeContent tenant={tenant} target={target} onClose={close} />}
    </DialogRoot>
  )
}

/** Closes, and has the page behind asked for again: what it lists may have ended. */
export function useRefreshing(close: () => void): () => void {
  const router = useRouter()
  return () => {
    close()
    router.refresh()
  }
}

const COLUMNS = 'grid gap-x-6 gap-y-5 md:grid-cols-[minmax(0,1fr)_330px]'

export function RevokeContent({ tenant, target, onClose }: { tenant: string; target: Target; onClose: () => void }) {
  const [derived, setDerived] = useState<Revocation['derived']>('block')
  const [ready, setReady] = useState(false)
  const plan = useQuery({
    queryKey: ['revocation-plan', tenant, target.scope, target.id],
    queryFn: ({ signal }) => planRevocation(tenant, target, signal),
    // A dry run of before would be a promise about what is no longer so.
    gcTime: 0,
    staleTime: 0,
  })
  const commit = useMutation({
    mutationFn: (reason: string) => revoke(tenant, { scope: target.scope, id: target.id, derived, reason }),
  })
  const problem = [commit.error, plan.error].find((e) => e instanceof ApiProblem) ?? null
  if (commit.data && plan.data)
    return <Revoked plan={plan.data} first={commit.data} target={target} onClose={onClose} />
  return (
    <DialogContent wide title={`Revoke ${targetWords(target)}`} description={`in ${tenant}`}>
      <form
        className="contents"
        onSubmit={(e) => {
          e.preventDefault()
          if (ready && plan.data) commit.mutate(String(new FormData(e.currentTarget).get('reason')).trim())
        }}
      >
        <DialogBody className={COLUMNS}>
          <div className="space-y-4">
            {problem && <ProblemNotice problem={problem} />}
            {plan.isPending && <Skeleton lines={7} what="the dry run" />}
            {plan.data && (
              <Plan
                plan={plan.data}
                derived={derived}
                at={plan.dataUpdatedAt}
                again={
                  <Button variant="quiet" size="small" disabled={plan.isFetching} onClick={() => void plan.refetch()}>
                    Count again
                  </Button>
                }
              />
            )}
          </div>
          <ConfirmRevoke
            target={target}
            derived={derived}
            onDerived={setDerived}
            onReady={setReady}
            problem={commit.error instanceof ApiProblem ? commit.error : null}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={!ready || !plan.data || commit.isPending}>
            {plan.data ? revokeWords(plan.data) : 'Counting…'}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  )
}

function Plan({
  plan,
  derived,
  at,
  again,
}: {
  plan: BlastRadius
  derived: Revocation['derived']
  at: number
  again: ReactNode
}) {
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center gap-x-3">
          <h3 className="font-semibold text-sm">Blast radius</h3>
          <p className="text-ink-3 text-xs sm:ml-auto">
            dry run at <Time at={new Date(at).toISOString()} show="clock" />, nothing changed yet
          </p>
          {again}
        </div>
        <BlastTable plan={plan} derived={derived} />
      </div>
      <Recipients disclosed={plan.disclosed} />
      {plan.still_readable.length > 0 && (
        <Notice tone="attention">
          <p className="font-medium">This does not end every way to read it.</p>
          <p>By other rules it stays readable: {plan.still_readable.join(', ')}.</p>
        </Notice>
      )}
    </>
  )
}

function Revoked({
  plan,
  first,
  target,
  onClose,
}: {
  plan: BlastRadius
  first: Revocation
  target: Target
  onClose: () => void
}) {
  const drain = useDrain(first)
  const { revocation } = drain
  const draining = revocation.drain.state === 'draining'
  return (
    <DialogContent
      wide
      title={`${draining ? 'Revoking' : 'Revoked:'} ${targetWords(target)}`}
      description={
        <>
          <span className="font-value text-xs">{revocation.revocation_id}</span>, committed{' '}
          <Time at={revocation.revoked_at} show="utc" /> by {revocation.revoked_by.name}
        </>
      }
    >
      <DialogBody className={COLUMNS}>
        <div className="space-y-4">
          <div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="font-semibold text-sm">Blast radius</h3>
              <p className="text-ink-3 text-xs">dry run beside what happened</p>
            </div>
            <BlastTable plan={plan} derived={revocation.derived} actual={revocation} />
          </div>
          <Recipients disclosed={'disclosed' in revocation ? revocation.disclosed : plan.disclosed} />
        </div>
        <DrainPanel {...drain} />
      </DialogBody>
      <DialogFooter>
        <ButtonLink href={revocationHref(revocation.revocation_id, revocation.tenant_id)}>Open revocation</ButtonLink>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </DialogContent>
  )
}
