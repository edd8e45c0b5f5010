import { GrantDialog } from '@/components/access/grant-dialog'
import { GrantFilters } from '@/components/access/grant-filters'
import { GrantsTable } from '@/components/access/grants-table'
import { RevokeDialog } from '@/components/access/revoke-dialog'
import { type AccessSearch, accessHref, GRANT_STATES } from '@/components/access/search'
import type { Target } from '@/components/access/words'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { listGrants } from '@/lib/authority/grants'
import type { Asked } from './asked'

const PAGE_SIZE = 50

/** The grants of a direction, as narrow as the address says. */
export async function grantsTab({ rt, caller, tenant, search, administers }: Asked) {
  const { direction, artifact, run, grantee, with: other, revocation, after } = search
  const state = GRANT_STATES.find((s) => s === search.state)
  const { items, next } = await listGrants(rt, caller, {
    tenant,
    direction,
    limit: PAGE_SIZE,
    ...(state && { state }),
    ...(artifact && { artifact }),
    ...(run && { run }),
    ...(grantee && { grantee }),
    ...(other && { with: other }),
    ...(revocation && { revocation }),
    ...(after && { after }),
  })
  const given = direction === 'given'
  const narrowed = Boolean(state || artifact || run || grantee || other || revocation)
  const target = administers && given ? targetOf(search) : null
  return {
    actions: administers && (
      <>
        {target && (
          <RevokeDialog tenant={tenant} target={target} size="default">
            Revoke all of these…
          </RevokeDialog>
        )}
        <GrantDialog tenant={tenant} />
      </>
    ),
    body: (
      <>
        <GrantFilters search={search} tenant={tenant} />
        {items.length > 0 ? (
          <GrantsTable tenant={tenant} grants={items} given={given} administers={administers} />
        ) : narrowed ? (
          <Empty
            kind="none match"
            title="None match"
            actions={
              <ButtonLink href={accessHref({ tenant, tab: 'grants', direction })}>
                All grants {given ? 'given' : 'received'}
              </ButtonLink>
            }
          >
            No grant {given ? 'of what this tenant owns' : 'to this tenant'} matches all of these.
          </Empty>
        ) : (
          <Empty kind="none exist" title="None exist">
            {given
              ? 'Whoever takes part in a run reads what the run holds. A grant lets others read it too: one principal, a run or a whole tenant.'
              : 'No other tenant has granted anything to this one, its principals or its runs.'}
          </Empty>
        )}
        {next && (
          <p className="text-right">
            <ButtonLink href={accessHref({ ...search, tenant, tab: 'grants', after: next })}>Next page</ButtonLink>
          </p>
        )}
      </>
    ),
  }
}

/** What "all of these" is, where one filter alone says what is shown and a revocation can have it for its target. */
function targetOf({ artifact, run, grantee, with: other, revocation, state }: AccessSearch): Target | null {
  const named = [artifact, run, grantee, other].filter(Boolean)
  if (named.length !== 1 || revocation || (state && state !== 'active')) return null
  if (artifact) return { scope: 'artifact', id: artifact }
  if (run) return { scope: 'run', id: run }
  if (other) return { scope: 'tenant', id: other }
  return { scope: 'principal', id: grantee! }
}
