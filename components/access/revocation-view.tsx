'use client'
import Link from 'next/link'
import { PageTitle } from '@/components/shell/page'
import { IdChip } from '@/components/ui/chip'
import { Fact, Facts } from '@/components/ui/facts'
import { count } from '@/components/ui/format'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { RevocationDetail } from '@/lib/protocol/authority'
import { Recipients } from './blast-radius'
import { DrainPanel, useDrain } from './drain-panel'
import { accessHref } from './search'
import { DERIVED, targetWords } from './words'

/** A revocation: what it ended, and how far it has drained, asked for until it has. */
export function RevocationView({ first }: { first: RevocationDetail }) {
  const drain = useDrain(first)
  const { revocation: r } = drain
  const what = targetWords({ scope: r.scope, id: r.target.id })
  return (
    <>
      <PageTitle hint={<IdChip id={r.revocation_id} what="the revocation id" />}>
        {r.drain.state === 'draining' ? 'Revoking' : 'Revoked:'} {what}
      </PageTitle>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <Panel aria-labelledby="radius" className="min-w-0">
          <PanelHeader id="radius" title="Blast radius" hint="as recorded when it was committed" />
          <PanelBody className="space-y-5">
            <Facts>
              <Fact name="Target">
                {r.scope} <IdChip id={r.target.id} what={`the ${r.scope} id`} />
              </Fact>
              <Fact name="Reason">{r.reason}</Fact>
              <Fact name="By">
                {r.revoked_by.name}, <Time at={r.revoked_at} show="exact" />
              </Fact>
              <Fact name="Grants ended">
                {r.grants === 0 ? (
                  'none was live'
                ) : (
                  <Link
                    className="link"
                    href={accessHref({ tenant: r.tenant_id, tab: 'grants', revocation: r.revocation_id })}
                  >
                    {count(r.grants)}
                  </Link>
                )}
              </Fact>
              {r.scope === 'principal' && <Fact name="Parts in runs">{count(r.participants)} ended</Fact>}
              <Fact name="Derived">
                {r.derived === 'leave'
                  ? 'left: not looked for, stays readable'
                  : `${count(r.blocked)} ${r.blocked === 1 ? 'was' : 'were'} found and ${DERIVED[r.derived].will.replace('are ', '')}`}
              </Fact>
              <Fact name="Disclosed before">{count(first.disclosed.count)}, cannot be recalled</Fact>
            </Facts>
            <Recipients disclosed={first.disclosed} />
          </PanelBody>
        </Panel>
        <Panel className="px-3.5 py-3">
          <DrainPanel {...drain} />
        </Panel>
      </div>
    </>
  )
}
