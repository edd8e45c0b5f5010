import Link from 'next/link'
import { visible } from '@/components/artifact/visible-text'
import { plural } from '@/components/ui/format'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Run } from '@/lib/protocol/admin'
import { runHref } from './run-href'
import { STATE } from './words'

const WIDE = 'hidden md:table-cell'
const NAMED = 3

export function RunTable({ runs }: { runs: Run[] }) {
  return (
    <TableScroll label="Runs" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>Run</Th>
            <Th>State</Th>
            <Th className={WIDE}>Purposes</Th>
            <Th className={WIDE}>Participants</Th>
            <Th className={WIDE}>Made</Th>
          </tr>
        </THead>
        <tbody>
          {runs.map((run) => (
            <Tr key={run.run_id} className="h-11" data-run={run.run_id}>
              <Td className="[overflow-wrap:anywhere]">
                <Link data-row href={runHref(run.tenant_id, run.run_id)} className="link font-value text-xs">
                  {run.run_id}
                </Link>
                <span className="block text-ink-3 text-xs">
                  by {visible(run.created_by.name ?? run.created_by.principal_id)}
                </span>
                <span className="block text-ink-3 text-xs md:hidden">
                  for {run.purposes.join(', ')}; {whoTakesPart(run)}; made <Time at={run.created_at} />
                </span>
              </Td>
              <Td>
                <Status word={STATE[run.state].word}>{STATE[run.state].says}</Status>
              </Td>
              <Td className={WIDE}>{run.purposes.join(', ')}</Td>
              <Td className={WIDE}>{whoTakesPart(run)}</Td>
              <Td className={`${WIDE} text-ink-2`}>
                <Time at={run.created_at} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

function whoTakesPart({ participants, left }: Run): string {
  const names = participants.slice(0, NAMED).map((p) => visible(p.name))
  const more = participants.length - names.length
  const now = names.length === 0 ? 'nobody' : [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return left.length === 0 ? now : `${now}; ${plural(left.length, 'has', 'have')} left`
}
