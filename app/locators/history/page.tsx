import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireCaller } from '@/app/caller'
import { HistoryView } from '@/components/locators/history-view'
import { LocatorName } from '@/components/locators/locator-name'
import { Page, PageTitle } from '@/components/shell/page'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import { CopyButton } from '@/components/ui/copy-button'
import { middle } from '@/components/ui/middle'
import { NextPage } from '@/components/ui/next-page'
import { locatorHistory } from '@/lib/artifacts/locators'
import type { LocatorMove } from '@/lib/protocol/admin'
import { isProblem, type ProblemError } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Locator history' }
const PATH = '/locators/history'
type Search = Promise<Record<string, string | string[] | undefined>>
type History = { items: LocatorMove[]; next: string | null }
const one = (v: string | string[] | undefined) => (typeof v === 'string' && v !== '' ? v : undefined)

export default async function LocatorHistoryPage({ searchParams }: { searchParams: Search }) {
  const query = await searchParams
  const [run_id, locator, after, named] = [one(query.run_id), one(query.locator), one(query.after), one(query.tenant)]
  if (!run_id || !locator) notFound()
  const address = new URLSearchParams({ run_id, locator, ...(named && { tenant: named }), ...(after && { after }) })
  const caller = await requireCaller(`${PATH}?${address}`)
  const crumbs = [
    { label: 'Locator history', href: '/locators' },
    { label: locator, exact: true },
  ]
  const tenant = await chosenTenant(caller, named)
  if (tenant === null) return <NoTenant crumbs={crumbs} operator={caller.operator} />

  let history: History | ProblemError
  try {
    history = await locatorHistory(await runtime(), caller, { tenant, run_id, locator, ...(after && { after }) })
  } catch (error) {
    if (!isProblem(error)) throw error
    history = error
  }
  if ('code' in history) {
    if (history.code === 'not_found') notFound()
    return <RefusalPage problem={history} requestId={caller.requestId} crumbs={crumbs} />
  }
  return (
    <Page
      tenant={tenant}
      crumbs={[
        { label: 'Locator history', href: '/locators' },
        {
          label: middle(run_id, 24, 8),
          href: `/locators?${new URLSearchParams({ tenant, run: run_id })}`,
          exact: true,
        },
        { label: 'Locator' },
      ]}
    >
      <PageTitle
        actions={<CopyButton text={locator}>Copy the name</CopyButton>}
        hint={
          <>
            a mutable name in the run <span className="font-value text-xs">{run_id}</span>
          </>
        }
      >
        <LocatorName name={locator} />
      </PageTitle>
      <HistoryView moves={history.items} older={history.next !== null} />
      <NextPage path={PATH} query={{ tenant, run_id, locator }} next={history.next} />
    </Page>
  )
}
