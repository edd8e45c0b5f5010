import { RevokeAny } from '@/components/access/revoke-any'
import { SharingTable } from '@/components/access/sharing-table'
import { Empty } from '@/components/ui/empty'
import { plural } from '@/components/ui/format'
import { listSharing } from '@/lib/authority/sharing'
import type { Asked } from './asked'

/** With which tenants this one shares, in both directions. */
export async function sharingTab({ rt, caller, tenant, administers }: Asked) {
  const { items } = await listSharing(rt, caller, tenant)
  const of = (direction: 'given' | 'received') => items.filter((row) => row.direction === direction)
  return {
    actions: administers && <RevokeAny tenant={tenant} />,
    body: (
      <>
        {(['given', 'received'] as const).map((direction) => {
          const rows = of(direction)
          const given = direction === 'given'
          return (
            <section key={direction} className="space-y-2">
              <h2 className="flex items-baseline gap-2 font-semibold text-ink text-lg">
                {given ? 'Shared by us' : 'Shared with us'}
                <span className="font-normal text-ink-3 text-sm">{plural(rows.length, 'tenant')}</span>
              </h2>
              {rows.length === 0 ? (
                <Empty kind="none exist" title="None exist">
                  {given
                    ? 'This tenant has shared nothing with another one. A grant to one of its principals, runs or to all of it would.'
                    : 'No other tenant has shared anything with this one.'}
                </Empty>
              ) : (
                <SharingTable tenant={tenant} rows={rows} direction={direction} administers={administers} />
              )}
            </section>
          )
        })}
      </>
    ),
  }
}
