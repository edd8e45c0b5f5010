import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import type { ReactNode } from 'react'
import { requireCaller } from '@/app/caller'
import { accessHref, loadAccess } from '@/components/access/search'
import { Page, PageTitle } from '@/components/shell/page'
import { NoTenant } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Tabs } from '@/components/ui/tabs'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'
import { type Asked, standingOf } from './asked'
import { grantsTab } from './grants-tab'
import { requestsTab } from './requests-tab'
import { revocationsTab } from './revocations-tab'
import { sharingTab } from './sharing-tab'

export const metadata: Metadata = { title: 'Access' }
const CRUMBS = [{ label: 'Access' }]

type Body = { actions?: ReactNode; body: ReactNode }
const TAB: Record<
  'sharing' | 'grants' | 'requests' | 'revocations',
  { label: string; show: (a: Asked) => Promise<Body> }
> = {
  sharing: { label: 'Sharing', show: sharingTab },
  grants: { label: 'Grants', show: grantsTab },
  requests: { label: 'Requests', show: requestsTab },
  revocations: { label: 'Revocations', show: revocationsTab },
}

export default async function AccessPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const search = loadAccess(await searchParams)
  const caller = await requireCaller(accessHref(search))
  const tenant = await chosenTenant(caller, search.tenant)
  if (tenant === null) return <NoTenant crumbs={CRUMBS} operator={caller.operator} />
  const standing = standingOf(caller, tenant)
  const tab = search.tab ?? (standing.oversees ? 'sharing' : 'requests')
  // Others have requests of their own, and nothing else to see here.
  const tabs = standing.oversees ? (Object.keys(TAB) as (keyof typeof TAB)[]) : ['requests' as const]
  const { actions, body } = await shown(() =>
    runtime().then((rt) => TAB[tab].show({ rt, caller, tenant, search, ...standing })),
  )
  return (
    <Page crumbs={CRUMBS} tenant={tenant}>
      <PageTitle hint="who may read what, and how that ends" actions={actions}>
        Access
      </PageTitle>
      <div className="space-y-4">
        <Tabs
          label="Parts of access"
          current={tab}
          tabs={tabs.map((key) => ({ key, label: TAB[key].label, href: accessHref({ tenant, tab: key }) }))}
        />
        {body}
      </div>
    </Page>
  )

  async function shown(work: () => Promise<Body>): Promise<Body> {
    try {
      return await work()
    } catch (error) {
      if (!isProblem(error)) throw error
      return {
        body: <ProblemNotice problem={{ code: error.code, detail: error.detail, request_id: caller.requestId }} />,
      }
    }
  }
}
