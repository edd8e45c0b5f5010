'use client'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { signInByLink } from '@/lib/client/sign-in'
import { Refused, useAttempt } from './attempt'
import { useFragmentToken } from './fragment-token'
import { LocalAccount } from './local-account'
import { ProviderButton } from './provider-button'

const LINK_REFUSED =
  'This link was used already, has expired, or was cut when it was copied. A link works once, within the hour.'

type Given = { to: string; signedInAs: string | null; provider: string | null }

/** Signing in: by the one-time link in the address, through the provider if there is one, or by a local password. */
export function SignInForm(given: Given) {
  const token = useFragmentToken()?.token ?? null
  // Another link begins anew: what was said of the one before is not said of it.
  return <Ways key={token} {...given} token={token} />
}

function Ways({ to, signedInAs, provider, token }: Given & { token: string | null }) {
  const { asking, refused, attempt } = useAttempt()
  const spent = refused === LINK_REFUSED
  // A full load: the shell is rendered for the person who is signed in now.
  const done = () => window.location.assign(to)
  return (
    <div className="space-y-4">
      <Refused what={refused} />
      {signedInAs && !token && (
        <Notice>
          <p>
            You are signed in as <b className="font-semibold">{signedInAs}</b>.
          </p>
          <ButtonLink href={to} className="mt-2">
            Go on
          </ButtonLink>
        </Notice>
      )}
      {token && !spent && (
        <Panel aria-labelledby="by-link">
          <PanelHeader id="by-link" title="One-time link" />
          <PanelBody className="space-y-3">
            <p className="text-ink-2">
              This address carried a one-time link. Whom it signs in is known only once it is used
              {signedInAs && `; it replaces ${signedInAs}`}.
            </p>
            <Button
              variant="primary"
              className="w-full"
              disabled={asking}
              onClick={() => attempt(() => signInByLink(token), LINK_REFUSED, done)}
            >
              Sign in with the link
            </Button>
          </PanelBody>
        </Panel>
      )}
      {provider && <ProviderButton name={provider} to={to} variant={token && !spent ? 'secondary' : 'primary'} />}
      <LocalAccount asking={asking} attempt={attempt} done={done} primary={!provider && !(token && !spent)} />
      <p className="text-ink-3 text-xs">
        The first start of this instance printed a one-time link. An admin of a tenant can invite you. Whoever runs the
        instance can print a new link:{' '}
        <code className="break-words">npm run -s holdfast -- users link --email you@example.com</code>
      </p>
    </div>
  )
}
