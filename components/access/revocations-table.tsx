import Link from 'next/link'
import { count } from '@/components/ui/format'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Revocation } from '@/lib/protocol/authority'
import { revocationHref } from './search'
import { DERIVED, targetWords } from './words'

const WIDE = 'hidden md:table-cell'

export function RevocationsTable({ revocations }: { revocations: Revocation[] }) {
  return (
    <TableScroll label="Revocations" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>What was revoked</Th>
            <Th className={WIDE}>When</Th>
            <Th numeric className={WIDE}>
              Grants
            </Th>
            <Th className={WIDE}>Derived</Th>
            <Th>Drain</Th>
          </tr>
        </THead>
        <tbody>
          {revocations.map((r) => (
            <Tr key={r.revocation_id} className="h-11">
              <Td>
                <Link className="link inline-block min-h-6" href={revocationHref(r.revocation_id, r.tenant_id)}>
                  {targetWords({ scope: r.scope, id: r.target.id })}
                </Link>
                <span className="line-clamp-2 max-w-[60ch] break-words text-ink-2 text-xs">{r.reason}</span>
                <span className="block text-ink-3 text-xs md:hidden">
                  <Time at={r.revoked_at} /> by {r.revoked_by.name}
                </span>
              </Td>
              <Td className={WIDE}>
                <Time at={r.revoked_at} show="utc" />
                <span className="block text-ink-3 text-xs">{r.revoked_by.name}</span>
              </Td>
              <Td numeric className={WIDE}>
                {count(r.grants)}
              </Td>
              <Td className={WIDE}>
                {DERIVED[r.derived].label.toLowerCase()}
                {r.derived !== 'leave' && <span className="block text-ink-3 text-xs">{count(r.blocked)} found</span>}
              </Td>
              <Td>
                <Status word={r.drain.state} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}
