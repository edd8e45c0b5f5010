import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { Page, PageTitle } from '@/components/shell/page'
import { START_COOKIE } from '@/components/shell/preferences'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant, isAdminOf } from '@/components/shell/tenant'
import { Checklist } from '@/components/start/checklist'
import { startFacts } from '@/components/start/facts'
import { FirstTenant } from '@/components/start/first-tenant'
import { TakePlace } from '@/components/start/take-place'
import { ownSignIn } from '@/lib/authority/sign-in-settings'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'
import { requireCaller } from './caller'

export const metadata: Metadata = { title: 'Getting started' }
const CRUMBS = [{ label: 'Getting started' }]

/** The first steps, for an admin until they are done or put off; for everybody else the artifacts. */
export default async function HomePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const query = await searchParams
  const asked = query.show === 'start'
  const caller = await requireCaller(asked ? '/?show=start' : '/')
  const tenant = await chosenTenant(caller, typeof query.tenant === 'string' ? query.tenant : null)
  if (tenant === null) {
    if (!caller.operator) return <NoTenant crumbs={CRUMBS} operator={false} />
    const { email } = await ownSignIn(await runtime(), caller)
    return (
      <Page crumbs={CRUMBS}>
        <PageTitle hint="you are the operator of this instance and belong to no tenant">Getting started</PageTitle>
        <div className="space-y-6">
          <FirstTenant />
          <TakePlace name={caller.name} email={email} />
        </div>
      </Page>
    )
  }
  if (!isAdminOf(caller, tenant)) redirect('/artifacts')
  if (!asked && (await cookies()).get(START_COOKIE)) redirect('/artifacts')
  const rt = await runtime()
  try {
    const facts = await startFacts(rt, caller, tenant)
    if (!asked && facts.read) redirect('/artifacts')
    return (
      <Page crumbs={CRUMBS} tenant={tenant}>
        <div className="max-w-[760px] space-y-4">
          <PageTitle hint="each step ticks when the service has seen it happen" className="mb-0">
            Getting started
          </PageTitle>
          <Checklist tenant={tenant} at={rt.now().toISOString()} facts={facts} />
        </div>
      </Page>
    )
  } catch (error) {
    if (!isProblem(error)) throw error
    return <RefusalPage problem={error} requestId={caller.requestId} crumbs={CRUMBS} />
  }
}
