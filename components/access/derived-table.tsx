import { IdChip } from '@/components/ui/chip'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { BlockRow } from '@/lib/protocol/authority'
import { LiftBlock } from './lift-block'

const WIDE = 'hidden md:table-cell'

/** What the other side derived, and what became of each. Of another tenant's artifacts only the id is told. */
export function DerivedTable({
  tenant,
  revocationId,
  blocks,
  administers,
}: {
  tenant: string
  revocationId: string
  blocks: BlockRow[]
  administers: boolean
}) {
  return (
    <TableScroll label="Derived artifacts" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>Derived artifact</Th>
            <Th className={WIDE}>From</Th>
            <Th className="hidden sm:table-cell">State</Th>
            <Th className={WIDE}>Since</Th>
            <Th>
              <span className="sr-only">Lift</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          {blocks.map((b) => (
            <Tr key={b.artifact_id} className="h-11">
              <Td>
                <IdChip id={b.artifact_id} what="the artifact id" />
                <span className="block text-ink-3 text-xs">of {b.owner_tenant}</span>
                <span className="block sm:hidden">
                  <State block={b} />
                </span>
                <span className="block text-ink-3 text-xs md:hidden">
                  from <IdChip id={b.source_id} what="the source's id" />
                </span>
              </Td>
              <Td className={WIDE}>
                <IdChip id={b.source_id} what="the source's id" />
              </Td>
              <Td className="hidden sm:table-cell">
                <State block={b} />
              </Td>
              <Td className={`${WIDE} text-ink-2`}>
                <Time at={b.lifted_at ?? b.blocked_at} />
              </Td>
              <Td className="text-right">
                {administers && !b.lifted_at && (
                  <LiftBlock tenant={tenant} revocationId={revocationId} artifactId={b.artifact_id} />
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

const State = ({ block: b }: { block: BlockRow }) => (
  <Status word={b.lifted_at ? 'lifted' : b.mode === 'review' ? 'awaiting review' : 'blocked'} />
)
