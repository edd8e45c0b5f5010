import type { Metadata } from 'next'
import { CreateKey } from '@/components/settings/create-key'
import { KeysTable } from '@/components/settings/keys-table'
import { Empty } from '@/components/ui/empty'
import { NextPage } from '@/components/ui/next-page'
import { listKeys } from '@/lib/authority/keys'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Keys' }
const PATH = '/settings/keys'

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage({ title: 'Keys', path: PATH, search: searchParams }, listKeys, ({ items, next }, tenant, now) => ({
    hint: 'shown once when made; only hashes are kept',
    action: <CreateKey tenant={tenant} />,
    body:
      items.length === 0 ? (
        <Empty kind="none exist" title="None exist">
          A tool runtime publishes with a capture key; an agent reads with an agent key.
        </Empty>
      ) : (
        <>
          <KeysTable keys={items} now={now} />
          <NextPage path={PATH} query={{ tenant }} next={next} />
        </>
      ),
  }))
