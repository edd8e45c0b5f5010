import Link from 'next/link'
import { IdChip } from '@/components/ui/chip'
import { middle } from '@/components/ui/middle'
import { Status } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Grant } from '@/lib/protocol/authority'
import { RevokeDialog } from './revoke-dialog'
import { artifactAccessHref } from './search'
import { granteeName, grantState } from './words'

const WIDE = 'hidden lg:table-cell'

/** Grants of one direction, newest first: what, to whom, for what, how long, and why. */
export function GrantsTable({
  tenant,
  grants,
  given,
  administers,
}: {
  tenant: string
  grants: Grant[]
  given: boolean
  administers: boolean
}) {
  return (
    <TableScroll label="Grants" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>What</Th>
            <Th className={WIDE}>To</Th>
            <Th className={WIDE}>For</Th>
            <Th className={WIDE}>Window</Th>
            <Th className={WIDE}>Why</Th>
            <Th className="hidden sm:table-cell">State</Th>
            <Th>
              <span className="sr-only">Revoke</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          {grants.map((g) => (
            <Tr key={g.grant_id} className="h-11" aria-label={g.grant_id}>
              <Td>
                <What grant={g} tenant={tenant} given={given} />
                <div className="mt-1 space-y-1 lg:hidden">
                  <div className="sm:hidden">
                    <State grant={g} />
                  </div>
                  <To grant={g} />
                  <For grant={g} />
                  <p className="text-ink-2 text-xs">
                    <Until grant={g} />
                  </p>
                  <Why grant={g} />
                </div>
              </Td>
              <Td className={WIDE}>
                <To grant={g} />
              </Td>
              <Td className={WIDE}>
                <For grant={g} />
              </Td>
              <Td className={`${WIDE} text-ink-2`}>
                <Until grant={g} />
              </Td>
              <Td className={WIDE}>
                <Why grant={g} />
              </Td>
              <Td className="hidden sm:table-cell">
                <State grant={g} />
              </Td>
              <Td className="text-right">
                {given && administers && (g.state === 'active' || g.state === 'not_yet') && (
                  <RevokeDialog
                    tenant={tenant}
                    target={{ scope: 'grant', id: g.grant_id, name: granteeName(g) }}
                    label={`Revoke the grant to ${granteeName(g)}`}
                  >
                    Revoke…
                  </RevokeDialog>
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

type Of = { grant: Grant }
const SECOND = 'block text-ink-3 text-xs'

function What({ grant: g, tenant, given }: Of & { tenant: string; given: boolean }) {
  return (
    <>
      {g.artifact_id ? (
        <IdChip
          id={g.artifact_id}
          what="the artifact id"
          href={given ? artifactAccessHref(g.artifact_id, tenant) : `/artifacts/${g.artifact_id}`}
        />
      ) : (
        <span>
          run{' '}
          <Link
            className="link break-all font-value text-xs"
            href={`/artifacts?run=${encodeURIComponent(g.run_id!)}&tenant=${encodeURIComponent(tenant)}${given ? '' : '&shared=true'}`}
          >
            {g.run_id}
          </Link>
        </span>
      )}
      <span className={SECOND} title={g.grant_id}>
        {given ? middle(g.grant_id) : `of ${g.tenant_id}`}
      </span>
    </>
  )
}

function To({ grant: g }: Of) {
  const kind = { principal: 'principal', run: 'whoever takes part in the run', tenant: 'the whole tenant' }[g.to.kind]
  return (
    <span className="block" title={g.to.principal_id ?? undefined}>
      {g.to.kind === 'principal' && g.to.name === null ? (
        <IdChip id={g.to.principal_id!} what="the principal id" />
      ) : (
        <span className="break-all font-medium">{granteeName(g)}</span>
      )}
      <span className={SECOND}>
        {kind}
        {g.to.kind !== 'tenant' && ` of ${g.to.tenant_id}`}
      </span>
    </span>
  )
}

const State = ({ grant: g }: Of) => (
  <>
    <Status word={grantState(g.state)} />
    {g.to_self && <span className="block text-attention-text text-xs">to oneself</span>}
  </>
)

const For = ({ grant: g }: Of) => (
  <span className="block">
    <span className="font-value text-xs">{g.purposes.join(', ')}</span>
    {g.mask && <span className={SECOND}>without {g.mask.join(', ')}</span>}
  </span>
)

function Until({ grant: g }: Of) {
  if (g.revoked_at)
    return (
      <>
        revoked <Time at={g.revoked_at} />
      </>
    )
  return (
    <>
      {g.state === 'not_yet' && (
        <span className="block whitespace-nowrap">
          begins <Time at={g.not_before!} />
        </span>
      )}
      {g.until ? (
        <span className="whitespace-nowrap">
          {g.state === 'expired' ? 'ended' : 'ends'} <Time at={g.until} />
        </span>
      ) : (
        'until revoked'
      )}
    </>
  )
}

const Why = ({ grant: g }: Of) => (
  <span className="block max-w-[36ch]">
    <span className="line-clamp-2 break-words text-ink-2" title={g.reason}>
      {g.reason}
    </span>
    <span className={SECOND}>
      {g.granted_by.name}, <Time at={g.created_at} />
    </span>
  </span>
)
