import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import type { Role, User } from '@/lib/protocol/admin'
import { EditRoles } from './edit-roles'
import { RemoveMember } from './remove-member'

export type Member = { user_id: string; name: string; email: string; roles: Role[]; onlyAdmin: boolean }

/** Columns that go below the name where the table is narrow. */
const WIDE = 'hidden md:table-cell'

/** The people of one tenant. `self`: who looks. */
export function MembersTable({ tenant, users, self }: { tenant: string; users: User[]; self: string }) {
  return (
    <TableScroll label="Members" className="rounded-1 border border-line bg-surface">
      <Table>
        <THead>
          <tr>
            <Th>Name</Th>
            <Th className={WIDE}>E-mail address</Th>
            <Th className={WIDE}>Roles</Th>
            <Th>
              <span className="sr-only">Change</span>
            </Th>
          </tr>
        </THead>
        <tbody>
          {users.map((user) => {
            const member: Member = {
              user_id: user.user_id,
              name: user.name,
              email: user.email,
              roles: user.tenants.flatMap((t) => t.roles),
              onlyAdmin: user.only_admin === true,
            }
            const own = user.user_id === self
            return (
              <Tr key={user.user_id} className="h-11">
                <Td long>
                  <span className="font-medium">{user.name}</span>
                  {own && <span className="text-ink-3"> (you)</span>}
                  <span className="block break-all text-ink-2 text-xs md:hidden">{user.email}</span>
                  <span className="block text-ink-3 text-xs md:hidden">
                    <Roles member={member} />
                  </span>
                </Td>
                <Td long className={`${WIDE} text-ink-2`}>
                  {user.email}
                </Td>
                <Td className={WIDE}>
                  <Roles member={member} />
                </Td>
                <Td>
                  <span className="flex flex-col items-end justify-end gap-1.5 md:flex-row">
                    <EditRoles tenant={tenant} member={member} />
                    {!member.onlyAdmin && <RemoveMember tenant={tenant} member={member} self={own} />}
                  </span>
                </Td>
              </Tr>
            )
          })}
        </tbody>
      </Table>
    </TableScroll>
  )
}

const Roles = ({ member }: { member: Member }) => (
  <>
    {member.roles.join(', ')}
    {member.onlyAdmin && <span className="text-ink-3"> · the only admin</span>}
  </>
)
