import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { requireCaller } from '@/app/caller'
import { loadRunFilters, serializeRunFilters } from '@/components/runs/filters'
import { RunFilterBar } from '@/components/runs/run-filters'
import { RunTable } from '@/components/runs/run-list'
import { Page, PageTitle } from '@/components/shell/page'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { NextPage } from '@/components/ui/next-page'
import { listRuns } from '@/lib/authority/find-runs'
import { RunListQuery } from '@/lib/protocol/admin'
import { isProblem, ProblemError } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Runs' }
const CRUMBS = [{ label: 'Runs' }]

export default async function RunsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = loadRunFilters(await searchParams)
  const caller = await requireCaller(`/runs${serializeRunFilters(filters)}`)
  const tenant = await chosenTenant(caller, filters.tenant)
  if (tenant === null) return <NoTenant crumbs={CRUMBS} operator={caller.operator} />
  const given = { ...filters, tenant, after: filters.after }
  const query = RunListQuery.safeParse(Object.fromEntries(Object.entries(given).filter(([, v]) => v !== null)))
  const narrowed = filters.state !== null || filters.purpose !== null || filters.principal !== null
  try {
    if (!query.success)
      throw new ProblemError('invalid_request', 'A filter in the address has a value that cannot be.', {
        errors: query.error.issues.map((i) => ({ pointer: `/${i.path.join('/')}`, detail: i.message })),
      })
    const { items, next } = await listRuns(await runtime(), caller, query.data)
    return (
      <Page crumbs={CRUMBS} tenant={tenant}>
        <PageTitle hint="pieces of work: who took part, for which purposes">Runs</PageTitle>
        <RunFilterBar filters={filters} tenant={tenant} />
        {items.length > 0 ? (
          <>
            <RunTable runs={items} />
            <NextPage
              path="/runs"
              query={{
                tenant,
                state: filters.state ?? undefined,
                purpose: filters.purpose ?? undefined,
                principal: filters.principal ?? undefined,
              }}
              next={next}
            />
          </>
        ) : narrowed ? (
          <Empty
            kind="none match"
            title="None match"
            actions={<ButtonLink href={`/runs?tenant=${encodeURIComponent(tenant)}`}>Clear filters</ButtonLink>}
          >
            No run that you may see in <span className="font-value text-xs">{tenant}</span> matches all of these
            filters.
          </Empty>
        ) : (
          <Empty kind="none exist" title="None exist for you">
            A run is made with the first key or publish that names it. You see those you take part in; admins and
            auditors see all of the tenant’s.
          </Empty>
        )}
      </Page>
    )
  } catch (error) {
    if (!isProblem(error)) throw error
    return <RefusalPage problem={error} requestId={caller.requestId} crumbs={CRUMBS} />
  }
}
