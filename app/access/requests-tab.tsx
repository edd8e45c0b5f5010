import { RequestsList } from '@/components/access/requests-list'
import { accessHref, REQUEST_STATES } from '@/components/access/search'
import { ViewChoice } from '@/components/access/view-choice'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { listAccessRequests } from '@/lib/authority/access-requests'
import type { Asked } from './asked'

const STATE_WORDS = { all: 'All', pending: 'Pending', granted: 'Granted', denied: 'Denied' }

/** What others ask of this tenant's admins, and what this person asked of others. */
export async function requestsTab({ rt, caller, tenant, search, administers }: Asked) {
  const box = search.box ?? (administers ? 'inbox' : 'mine')
  const inbox = box === 'inbox'
  const named = REQUEST_STATES.find((s) => s === search.state)
  // An inbox is for what waits; whoever wants the answered ones asks for them.
  const state = named ?? (inbox && search.state === null ? 'pending' : undefined)
  const { items, next } = await listAccessRequests(rt, caller, {
    tenant,
    box,
    ...(state && { state }),
    ...(search.after && { after: search.after }),
  })
  const href = (change: Partial<typeof search>) => accessHref({ tenant, tab: 'requests', box, ...change })
  return {
    body: (
      <>
        <div className="flex flex-wrap gap-2">
          {administers && (
            <ViewChoice
              label="Whose requests"
              current={box}
              views={[
                { key: 'inbox', label: 'Inbox', href: href({ box: 'inbox' }) },
                { key: 'mine', label: 'Your own', href: href({ box: 'mine' }) },
              ]}
            />
          )}
          <ViewChoice
            label="State of the requests"
            current={state ?? 'all'}
            views={(inbox ? REQUEST_STATES : (['all', ...REQUEST_STATES] as const)).map((key) => ({
              key,
              label: STATE_WORDS[key],
              href: href({ state: key === 'all' ? null : key }),
            }))}
          />
        </div>
        {items.length > 0 ? (
          <RequestsList tenant={tenant} requests={items} inbox={inbox} />
        ) : (
          <Empty
            kind={state ? 'none match' : 'none exist'}
            title={state ? `None ${STATE_WORDS[state].toLowerCase()}` : 'None exist'}
          >
            {inbox
              ? 'Whoever is refused an artifact of this tenant can ask for access; the requests come here.'
              : 'Where you are refused an artifact, its page offers to ask its owner for access.'}
          </Empty>
        )}
        {next && (
          <p className="text-right">
            <ButtonLink href={href({ state: search.state, after: next })}>Next page</ButtonLink>
          </p>
        )}
      </>
    ),
  }
}
