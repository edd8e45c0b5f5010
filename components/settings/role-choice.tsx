import { type Role, Role as Roles } from '@/lib/protocol/admin'

const SAYS: Record<Role, string> = {
  member: 'sees the runs they take part in',
  auditor: 'reads everything of the tenant for the purpose audit',
  admin: 'makes keys and invites people; receives no content by it',
}

/** `locked`: the role that the only admin cannot lose. */
export function RoleChoice({ chosen, locked }: { chosen: Role[]; locked?: boolean }) {
  return (
    <fieldset className="space-y-1">
      <legend className="text-ink-2 text-xs">Roles</legend>
      {Roles.options.toReversed().map((role) => {
        const kept = locked && role === 'admin'
        return (
          <label key={role} className="flex items-baseline gap-2 py-0.5 touch:py-2.5">
            <input type="checkbox" name="roles" value={role} defaultChecked={chosen.includes(role)} disabled={kept} />
            {kept && <input type="hidden" name="roles" value="admin" />}
            <span>
              <b className="font-medium">{role}</b> <span className="text-ink-2">{SAYS[role]}</span>
              {kept && (
                <span className="block text-ink-3 text-xs">
                  The only admin keeps the role: give it to another first.
                </span>
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
