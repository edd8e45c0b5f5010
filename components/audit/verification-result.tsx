import { IdChip } from '@/components/ui/chip'
import { Finding } from '@/components/ui/finding'
import { count, plural } from '@/components/ui/format'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import type { AuditVerification } from '@/lib/protocol/audit'

const WHERE = { database: 'in the database', outside: 'in the data folder' }

/** What was recomputed, which checkpoints it leads to, and every fault by name. */
export function VerificationResult({ result }: { result: AuditVerification }) {
  return (
    <div role="status" className="space-y-2">
      <Finding
        saysNothingAbout={
          result.verified
            ? 'Says nothing about what was not logged, nor against whoever holds the data folder as well: hold a checkpoint against it that was kept elsewhere.'
            : 'Disclosures go on, and their events wait. Nothing is signed over what differs.'
        }
      >
        {plural(result.examined, 'event')} of {result.origin} were recomputed.{' '}
        <b>
          {result.verified
            ? 'The log leads to its checkpoints, and no event was changed, removed, moved or slipped in.'
            : `${plural(result.faults_total, 'fault')} found.`}
        </b>
      </Finding>
      <ul className="text-xs">
        {result.checkpoints.map(({ where, size, agrees }) => (
          <li key={where} className="flex justify-between gap-3 border-line border-b py-1">
            The checkpoint {WHERE[where]}, over {plural(size, 'event')}
            <Status word={agrees ? 'verified' : 'integrity failed'}>{agrees ? 'agrees' : 'differs'}</Status>
          </li>
        ))}
      </ul>
      {result.faults.length > 0 && (
        <TableScroll label="Faults" className="max-h-72 overflow-y-auto rounded-1 border border-line">
          <Table>
            <THead>
              <tr>
                <Th>Fault</Th>
                <Th numeric>Position</Th>
                <Th>Event</Th>
                <Th>What differs</Th>
              </tr>
            </THead>
            <tbody>
              {result.faults.map((fault) => (
                <Tr key={`${fault.kind} ${fault.position} ${fault.event_id} ${fault.detail}`}>
                  <Td>
                    <Status word="integrity failed">{fault.kind}</Status>
                  </Td>
                  <Td numeric>{fault.position === null ? 'none' : count(fault.position)}</Td>
                  <Td>{fault.event_id ? <IdChip id={fault.event_id} /> : 'none'}</Td>
                  <Td className="min-w-60">{fault.detail}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      )}
      {result.faults_total > result.faults.length && (
        <p className="text-ink-3 text-xs">
          The first {count(result.faults.length)} of {count(result.faults_total)}.
        </p>
      )}
    </div>
  )
}
