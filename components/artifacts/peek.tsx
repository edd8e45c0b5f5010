'use client'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '@/components/shell/session'
import { Button, ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { PeekPanel, useSettled } from '@/components/ui/peek-panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { describeQuery } from '@/lib/client/artifacts'
import { ApiProblem } from '@/lib/client/request'
import { PeekFacts } from './peek-facts'

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
  return (
    <PeekPanel id={id} onClose={onClose}>
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
    </PeekPanel>
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
