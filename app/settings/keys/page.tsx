import type { Metadata } from 'next'
import { CreateKey } from '@/components/settings/create-key'
import { KeysTable } from '@/components/settings/keys-table'
import { Empty } from '@/components/ui/empty'
import { NextPage } from '@/components/ui/next-page'
import { listKeys } from '@/lib/authority/keys'
import type { Caller } from '@/lib/authority/principal'
import { listUsers } from '@/lib/authority/users'
import type { Deps } from '@/lib/deps'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Keys' }
const PATH = '/settings/keys'

async function list(rt: Deps, caller: Caller, query: { tenant: string; after?: string }) {
  const [keys, { items }] = await Promise.all([
    listKeys(rt, caller, query),
    listUsers(rt, caller, { tenant: query.tenant, limit: 200 }),
  ])
  return { ...keys, members: items.map(({ user_id, name, email }) => ({ user_id, name, email })) }
}

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage({ title: 'Keys', path: PATH, search: searchParams }, list, ({ items, next, members }, tenant, now) => ({
    hint: 'shown once when made; only hashes are kept',
    action: <CreateKey tenant={tenant} members={members} />,
    body:
      items.length === 0 ? (
        <Empty kind="none exist" title="None exist">
          A tool runtime publishes with a capture key; an agent reads with an agent key.
        </Empty>
      ) : (
        <>
          <KeysTable keys={items} now={now} people={new Map(members.map((m) => [m.user_id, m.name]))} />
          <NextPage path={PATH} query={{ tenant }} next={next} />
        </>
      ),
  }))
