import { RevocationsTable } from '@/components/access/revocations-table'
import { RevokeAny } from '@/components/access/revoke-any'
import { accessHref } from '@/components/access/search'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { listRevocations } from '@/lib/authority/revoke'
import type { Asked } from './asked'

/** What was revoked, newest first, and whether it has drained. */
export async function revocationsTab({ rt, caller, tenant, search, administers }: Asked) {
  const { items, next } = await listRevocations(rt, caller, { tenant, ...(search.after && { after: search.after }) })
  return {
    actions: administers && <RevokeAny tenant={tenant} />,
    body: (
      <>
        {items.length > 0 ? (
          <RevocationsTable revocations={items} />
        ) : (
          <Empty kind="none exist" title="None exist">
            Nothing of this tenant has been revoked.
          </Empty>
        )}
        {next && (
          <p className="text-right">
            <ButtonLink href={accessHref({ tenant, tab: 'revocations', after: next })}>Next page</ButtonLink>
          </p>
        )}
      </>
    ),
  }
}
