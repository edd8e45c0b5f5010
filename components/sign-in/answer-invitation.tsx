'use client'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Fact, Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { acceptInvitation, declineInvitation } from '@/lib/client/people'
import { ApiProblem } from '@/lib/client/request'
import type { InvitationNamed, ShownInvitation } from '@/lib/protocol/people'
import { NewPassword } from './new-password'

/** What is asked, by whom, what accepting ends, and the two answers. */
export function AnswerInvitation({
  invitation,
  named,
  done,
}: {
  invitation: ShownInvitation
  named: InvitationNamed
  done: (accepted: boolean) => void
}) {
  const accept = useMutation({
    mutationFn: (password: string | undefined) => acceptInvitation(named, password),
    onSuccess: () => done(true),
  })
  const decline = useMutation({ mutationFn: () => declineInvitation(named), onSuccess: () => done(false) })
  const asking = accept.isPending || decline.isPending
  const problem = [accept.error, decline.error].find((e): e is ApiProblem => e instanceof ApiProblem)
  return (
    <Panel aria-label={`Invitation to ${invitation.tenant_id}`}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          const password = String(new FormData(e.currentTarget).get('password') ?? '')
          accept.mutate(password === '' ? undefined : password)
        }}
      >
        <PanelHeader title={<span className="font-value">{invitation.tenant_id}</span>} hint="asks you in" />
        <PanelBody className="space-y-3">
          {problem && <ProblemNotice problem={problem} />}
          <Facts>
            <Fact name="As">{invitation.roles.join(', ')}</Fact>
            <Fact name="Invited by">{invitation.invited_by.name}</Fact>
            <Fact name="Address">{invitation.email}</Fact>
            <Fact name="Open until">
              <Time at={invitation.expires_at} show="utc" />
            </Fact>
          </Facts>
          {invitation.ends_password && (
            <Field
              label="New password"
              hint="Accepting ends the password your account has now, its other sessions and links: whoever made the account may hold them. Without a new one it signs in by links or the provider alone."
            >
              {(c) => <NewPassword {...c} />}
            </Field>
          )}
        </PanelBody>
        <PanelFooter>
          <span>Nothing changes until you accept.</span>
          <span className="flex gap-2">
            <Button disabled={asking} onClick={() => decline.mutate()}>
              Decline
            </Button>
            <Button type="submit" variant="primary" disabled={asking}>
              Accept
            </Button>
          </span>
        </PanelFooter>
      </form>
    </Panel>
  )
}
