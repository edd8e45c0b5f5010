'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '@/components/shell/session'
import { Button, ButtonLink } from '@/components/ui/button'
import { IdText } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { describeQuery } from '@/lib/client/artifacts'
import { ApiProblem } from '@/lib/client/request'
import { PeekFacts } from './peek-facts'

/** Moving through rows with j and k asks only about the row where one stays: each question is recorded. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** One artifact beside the list, from one description: facts about it, and not a byte of its content. */
export function Peek({
  id,
  tenant,
  purpose,
  href,
  onPurpose,
  onClose,
}: {
  id: string
  tenant: string
  purpose: string | null
  href: string
  onPurpose: (purpose: string) => void
  onClose: () => void
}) {
  const settled = useSettled(id, 150)
  const described = useQuery(describeQuery(settled, purpose ?? undefined))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the panel covers the list, so the focus goes with it; beside the list it stays on the row.
    if (matchMedia('(width < 1024px)').matches) panel.current?.focus()
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={`Peek at ${id}`}
      className="fixed inset-0 z-40 flex animate-slide flex-col bg-raised shadow-peek outline-none sm:absolute sm:left-auto sm:w-(--peek) lg:static lg:z-auto lg:shrink-0"
    >
      <header className="flex items-center justify-between gap-2 px-5 pt-4 pb-1">
        <h2 className="min-w-0 truncate font-medium text-md" title={id}>
          <IdText id={id} />
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close the peek"
          className="-mr-1.5 flex size-7 touch:size-11 shrink-0 items-center justify-center rounded-1 text-ink-2 text-lg hover:bg-hover"
        >
          ×
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label="Facts" className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        {settled !== id || described.isPending ? (
          <Skeleton lines={9} what="the description" />
        ) : described.error instanceof ApiProblem ? (
          <Refused problem={described.error} tenant={tenant} onPurpose={onPurpose} />
        ) : described.data ? (
          <>
            <PeekFacts description={described.data} />
            <div className="mt-4 grid grid-cols-2 gap-2">
              <ButtonLink variant="primary" href={href}>
                Open artifact
              </ButtonLink>
              <CopyButton text={described.data.reference}>Copy reference</CopyButton>
            </div>
          </>
        ) : null}
      </section>
    </aside>
  )
}

function Refused({
  problem,
  tenant,
  onPurpose,
}: {
  problem: ApiProblem
  tenant: string
  onPurpose: (purpose: string) => void
}) {
  const { me } = useSession()
  const purposes = me?.tenants.find((t) => t.tenant_id === tenant)?.purposes ?? []
  const choose = problem.code === 'purpose_required' || problem.code === 'purpose_denied'
  return (
    <ProblemNotice
      problem={problem}
      actions={
        choose &&
        purposes.map((p) => (
          <Button key={p} size="small" onClick={() => onPurpose(p)}>
            For {p}
          </Button>
        ))
      }
    />
  )
}
