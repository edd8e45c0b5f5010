import type { Metadata } from 'next'
import { CreateMember } from '@/components/settings/create-member'
import { InvitationsTable } from '@/components/settings/invitations-table'
import { InviteMember } from '@/components/settings/invite-member'
import { MembersTable } from '@/components/settings/members-table'
import { NextPage } from '@/components/ui/next-page'
import { listInvitations } from '@/lib/authority/invitations'
import type { Caller } from '@/lib/authority/principal'
import { listUsers } from '@/lib/authority/users'
import type { Deps } from '@/lib/deps'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Members' }
const PATH = '/settings/members'

async function list(rt: Deps, caller: Caller, query: { tenant: string; after?: string }) {
  const [users, invitations] = await Promise.all([
    listUsers(rt, caller, query),
    listInvitations(rt, caller, { tenant: query.tenant, limit: 20 }),
  ])
  return { users, invitations, self: caller.principalId }
}

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage({ title: 'Members', path: PATH, search: searchParams }, list, ({ users, invitations, self }, tenant) => ({
    hint: 'people, and what they may do in this tenant',
    action: (
      <>
        <CreateMember tenant={tenant} />
        <InviteMember tenant={tenant} />
      </>
    ),
    body: (
      <>
        <MembersTable tenant={tenant} users={users.items} self={self} />
        <NextPage path={PATH} query={{ tenant }} next={users.next} />
        <h2 className="mt-8 mb-3 font-semibold text-ink text-lg">Invitations</h2>
        {invitations.items.length === 0 ? (
          <p className="text-ink-2">None was made. An invited person accepts before anything changes.</p>
        ) : (
          <InvitationsTable tenant={tenant} invitations={invitations.items} />
        )}
        {invitations.next && <p className="mt-2 text-ink-3 text-xs">The newest 20. The API lists all.</p>}
      </>
    ),
  }))
