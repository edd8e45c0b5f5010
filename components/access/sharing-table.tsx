import Link from 'next/link'
import { count, plural } from '@/components/ui/format'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { SharingRow } from '@/lib/protocol/authority'
import { RevokeDialog } from './revoke-dialog'
import { accessHref } from './search'

const WIDE = 'hidden md:table-cell'

/** One direction of sharing, a tenant a row. What is given can be ended; what is received is the other side's to end. */
export function SharingTable({
  tenant,
  rows,
  direction,
  administers,
}: {
  tenant: string
  rows: SharingRow[]
  direction: SharingRow['direction']
  administers: boolean
}) {
  const given = direction === 'given'
  return (
    <TableScroll
      label={given ? 'Shared by this tenant' : 'Shared with this tenant'}
      className="rounded-1 border border-line bg-surface"
    >
      <Table>
        <THead>
          <tr>
            <Th>{given ? 'To the tenant' : 'From the tenant'}</Th>
            <Th numeric className={WIDE}>
              Live grants
            </Th>
            <Th numeric className={WIDE}>
              Grants ever
            </Th>
            <Th className={`${WIDE} pl-8`}>Last granted</Th>
            <Th className={WIDE}>Last disclosed</Th>
            <Th>
              <span className="sr-only">{given ? 'End' : 'See'}</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.tenant_id} className="h-11">
              <Td>
                <Link
                  className="link inline-block min-h-6 break-all"
                  href={accessHref({ tenant, tab: 'grants', direction, with: row.tenant_id })}
                >
                  {row.tenant_id}
                </Link>
                <span className="block text-ink-3 text-xs md:hidden">
                  {plural(row.active, 'live grant')}, granted{' '}
                  {row.last_granted_at ? <Time at={row.last_granted_at} /> : 'never'}, disclosed{' '}
                  {row.last_disclosed_at ? <Time at={row.last_disclosed_at} /> : 'never'}
                </span>
              </Td>
              <Td numeric className={WIDE}>
                {count(row.active)}
              </Td>
              <Td numeric className={WIDE}>
                {count(row.total)}
              </Td>
              <Td className={`${WIDE} pl-8 text-ink-2`}>
                {row.last_granted_at ? <Time at={row.last_granted_at} /> : 'never'}
              </Td>
              <Td className={`${WIDE} text-ink-2`}>
                {row.last_disclosed_at ? <Time at={row.last_disclosed_at} /> : 'never'}
              </Td>
              <Td className="text-right">
                {given
                  ? administers && (
                      <RevokeDialog
                        tenant={tenant}
                        target={{ scope: 'tenant', id: row.tenant_id }}
                        label={`Revoke all sharing with ${row.tenant_id}`}
                      >
                        <span>
                          Revoke all<span className="max-md:hidden"> sharing</span>…
                        </span>
                      </RevokeDialog>
                    )
                  : row.active > 0 && (
                      <Link
                        className="link text-xs"
                        href={`/artifacts?shared=true&tenant=${encodeURIComponent(tenant)}`}
                      >
                        Artifacts
                      </Link>
                    )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}
