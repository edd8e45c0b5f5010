'use client'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { signInByPassword } from '@/lib/client/sign-in'
import type { useAttempt } from './attempt'

/** An address and a password of this instance. `primary`: it is the first way on the page. */
export function LocalAccount({
  asking,
  attempt,
  done,
  primary,
}: Pick<ReturnType<typeof useAttempt>, 'asking' | 'attempt'> & { done: () => void; primary: boolean }) {
  return (
    <Panel aria-labelledby="by-password">
      <PanelHeader id="by-password" title="Local account" />
      <PanelBody>
        <form
          className="space-y-3"
          onSubmit={(e) => {
            e.preventDefault()
            const form = new FormData(e.currentTarget)
            void attempt(
              () => signInByPassword(String(form.get('email')), String(form.get('password'))),
              'The address and the password do not belong together.',
              done,
            )
          }}
        >
          <Field label="E-mail address">
            {(c) => <Input {...c} name="email" type="email" required maxLength={254} autoComplete="username" />}
          </Field>
          <Field label="Password">
            {(c) => (
              <Input {...c} name="password" type="password" required maxLength={1024} autoComplete="current-password" />
            )}
          </Field>
          <Button type="submit" variant={primary ? 'primary' : 'secondary'} disabled={asking} className="w-full">
            Sign in
          </Button>
        </form>
      </PanelBody>
    </Panel>
  )
}
