import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { usage } from '@/lib/cli/failure'
import { listAll } from '@/lib/cli/paging'
import { sendJson } from '@/lib/cli/request'
import type { Target } from '@/lib/cli/target'
import { put } from '@/lib/cli/terminal'
import type { CreatedUser, User } from '@/lib/protocol/admin'
import type { CreatedInvitation, RemovedMember } from '@/lib/protocol/people'
import { rolesOf } from './users'

const at = (tenant: string) => `/api/v1/tenants/${encodeURIComponent(tenant)}`

async function list({ given, terminal, json, target }: Call) {
  const { document, items } = await listAll<User>(await target(), `${at(given.required('tenant'))}/users`)
  const line = (u: User) => [u.user_id, u.email, u.name, u.tenants[0]?.roles.join(',')].join('\t')
  await put(terminal.stdout, json ? document : items.map((u) => `${line(u)}\n`).join(''))
  return EXIT.ok
}

async function roles({ given, terminal, json, target }: Call) {
  const tenant = given.required('tenant')
  const roles = rolesOf(given.required('roles'))
  const server = await target()
  const { user_id } = await memberBy(server, tenant, given.required('email'))
  const { text, value } = await sendJson<User>(server, {
    method: 'PUT',
    path: `${at(tenant)}/users/${user_id}/roles`,
    json: { roles },
  })
  await put(terminal.stderr, `${value.email} is ${value.tenants[0]?.roles.join(', ')} in ${tenant}.\n`)
  if (json) await put(terminal.stdout, `${text}\n`)
  return EXIT.ok
}

async function remove({ given, terminal, json, target }: Call) {
  const tenant = given.required('tenant')
  const server = await target()
  const { user_id, email } = await memberBy(server, tenant, given.required('email'))
  const { text, value } = await sendJson<RemovedMember>(server, {
    method: 'DELETE',
    path: `${at(tenant)}/users/${user_id}`,
  })
  await put(
    terminal.stderr,
    `${email} is no member of ${tenant} since ${value.removed_at}: left ${value.runs_left} runs, ${value.keys_ended} bound keys ended. Keys made for agents go on; "keys list" shows them.\n`,
  )
  if (json) await put(terminal.stdout, `${text}\n`)
  return EXIT.ok
}

async function invite({ given, terminal, json, target }: Call) {
  const tenant = given.required('tenant')
  const { text, value } = await sendJson<CreatedInvitation>(await target(), {
    method: 'POST',
    path: `${at(tenant)}/invitations`,
    json: { email: given.required('email'), roles: rolesOf(given.text('roles') ?? 'member') },
  })
  await put(
    terminal.stderr,
    `${value.email} is asked into ${tenant} as ${value.roles.join(', ')}, until ${value.expires_at}. Hand the link over: no mail is sent.\n`,
  )
  await put(terminal.stdout, json ? `${text}\n` : `${value.invitation_link}\n`)
  return EXIT.ok
}

async function recover({ given, terminal, json, target }: Call) {
  const tenant = given.required('tenant')
  const name = given.text('name')
  const { text, value } = await sendJson<CreatedUser>(await target(), {
    method: 'POST',
    path: `${at(tenant)}/admin-recovery`,
    json: { email: given.required('email'), ...(name !== undefined && { name }) },
  })
  await put(
    terminal.stderr,
    `${value.name} <${value.email}> is an admin of ${tenant}. Earlier passwords, sessions, links and identities of the account have ended. The link signs in once, within the hour.\n`,
  )
  await put(terminal.stdout, json ? `${text}\n` : `${value.sign_in_link}\n`)
  return EXIT.ok
}

async function memberBy(server: Target, tenant: string, email: string): Promise<User> {
  const { items } = await listAll<User>(server, `${at(tenant)}/users`)
  const member = items.find((u) => u.email === email.toLowerCase())
  if (!member) throw usage(`No member of ${tenant} has the address ${email}.`, ['See: holdfast users list --tenant T'])
  return member
}

const tenant = { type: 'string', value: 'T', about: 'the tenant' } as const
const email = { type: 'string', value: 'E', about: 'e-mail address' } as const
const roleList = { type: 'string', value: 'A,B', about: 'admin, auditor, member' } as const

export const memberCommands: Command[] = [
  {
    name: 'users list',
    summary: 'the members of a tenant and their roles',
    takes: [],
    options: { tenant },
    credential: 'operator',
    run: list,
  },
  {
    name: 'users invite',
    summary: 'ask an address into a tenant; prints the link that its person opens',
    takes: [],
    options: { tenant, email, roles: { ...roleList, about: 'admin, auditor, member (default member)' } },
    credential: 'operator',
    run: invite,
  },
  {
    name: 'users roles',
    summary: 'give a member exactly these roles',
    takes: [],
    options: { tenant, email, roles: roleList },
    credential: 'operator',
    run: roles,
  },
  {
    name: 'users remove',
    summary: 'remove a member of a tenant; access ends at once',
    takes: [],
    options: { tenant, email },
    credential: 'operator',
    run: remove,
  },
  {
    name: 'users recover',
    summary: 'make an admin of a tenant whose admin is lost; prints a one-time sign-in link',
    takes: [],
    options: { tenant, email, name: { type: 'string', value: 'N', about: 'where no account has the address yet' } },
    details: [
      'The instance operator only. What opened the account before (password, sessions, links, identities of the provider) ends.',
    ],
    credential: 'operator',
    run: recover,
  },
]
