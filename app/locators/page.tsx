import type { Metadata } from 'next'
import Link from 'next/link'
import { requireCaller } from '@/app/caller'
import { locatorHref } from '@/components/artifact/locator-href'
import { LocatorName } from '@/components/locators/locator-name'
import { Page, PageTitle } from '@/components/shell/page'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import { ButtonLink } from '@/components/ui/button'
import { IdText } from '@/components/ui/chip'
import { Empty } from '@/components/ui/empty'
import { count, plural } from '@/components/ui/format'
import { NextPage } from '@/components/ui/next-page'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { listLocators } from '@/lib/artifacts/locators'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

export const metadata: Metadata = { title: 'Locator history' }
const CRUMBS = [{ label: 'Locator history' }]
type Search = Promise<Record<string, string | string[] | undefined>>
const one = (v: string | string[] | undefined) => (typeof v === 'string' && v !== '' ? v : undefined)

export default async function LocatorsPage({ searchParams }: { searchParams: Search }) {
  const query = await searchParams
  const [run, after, named] = [one(query.run), one(query.after), one(query.tenant)]
  const address = new URLSearchParams(
    Object.entries({ run, after, tenant: named }).filter((p): p is [string, string] => !!p[1]),
  )
  const caller = await requireCaller(`/locators${address.size > 0 ? `?${address}` : ''}`)
  const tenant = await chosenTenant(caller, named)
  if (tenant === null) return <NoTenant crumbs={CRUMBS} operator={caller.operator} />
  try {
    const { items, next } = await listLocators(await runtime(), caller, {
      tenant,
      ...(run && { run }),
      ...(after && { after }),
    })
    return (
      <Page crumbs={CRUMBS} tenant={tenant}>
        <PageTitle hint={run ? `names of the run ${run}` : 'names that move; what each named is kept'}>
          Locator history
        </PageTitle>
        {items.length === 0 ? (
          run ? (
            <Empty kind="none match" title="None match" actions={<ButtonLink href="/locators">All runs</ButtonLink>}>
              No locator of the run <span className="font-value text-xs">{run}</span> that you may see.
            </Empty>
          ) : (
            <Empty kind="none exist" title="None exist for you">
              A publish with a <code className="text-xs">locator</code> in its manifest gives a mutable name to what it
              published, within its run.
            </Empty>
          )
        ) : (
          <>
            <TableScroll label="Locators" className="rounded-1 border border-line bg-surface">
              <Table>
                <THead>
                  <tr>
                    <Th>Locator</Th>
                    <Th>Names now</Th>
                    <Th numeric className="hidden sm:table-cell">
                      Moves
                    </Th>
                    <Th className="hidden sm:table-cell">Last moved</Th>
                  </tr>
                </THead>
                <tbody>
                  {items.map((l) => (
                    <Tr key={`${l.run_id} ${l.locator}`} className="h-11">
                      <Td long>
                        <Link className="link" href={locatorHref({ tenant_id: tenant, run_id: l.run_id }, l.locator)}>
                          <LocatorName name={l.locator} />
                        </Link>
                        <span className="block font-value text-ink-3 text-xs">{l.run_id}</span>
                        <span className="block text-ink-3 text-xs sm:hidden">
                          {plural(l.moves, 'move')}, last <Time at={l.moved_at} />
                        </span>
                      </Td>
                      <Td>
                        <Link
                          href={`/artifacts/${l.artifact_id}`}
                          title={l.artifact_id}
                          className="link whitespace-nowrap"
                        >
                          <IdText id={l.artifact_id} />
                        </Link>
                      </Td>
                      <Td numeric className="hidden sm:table-cell">
                        {count(l.moves)}
                      </Td>
                      <Td className="hidden sm:table-cell">
                        <Time at={l.moved_at} />
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            </TableScroll>
            <NextPage path="/locators" query={{ tenant, run }} next={next} />
          </>
        )}
      </Page>
    )
  } catch (error) {
    if (!isProblem(error)) throw error
    return <RefusalPage problem={error} requestId={caller.requestId} crumbs={CRUMBS} />
  }
}
