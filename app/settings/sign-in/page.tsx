import type { Metadata } from 'next'
import { requireCaller } from '@/app/caller'
import { MyInvitations } from '@/components/settings/my-invitations'
import { OwnSignIn } from '@/components/settings/own-sign-in'
import { ProviderPanel } from '@/components/settings/provider-panel'
import { Page, PageTitle } from '@/components/shell/page'
import { myInvitations } from '@/lib/authority/accept-invitation'
import { ownSignIn, signInSettings } from '@/lib/authority/sign-in-settings'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Sign-in' }

/** How this person signs in and what they are asked; for admins also the provider of the instance. */
export default async function SignInSettingsPage() {
  const caller = await requireCaller('/settings/sign-in')
  const rt = await runtime()
  const admin = caller.operator || caller.tenants.some((t) => t.roles.includes('admin'))
  const [own, asked, settings] = await Promise.all([
    ownSignIn(rt, caller),
    myInvitations(rt, caller),
    admin ? signInSettings(rt, caller) : null,
  ])
  return (
    <Page crumbs={[{ label: 'Sign-in' }]}>
      <div className="max-w-[760px] space-y-4">
        <PageTitle hint="how you, and people here, sign in">Sign-in</PageTitle>
        {asked.length > 0 && <MyInvitations invitations={asked} />}
        <OwnSignIn own={own} />
        {settings && <ProviderPanel settings={settings} />}
      </div>
    </Page>
  )
}
