import type { Metadata } from 'next'
import { currentCaller } from '@/app/caller'
import { NarrowPage } from '@/components/sign-in/narrow-page'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Refused } from '@/lib/authority/identities'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Not signed in' }

const WORDS: Record<Refused, (provider: string) => { title: string; what: string; next: string }> = {
  not_invited: (provider) => ({
    title: 'You are not invited',
    what: `${provider} knows you; this instance does not. No account was made.`,
    next: 'Ask an admin of the tenant to invite the address that you have there. If you have an invitation link, open it and continue from that page.',
  }),
  another_address: (provider) => ({
    title: 'The invitation is for another address',
    what: `${provider} names an address for you that was not invited. No account was made.`,
    next: 'Sign in there with the invited address, or ask for an invitation of the one you have.',
  }),
  address_taken: (provider) => ({
    title: 'An account has this address',
    what: `It is in use, or ${provider} has given the address to somebody else before. An address alone opens no account.`,
    next: `Sign in to it as before, then connect ${provider} under Settings, Sign-in. If you have an open invitation, ${provider} must have verified the address. Whoever runs the instance can help with "users recover".`,
  }),
  connected_elsewhere: (provider) => ({
    title: 'This identity was not connected',
    what: `It belongs to another account of this instance, or your account has another identity of ${provider}.`,
    next: `Sign out of ${provider}, and connect the identity that is yours.`,
  }),
  connect_ended: () => ({
    title: 'This identity was not connected',
    what: 'The session that asked for it has ended, or somebody else is signed in here now.',
    next: 'Sign in, and connect it again.',
  }),
}

export default async function RefusedPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [{ reason }, caller, rt] = await Promise.all([searchParams, currentCaller(), runtime()])
  const known = typeof reason === 'string' && Object.hasOwn(WORDS, reason) ? (reason as Refused) : 'not_invited'
  const { title, what, next } = WORDS[known](rt.config.oidc?.name ?? 'The provider')
  return (
    <NarrowPage title={title} signedIn={caller !== null}>
      <div className="space-y-4">
        <Notice tone="blocked">{what}</Notice>
        <p className="text-ink-2">{next}</p>
        {caller ? (
          <ButtonLink href="/settings/sign-in">Your sign-in</ButtonLink>
        ) : (
          <ButtonLink href="/sign-in">Sign in differently</ButtonLink>
        )}
      </div>
    </NarrowPage>
  )
}
