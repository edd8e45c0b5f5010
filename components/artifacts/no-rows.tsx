'use client'
import { useSession } from '@/components/shell/session'
import { Button, ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'

/** None match, or none exist that this person may know of: never more than that. */
export function NoRows({
  narrowed,
  shared,
  tenant,
  onClear,
}: {
  narrowed: boolean
  shared: boolean
  tenant: string
  onClear: () => void
}) {
  const { me } = useSession()
  const roles = me?.tenants.find((t) => t.tenant_id === tenant)?.roles ?? []
  if (narrowed)
    return (
      <Empty kind="none match" title="None match" actions={<Button onClick={onClear}>Clear filters</Button>}>
        No artifact {shared ? 'shared with' : 'that you may see in'}{' '}
        <span className="font-value text-xs">{tenant}</span> matches all of these filters. Ids, hashes, tool calls and
        locators are found exactly, never in part.
      </Empty>
    )
  if (shared)
    return (
      <Empty kind="none exist" title="None exist for you">
        Nothing that other tenants share with this one lets you read it now. Grants to your tenant, to a run you take
        part in, or to you would.
      </Empty>
    )
  return (
    <Empty
      kind="none exist"
      title={roles.includes('auditor') ? 'None exist' : 'None exist for you'}
      actions={roles.includes('admin') && <ButtonLink href="/?show=start">Getting started</ButtonLink>}
    >
      {roles.includes('auditor')
        ? 'Nothing has been published in this tenant.'
        : 'You see artifacts of runs that you take part in; an auditor sees all of the tenant’s.'}
    </Empty>
  )
}
