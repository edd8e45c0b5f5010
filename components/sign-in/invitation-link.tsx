'use client'
import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { findInvitation } from '@/lib/client/people'
import { ApiProblem } from '@/lib/client/request'
import { signOut } from '@/lib/client/sign-in'
import { AnswerInvitation } from './answer-invitation'
import { useFragmentToken } from './fragment-token'
import { JoinAsNew } from './join-as-new'

const KEEP = 'holdfast-invitation'

/** What the link of an invitation opens: first who you are, then what is asked, then your answer. */
export function InvitationLink({ signedInAs, provider }: { signedInAs: string | null; provider: string | null }) {
  const found = useFragmentToken(KEEP)
  if (!found) return <Skeleton what="the invitation" />
  const { token } = found
  if (token === null)
    return (
      <div className="space-y-4">
        <Notice tone="attention">This page is opened by the link of an invitation; this address carries none.</Notice>
        <ButtonLink href="/">Go on</ButtonLink>
      </div>
    )
  if (!signedInAs) return <JoinAsNew token={token} provider={provider} />
  return <Asked token={token} signedInAs={signedInAs} />
}

function Asked({ token, signedInAs }: { token: string; signedInAs: string }) {
  const { data, error } = useQuery({ queryKey: ['invitation', token], queryFn: () => findInvitation({ token }) })
  const forget = () => sessionStorage.removeItem(KEEP)
  if (error)
    return (
      <div className="space-y-4">
        <ProblemNotice
          problem={
            error instanceof ApiProblem
              ? error
              : { code: 'unavailable', detail: 'The service did not answer. Try again.' }
          }
        />
        <p className="text-ink-2">
          You are signed in as <b className="font-semibold">{signedInAs}</b>.
        </p>
        <p className="flex flex-wrap gap-2">
          <Button
            onClick={async () => {
              await signOut()
              window.location.reload()
            }}
          >
            Sign out and use another account
          </Button>
          <ButtonLink href="/" onClick={forget}>
            Go on
          </ButtonLink>
        </p>
      </div>
    )
  if (!data) return <Skeleton what="the invitation" />
  return (
    <AnswerInvitation
      invitation={data}
      named={{ token }}
      done={(accepted) => {
        forget()
        window.location.assign(accepted ? `/?tenant=${encodeURIComponent(data.tenant_id)}` : '/')
      }}
    />
  )
}
