import type { Metadata } from 'next'
import { DerivedTable } from '@/components/access/derived-table'
import { RevocationView } from '@/components/access/revocation-view'
import { NextPage } from '@/components/ui/next-page'
import { describeRevocation, listBlocks } from '@/lib/authority/revoke'
import { accessPage, type Search } from '../../one'

export const metadata: Metadata = { title: 'Revocation' }

export default async function RevocationPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>
  searchParams: Search
}) {
  const { id } = await params
  const path = `/access/revocations/${encodeURIComponent(id)}`
  return accessPage(
    { path, label: 'Revocation', tab: 'revocations', search: searchParams },
    async ({ rt, caller, tenant, after, administers }) => {
      const revocation = await describeRevocation(rt, caller, tenant, id)
      const blocks = await listBlocks(rt, caller, tenant, id, after ? { after } : {})
      return (
        <>
          <RevocationView first={revocation} />
          <h2 className="mt-6 mb-2 font-semibold text-ink text-lg">Derived artifacts</h2>
          {revocation.derived === 'leave' ? (
            <p className="text-ink-2">
              Left: what the other side derived was not looked for. It stays readable to whoever may read it.
            </p>
          ) : blocks.items.length === 0 ? (
            <p className="text-ink-2">None were found: nothing was derived from what these grants gave.</p>
          ) : (
            <DerivedTable tenant={tenant} revocationId={id} blocks={blocks.items} administers={administers} />
          )}
          <NextPage path={path} query={{ tenant }} next={blocks.next} />
        </>
      )
    },
  )
}
