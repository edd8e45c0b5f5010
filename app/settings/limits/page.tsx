import type { Metadata } from 'next'
import { bytes, count, duration } from '@/components/ui/format'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { requireAdmin } from '@/lib/authority/may'
import { listLimits } from '@/lib/limits'
import type { Limit } from '@/lib/protocol/admin'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Quotas and limits' }

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage(
    { title: 'Quotas and limits', path: '/settings/limits', search: searchParams },
    async (rt, caller, { tenant }) => {
      requireAdmin(caller, tenant)
      return listLimits(rt)
    },
    ({ items }) => ({
      hint: 'what this service enforces, read only',
      action: null,
      body: (
        <>
          <TableScroll label="Limits" className="rounded-1 border border-line bg-surface">
            <Table>
              <THead>
                <tr>
                  <Th>Limit</Th>
                  <Th numeric>At most</Th>
                  <Th className="hidden md:table-cell">Beyond it</Th>
                  <Th className="hidden md:table-cell">Set by the operator with</Th>
                </tr>
              </THead>
              <tbody>
                {items.map((limit) => (
                  <Tr key={limit.name} className="h-11">
                    <Td>
                      <span className="font-medium">{limit.name}</span>
                      <span className="block text-ink-3 text-xs [overflow-wrap:anywhere] md:hidden">
                        {limit.says}; {limit.setting ?? 'fixed in this version'}
                      </span>
                    </Td>
                    <Td numeric title={`${count(limit.value)} ${limit.unit === 'count' ? '' : limit.unit}`.trim()}>
                      <span className="whitespace-nowrap">{shown(limit)}</span>
                    </Td>
                    <Td className="hidden text-ink-2 md:table-cell">{limit.says}</Td>
                    <Td className="hidden md:table-cell">
                      {limit.setting ? (
                        <code className="text-xs">{limit.setting}</code>
                      ) : (
                        <span className="text-ink-3">fixed in this version</span>
                      )}
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </TableScroll>
          <p className="mt-3 text-ink-2">
            They hold for every tenant of this service alike. There is no quota on how many artifacts or bytes a tenant
            keeps.
          </p>
        </>
      ),
    }),
  )

const shown = ({ value, unit }: Limit): string =>
  unit === 'bytes'
    ? bytes(value)
    : unit === 'seconds'
      ? duration(value * 1000)
      : unit === 'ms'
        ? duration(value)
        : count(value)
