'use client'
import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'
import { signInByLink, signInByPassword } from '@/lib/client/sign-in'

type Refused = 'link refused' | 'password refused' | 'no answer'

const REFUSED: Record<Refused, string> = {
  'link refused':
    'This link was used already, has expired, or was cut when it was copied. A link works once, within the hour.',
  'password refused': 'The address and the password do not belong together.',
  'no answer': 'The service did not answer. Try again.',
}

/** Signing in: by the one-time link in the address, whose token is taken out of it at once, or by a local password. */
export function SignInForm({ to, signedInAs }: { to: string; signedInAs: string | null }) {
  const [token, setToken] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | Refused | ApiProblem>('idle')
  useEffect(() => {
    const take = () => {
      const found = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1]
      if (!found) return
      setToken(found)
      setState('idle')
      // Out of the address bar, so that it is in no screenshot, bookmark or history.
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    }
    take()
    // A link pasted where this page is open already differs in its fragment alone, and loads nothing.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  const attempt = async (work: () => Promise<boolean>, refused: Refused) => {
    setState('asking')
    try {
      if (!(await work())) return setState(refused)
      // A full load: the shell is rendered for the person who is signed in now.
      window.location.assign(to)
    } catch (error) {
      setState(error instanceof ApiProblem ? error : 'no answer')
    }
  }
  const asking = state === 'asking'
  return (
    <div className="space-y-4">
      {state instanceof ApiProblem ? (
        <ProblemNotice problem={state} />
      ) : (
        state !== 'idle' &&
        state !== 'asking' && (
          <Notice tone="blocked" role="alert">
            {REFUSED[state]}
          </Notice>
        )
      )}
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
      {token && state !== 'link refused' && (
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
              onClick={() => attempt(() => signInByLink(token), 'link refused')}
            >
              Sign in with the link
            </Button>
          </PanelBody>
        </Panel>
      )}
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
                'password refused',
              )
            }}
          >
            <Field label="E-mail address">
              {(c) => <Input {...c} name="email" type="email" required maxLength={254} autoComplete="username" />}
            </Field>
            <Field label="Password">
              {(c) => (
                <Input
                  {...c}
                  name="password"
                  type="password"
                  required
                  maxLength={1024}
                  autoComplete="current-password"
                />
              )}
            </Field>
            <Button type="submit" variant={token ? 'secondary' : 'primary'} disabled={asking} className="w-full">
              Sign in
            </Button>
          </form>
        </PanelBody>
      </Panel>
      <p className="text-ink-3 text-xs">
        The first start of this instance printed a one-time link. An admin of a tenant can make an account, with a link
        of its own. Whoever runs the instance can print a new link:{' '}
        <code className="break-words">npm run -s holdfast -- users link --email you@example.com</code>
      </p>
    </div>
  )
}
