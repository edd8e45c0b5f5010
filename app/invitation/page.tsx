import type { Metadata } from 'next'
import { currentCaller } from '@/app/caller'
import { InvitationLink } from '@/components/sign-in/invitation-link'
import { NarrowPage } from '@/components/sign-in/narrow-page'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Invitation' }

export default async function InvitationPage() {
  const [caller, rt] = await Promise.all([currentCaller(), runtime()])
  return (
    <NarrowPage title="Invitation" signedIn={caller !== null}>
      <InvitationLink signedInAs={caller?.name ?? null} provider={rt.config.oidc?.name ?? null} />
    </NarrowPage>
  )
}
