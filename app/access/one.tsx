import type { ReactNode } from 'react'
import { requireCaller } from '@/app/caller'
import { accessHref } from '@/components/access/search'
import { Page } from '@/components/shell/page'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'
import { type Asked, standingOf } from './asked'

export type Search = Promise<Record<string, string | string[] | undefined>>
type Of = Omit<Asked, 'search'> & { after: string | null }
const one = (v: string | string[] | undefined): string | null => (typeof v === 'string' && v !== '' ? v : null)

/** A page below Access about one thing of one tenant: signs in, chooses the tenant, asks, and says why when it may not. */
export async function accessPage(
  { path, label, tab, search }: { path: string; label: string; tab: 'grants' | 'revocations'; search: Search },
  show: (of: Of) => Promise<ReactNode>,
) {
  const query = await search
  const named = one(query.tenant)
  const caller = await requireCaller(named ? `${path}?tenant=${encodeURIComponent(named)}` : path)
  const tenant = await chosenTenant(caller, named)
  const crumbs = [{ label: 'Access', href: accessHref({ tenant, tab }) }, { label }]
  if (tenant === null) return <NoTenant crumbs={crumbs} operator={caller.operator} />
  const rt = await runtime()
  try {
    const body = await show({ rt, caller, tenant, after: one(query.after), ...standingOf(caller, tenant) })
    return (
      <Page crumbs={crumbs} tenant={tenant}>
        {body}
      </Page>
    )
  } catch (error) {
    if (!isProblem(error)) throw error
    return <RefusalPage problem={error} requestId={caller.requestId} crumbs={crumbs} />
  }
}
