import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { requireCaller } from '@/app/caller'
import { loadFilters, PAGE_SIZE, serializeFilters, toQuery } from '@/components/audit/filters'
import { LogView } from '@/components/audit/log-view'
import { Page } from '@/components/shell/page'
import { NoTenant } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import { firstEvents } from './first-events'

export const metadata: Metadata = { title: 'Audit' }
const CRUMBS = [{ label: 'Audit' }]

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = loadFilters(await searchParams)
  const caller = await requireCaller(`/audit${serializeFilters(filters)}`)
  const tenant = await chosenTenant(caller, filters.tenant)
  if (tenant === null && !filters.log) return <NoTenant crumbs={CRUMBS} operator={caller.operator} />
  const first = await firstEvents(caller, (now) => ({ ...toQuery(filters, tenant ?? '', now), limit: PAGE_SIZE }))
  return (
    <Page crumbs={CRUMBS} {...(tenant !== null && { tenant })} fill>
      <LogView key={first.asOf} first={first} tenant={tenant ?? ''} />
    </Page>
  )
}
