import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { requireCaller } from '@/app/caller'
import { loadFilters, PAGE_SIZE, serializeFilters, toQuery } from '@/components/artifacts/filters'
import { ListView } from '@/components/artifacts/list-view'
import { Page } from '@/components/shell/page'
import { NoTenant } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import type { ShownProblem } from '@/components/ui/problem-notice'
import { listArtifacts } from '@/lib/artifacts/list'
import { type ArtifactList, ArtifactListQuery } from '@/lib/protocol/admin'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Artifacts' }
const CRUMBS = [{ label: 'Artifacts' }]

export default async function ArtifactsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = loadFilters(await searchParams)
  const caller = await requireCaller(`/artifacts${serializeFilters(filters)}`)
  const tenant = await chosenTenant(caller, filters.tenant)
  if (tenant === null) return <NoTenant crumbs={CRUMBS} operator={caller.operator} />

  const rt = await runtime()
  const asOf = rt.now().getTime()
  let page: ArtifactList | null = null
  let problem: ShownProblem | null = null
  const query = ArtifactListQuery.safeParse({ ...toQuery(filters, tenant, asOf), limit: PAGE_SIZE })
  if (query.success) {
    try {
      page = await listArtifacts(rt, caller, query.data)
    } catch (error) {
      if (!isProblem(error)) throw error
      problem = { code: error.code, detail: error.detail, request_id: caller.requestId }
    }
  } else
    problem = {
      code: 'invalid_request',
      detail: 'A filter in the address has a value that cannot be.',
      errors: query.error.issues.map((i) => ({ pointer: `/${i.path.join('/')}`, detail: i.message })),
    }
  return (
    <Page crumbs={CRUMBS} tenant={tenant} fill>
      <ListView key={asOf} first={{ asOf, filters, page, problem }} tenant={tenant} />
    </Page>
  )
}
