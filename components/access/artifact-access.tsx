'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { fetchReaders } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import { ExplainPanel } from './explain-panel'
import { GrantDialog } from './grant-dialog'
import { ReadersTable } from './readers-table'
import { RestrictionPanel } from './restriction-panel'
import { RevokeDialog } from './revoke-dialog'
import { useRoles } from './use-roles'

/**
 * Who may read one artifact and why. Anybody who sees it may ask why they do; admins and auditors of its tenant see the
 * others, and simulate them. `described`: whether this person may see the artifact at
 * all, which being an admin is not; and the purpose it is open for.
 */
export function ArtifactAccess({
  tenant,
  artifactId,
  described,
}: {
  tenant: string
  artifactId: string
  described: { purpose: string | null } | null
}) {
  const { oversees, administers } = useRoles(tenant)
  return (
    <div className="space-y-4">
      {oversees && <Readers tenant={tenant} artifactId={artifactId} administers={administers} />}
      <div className={cx('grid items-start gap-4', described && oversees && 'lg:grid-cols-2')}>
        {described && <ExplainPanel tenant={tenant} artifactId={artifactId} whose="own" readFor={described.purpose} />}
        {oversees && <ExplainPanel tenant={tenant} artifactId={artifactId} whose="another" readFor={null} />}
      </div>
    </div>
  )
}

function Readers({ tenant, artifactId, administers }: { tenant: string; artifactId: string; administers: boolean }) {
  const queries = useQueryClient()
  const key = ['readers', tenant, artifactId]
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchReaders(tenant, artifactId, signal) })
  const again = () => void queries.invalidateQueries({ queryKey: key })
  const problem = query.error instanceof ApiProblem ? query.error : null
  const live = query.data?.items.filter((r) => r.live).length ?? 0
  return (
    <>
      {query.data && (
        <RestrictionPanel
          tenant={tenant}
          restriction={query.data.restriction}
          administers={administers}
          onChanged={again}
        />
      )}
      <Panel aria-labelledby="readers-title">
        <PanelHeader id="readers-title" title="Who can read it" hint="and by which rule; this look is in the log">
          <Button onClick={again} disabled={query.isFetching}>
            Read again
          </Button>
          {administers && <GrantDialog tenant={tenant} artifact={artifactId} onGranted={again} />}
        </PanelHeader>
        {problem && (
          <PanelBody>
            <ProblemNotice problem={problem} />
          </PanelBody>
        )}
        {query.isPending && !problem && (
          <PanelBody>
            <Skeleton lines={5} what="who can read it" />
          </PanelBody>
        )}
        {query.data && (
          <>
            <ReadersTable tenant={tenant} readers={query.data.items} administers={administers} />
            <PanelFooter>
              <span role="status">
                {live} of {query.data.items.length} {query.data.items.length === 1 ? 'rule holds' : 'rules hold'} now
                {query.data.items.length === 500 && ', the first 500 are shown'}
              </span>
              {administers && (
                <RevokeDialog tenant={tenant} target={{ scope: 'artifact', id: artifactId }}>
                  Revoke all grants of it…
                </RevokeDialog>
              )}
            </PanelFooter>
          </>
        )}
      </Panel>
    </>
  )
}
