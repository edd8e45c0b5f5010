'use client'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { signInByInvitation } from '@/lib/client/sign-in'
import { Refused, useAttempt } from './attempt'
import { NewPassword } from './new-password'
import { ProviderButton } from './provider-button'

/** Nobody is signed in: an account that exists signs in itself, a new one is made with the link. Neither accepts yet. */
export function JoinAsNew({ token, provider }: { token: string; provider: string | null }) {
  const { asking, refused, attempt } = useAttempt()
  return (
    <div className="space-y-4">
      <p className="text-ink-2">
        You are asked into a tenant of this instance. Say who you are first; then you see what is asked, and answer.
      </p>
      <Refused what={refused} />
      {provider && <ProviderButton name={provider} to="/invitation" invitation={token} />}
      <p>
        <ButtonLink href="/sign-in?to=/invitation" className="w-full">
          I have an account here
        </ButtonLink>
      </p>
      <Panel aria-labelledby="new-account">
        <PanelHeader id="new-account" title="New local account" />
        <PanelBody>
          <form
            className="space-y-3"
            onSubmit={(e) => {
              e.preventDefault()
              const form = new FormData(e.currentTarget)
              void attempt(
                () => signInByInvitation(token, String(form.get('name')).trim(), String(form.get('password'))),
                'No account was made. The invitation is not open any more, or its address has an account already: sign in to that one.',
                () => window.location.reload(),
              )
            }}
          >
            <Field label="Your name">
              {(c) => <Input {...c} name="name" required maxLength={128} autoComplete="name" />}
            </Field>
            <Field label="Password" hint="At least 12 characters. Your address is the one that was invited.">
              {(c) => <NewPassword {...c} required />}
            </Field>
            <Button type="submit" variant={provider ? 'secondary' : 'primary'} disabled={asking} className="w-full">
              Make the account
            </Button>
          </form>
        </PanelBody>
      </Panel>
    </div>
  )
}
