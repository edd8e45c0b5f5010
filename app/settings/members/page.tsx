import type { Metadata } from 'next'
import { CreateMember } from '@/components/settings/create-member'
import { NextPage } from '@/components/ui/next-page'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { listUsers } from '@/lib/authority/users'
import { adminPage, type SettingsSearch } from '../admin-page'

export const metadata: Metadata = { title: 'Members' }
const PATH = '/settings/members'

export default ({ searchParams }: { searchParams: SettingsSearch }) =>
  adminPage({ title: 'Members', path: PATH, search: searchParams }, listUsers, ({ items, next }, tenant) => ({
    hint: 'people, and what they may do in this tenant',
    action: <CreateMember tenant={tenant} />,
    body: (
      <>
        <TableScroll label="Members" className="rounded-1 border border-line bg-surface">
          <Table>
            <THead>
              <tr>
                <Th>Name</Th>
                <Th>E-mail address</Th>
                <Th>Roles</Th>
              </tr>
            </THead>
            <tbody>
              {items.map((user) => (
                <Tr key={user.user_id}>
                  <Td className="font-medium">{user.name}</Td>
                  <Td className="text-ink-2">{user.email}</Td>
                  <Td>{user.tenants.flatMap((t) => t.roles).join(', ')}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
        <NextPage path={PATH} query={{ tenant }} next={next} />
      </>
    ),
  }))
