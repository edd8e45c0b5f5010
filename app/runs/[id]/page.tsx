import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { firstEvents } from '@/app/audit/first-events'
import { requireCaller } from '@/app/caller'
import { visible } from '@/components/artifact/visible-text'
import { PAGE_SIZE } from '@/components/audit/filters'
import { loadTimelineFilters, serializeTimelineFilters, timelineQuery } from '@/components/runs/filters'
import { LocatorsPanel } from '@/components/runs/locators-panel'
import { ParticipantsPanel } from '@/components/runs/participants-panel'
import { Timeline } from '@/components/runs/timeline'
import { STATE } from '@/components/runs/words'
import { Page, PageTitle } from '@/components/shell/page'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant, isAdminOf } from '@/components/shell/tenant'
import { ButtonLink } from '@/components/ui/button'
import { Fact, Facts } from '@/components/ui/facts'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { getRun } from '@/lib/authority/find-runs'
import type { Run } from '@/lib/protocol/admin'
import { isProblem, type ProblemError } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Run' }

export default async function RunPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}) {
  const id = decodeURIComponent((await params).id)
  const filters = loadTimelineFilters(await searchParams)
  const caller = await requireCaller(`/runs/${encodeURIComponent(id)}${serializeTimelineFilters(filters)}`)
  const crumbs = [
    { label: 'Runs', href: '/runs' },
    { label: id, exact: true },
  ]
  const tenant = await chosenTenant(caller, filters.tenant)
  if (tenant === null) return <NoTenant crumbs={crumbs} operator={caller.operator} />
  let run: Run | ProblemError
  try {
    run = await getRun(await runtime(), caller, { tenant }, id)
  } catch (error) {
    if (!isProblem(error)) throw error
    run = error
  }
  if ('code' in run) {
    if (run.code === 'not_found') notFound()
    return <RefusalPage problem={run} requestId={caller.requestId} crumbs={crumbs} />
  }
  const first = await firstEvents(caller, () => ({ ...timelineQuery(filters, tenant, id), limit: PAGE_SIZE }))
  const of = new URLSearchParams({ tenant, run: id })
  return (
    <Page crumbs={crumbs} tenant={tenant}>
      <PageTitle
        hint={
          <>
            for <b className="font-medium text-ink">{run.purposes.join(', ')}</b>
          </>
        }
        actions={
          <>
            <ButtonLink href={`/artifacts?${of}`}>Artifacts</ButtonLink>
            <ButtonLink href={`/audit?${of}`}>Audit</ButtonLink>
          </>
        }
      >
        <span className="font-value text-lg [overflow-wrap:anywhere]">{id}</span>
      </PageTitle>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
        <div className="lg:order-last">
          <div className="space-y-4">
            <Panel aria-labelledby="run-facts">
              <PanelHeader id="run-facts" title="Run" />
              <PanelBody>
                <Facts>
                  <Fact name="State">
                    <Status word={STATE[run.state].word}>{STATE[run.state].says}</Status>{' '}
                    <span className="text-ink-3">{STATE[run.state].means}</span>
                  </Fact>
                  <Fact name="Purposes">{run.purposes.join(', ')}</Fact>
                  <Fact name="Made">
                    <Time at={run.created_at} show="utc" />
                  </Fact>
                  <Fact name="By">{visible(run.created_by.name ?? run.created_by.principal_id)}</Fact>
                </Facts>
              </PanelBody>
            </Panel>
            <ParticipantsPanel run={run} admin={isAdminOf(caller, tenant)} />
            <LocatorsPanel run={run} />
          </div>
        </div>
        <Timeline key={first.asOf} run={run} first={first} />
      </div>
    </Page>
  )
}
