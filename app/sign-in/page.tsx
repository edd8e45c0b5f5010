import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { currentCaller } from '@/app/caller'
import { NarrowPage } from '@/components/sign-in/narrow-page'
import { returnTo } from '@/components/sign-in/return-to'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { Notice } from '@/components/ui/notice'
import { namedSession } from '@/lib/authority/session'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Sign in' }

/** What Auth.js says of a way back from the provider that failed. Why exactly is in the operation log. */
const FAILED = (provider: string): Record<string, string> => ({
  OAuthCallbackError: `${provider} did not sign you in: it was cancelled there, or it refused.`,
  Configuration: `Signing in through ${provider} did not complete. The answer did not belong to a sign-in that this browser began in the last 15 minutes, or ${provider} could not be asked. Try again.`,
})

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [query, caller, rt] = await Promise.all([searchParams, currentCaller(), runtime()])
  const provider = rt.config.oidc?.name ?? null
  const failed = provider && typeof query.error === 'string' ? FAILED(provider)[query.error] : undefined
  const ended = !caller && (await namedSession(rt, (await headers()).get('cookie'))) !== null
  return (
    <NarrowPage title="Sign in" signedIn={caller !== null}>
      {failed ? (
        <Notice tone="blocked" role="alert" className="mb-4">
          {failed}
        </Notice>
      ) : (
        ended && (
          <Notice tone="attention" role="status" className="mb-4">
            Your session has ended. Sign in to go on where you were.
          </Notice>
        )
      )}
      <SignInForm to={returnTo(query.to)} signedInAs={caller?.name ?? null} provider={provider} />
    </NarrowPage>
  )
}
