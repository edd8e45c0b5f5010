import type { ReactNode } from 'react'
import { Empty } from '@/components/ui/empty'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { PROBLEMS, type ProblemError } from '@/lib/protocol/problem'
import { answerAs } from './answer-as'
import { Page, PageTitle } from './page'
import type { Crumb } from './top-bar'

/** A page whose operation was refused: the problem's own words, its code and the request it is recorded under. */
export function RefusalPage({
  problem,
  requestId,
  crumbs,
  actions,
}: {
  problem: Pick<ProblemError, 'code' | 'detail' | 'extra'>
  requestId: string
  crumbs: Crumb[]
  actions?: ReactNode
}) {
  answerAs(problem.code)
  return (
    <Page crumbs={crumbs}>
      <PageTitle>{PROBLEMS[problem.code].title}</PageTitle>
      <ProblemNotice
        problem={{
          code: problem.code,
          detail: problem.detail,
          request_id: requestId,
          ...(problem.extra.errors && { errors: problem.extra.errors }),
        }}
        actions={actions}
      />
    </Page>
  )
}

/** For a person who belongs to no tenant: nothing is theirs to see, and who can change that. */
export function NoTenant({ crumbs, operator }: { crumbs: Crumb[]; operator: boolean }) {
  return (
    <Page crumbs={crumbs}>
      <Empty kind="none exist" title="You belong to no tenant">
        {operator ? (
          <a className="link" href="/">
            Create one, or take a place in one that exists
          </a>
        ) : (
          <>
            An admin of a tenant can invite you. If one has, open the link you were given, or look under{' '}
            <a className="link" href="/settings/sign-in">
              Sign-in
            </a>
            .
          </>
        )}
      </Empty>
    </Page>
  )
}
