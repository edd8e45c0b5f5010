import type { ReactNode } from 'react'
import { requireCaller } from '@/app/caller'
import { Page, PageTitle } from '@/components/shell/page'
import { NoTenant, RefusalPage } from '@/components/shell/refusal'
import { chosenTenant } from '@/components/shell/tenant'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import { isProblem } from '@/lib/protocol/problem'
import { runtime } from '@/lib/runtime'

export type SettingsSearch = Promise<Record<string, string | string[] | undefined>>
const one = (v: string | string[] | undefined): string | undefined =>
  typeof v === 'string' && v !== '' ? v : undefined

/** `version` is of the page of schemas, which shows one of them. */
export type AdminQuery = { tenant: string; after?: string; version?: string }

/** A page of one tenant's administration: signs in, chooses the tenant, lists once, and says why when it may not. */
export async function adminPage<T>(
  { title, path, search }: { title: string; path: string; search: SettingsSearch },
  list: (rt: Deps, caller: Caller, query: AdminQuery) => Promise<T>,
  render: (result: T, tenant: string, now: number) => { hint: ReactNode; action: ReactNode; body: ReactNode },
) {
  const query = await search
  const named = one(query.tenant)
  const caller = await requireCaller(named ? `${path}?tenant=${encodeURIComponent(named)}` : path)
  const crumbs = [{ label: title }]
  const tenant = await chosenTenant(caller, named)
  if (tenant === null) return <NoTenant crumbs={crumbs} operator={caller.operator} />
  const rt = await runtime()
  const [after, version] = [one(query.after), one(query.version)]
  try {
    const result = await list(rt, caller, { tenant, ...(after && { after }), ...(version && { version }) })
    const { hint, action, body } = render(result, tenant, rt.now().getTime())
    return (
      <Page crumbs={crumbs} tenant={tenant}>
        <PageTitle hint={hint} actions={action}>
          {title}
        </PageTitle>
        {body}
      </Page>
    )
  } catch (error) {
    if (!isProblem(error)) throw error
    return <RefusalPage problem={error} requestId={caller.requestId} crumbs={crumbs} />
  }
}
