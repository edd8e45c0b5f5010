'use client'
import { Refused, useAttempt } from '@/components/sign-in/attempt'
import { Button } from '@/components/ui/button'
import { Fact, Facts } from '@/components/ui/facts'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { goToProvider } from '@/lib/client/sign-in'
import type { OwnSignIn as Own } from '@/lib/protocol/people'

const LINKED: Record<Own['identities'][number]['linked_by'], string> = {
  invitation: 'made the account, by an invitation',
  address: 'linked by its verified address',
  person: 'connected by you',
}

/** The ways one's own account is opened, and the one that can be added here. */
export function OwnSignIn({ own }: { own: Own }) {
  const { asking, refused, attempt } = useAttempt()
  return (
    <Panel aria-labelledby="own">
      <PanelHeader id="own" title="Your account" hint={own.email} />
      <PanelBody className="space-y-3">
        <Refused what={refused} />
        <Facts>
          <Fact name="Password">{own.password ? 'a local password is set' : 'none'}</Fact>
          {own.identities.map((identity) => (
            <Fact key={identity.issuer} name="Identity">
              <span className="break-all">{identity.issuer}</span>
              <span className="block text-ink-2">
                {identity.email
                  ? `${identity.email}, ${identity.email_verified ? 'verified' : 'not verified'}`
                  : 'no address'}
                ; {LINKED[identity.linked_by]} <Time at={identity.linked_at} />
              </span>
            </Fact>
          ))}
          <Fact name="This session">
            ends <Time at={own.session_expires_at} show="utc" />, or when you sign out
          </Fact>
        </Facts>
      </PanelBody>
      {own.provider && own.identities.length === 0 && (
        <PanelFooter>
          <span>Your account has no identity of {own.provider} yet.</span>
          <Button
            disabled={asking}
            onClick={() =>
              attempt(
                () => goToProvider('/settings/sign-in', { connect: '1' }),
                `${own.provider} could not be asked.`,
                () => {},
              )
            }
          >
            Connect {own.provider}
          </Button>
        </PanelFooter>
      )}
    </Panel>
  )
}
