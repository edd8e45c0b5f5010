import { count } from '@/components/ui/format'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ReaderRow } from '@/lib/protocol/authority'
import { RevokeDialog } from './revoke-dialog'
import { RuleStatus } from './rule-status'
import { RULE } from './words'

const WIDE = 'hidden md:table-cell'

/** Everybody a rule relates to the artifact: those it lets read now first, then those whose rule has ended. */
export function ReadersTable({
  tenant,
  readers,
  administers,
}: {
  tenant: string
  readers: ReaderRow[]
  administers: boolean
}) {
  return (
    <TableScroll label="Table of readers">
      <Table>
        <THead>
          <tr>
            <Th>Who</Th>
            <Th>By which rule</Th>
            <Th className={WIDE}>For</Th>
            <Th className={WIDE}>Reads</Th>
            <Th className={WIDE}>Now</Th>
            <Th>
              <span className="sr-only">End</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          {readers.map((r) => (
            <Tr key={`${r.rule} ${r.grant_id} ${r.principal.principal_id}`} className="h-11">
              <Td>
                <span className="break-words font-medium" title={r.principal.principal_id ?? undefined}>
                  {r.principal.name}
                </span>
                <span className="block text-ink-3 text-xs">
                  {KIND[r.principal.kind]}
                  {r.principal.kind !== 'tenant' && ` of ${r.principal.tenant_id}`}
                </span>
                <span className="block text-xs md:hidden">
                  <RuleStatus ended={r.ended} />
                </span>
              </Td>
              <Td>
                {RULE[r.rule]}
                {r.grant_id && <span className="block break-all font-value text-ink-3 text-xs">{r.grant_id}</span>}
                <span className="block md:hidden">
                  <For reader={r} />
                </span>
                <span className="block text-ink-3 text-xs md:hidden">
                  <Reads reader={r} />
                </span>
              </Td>
              <Td className={WIDE}>
                <For reader={r} />
              </Td>
              <Td className={`${WIDE} text-ink-2`}>
                <Reads reader={r} />
              </Td>
              <Td className={WIDE}>
                <RuleStatus ended={r.ended} />
              </Td>
              <Td className="text-right">{administers && r.live && <End tenant={tenant} reader={r} />}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

const KIND = { agent: 'agent', user: 'person', run: 'whoever takes part in the run', tenant: 'everybody of the tenant' }
type Of = { reader: ReaderRow }

const For = ({ reader: r }: Of) => (
  <>
    <span className="font-value text-xs">{r.purposes.join(', ')}</span>
    {r.mask && <span className="block text-ink-3 text-xs">without {r.mask.join(', ')}</span>}
  </>
)

const Reads = ({ reader: r }: Of) =>
  r.last_read_at === null ? (
    'never read'
  ) : (
    <>
      {count(r.reads)}, last <Time at={r.last_read_at} />
    </>
  )

/** A grant ends alone; a part in the run ends with all other access of that principal, which its dry run shows. */
function End({ tenant, reader: { rule, grant_id, principal } }: Of & { tenant: string }) {
  if (grant_id)
    return (
      <RevokeDialog
        tenant={tenant}
        target={{ scope: 'grant', id: grant_id, name: principal.name }}
        label={`Revoke the grant to ${principal.name}`}
      >
        Revoke…
      </RevokeDialog>
    )
  if (rule !== 'run_participant') return null
  return (
    <RevokeDialog
      tenant={tenant}
      target={{ scope: 'principal', id: principal.principal_id!, name: principal.name }}
      label={`Revoke all access of ${principal.name}`}
    >
      Revoke…
    </RevokeDialog>
  )
}
