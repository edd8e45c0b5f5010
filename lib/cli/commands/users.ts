import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { usage } from '@/lib/cli/failure'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import { type CreatedUser, Role, type SignInLink } from '@/lib/protocol/admin'

export function rolesOf(list: string): string[] {
  const roles = list.split(',').map((r) => r.trim())
  const unknown = roles.find((r) => !Role.safeParse(r).success)
  if (unknown !== undefined)
    throw usage(`--roles has "${unknown}": write admin, auditor or member, with commas between.`)
  return roles
}

async function create({ given, terminal, json, target }: Call) {
  const tenant = given.required('tenant')
  const roles = rolesOf(given.text('roles') ?? 'member')
  const { text, value } = await sendJson<CreatedUser>(await target(), {
    method: 'POST',
    path: `/api/v1/tenants/${encodeURIComponent(tenant)}/users`,
    json: { email: given.required('email'), name: given.required('name'), roles },
  })
  const here = value.tenants.find((t) => t.tenant_id === tenant)
  await put(
    terminal.stderr,
    `${value.name} <${value.email}> is ${here?.roles.join(', ') ?? 'a member'} in ${tenant}. The link signs in once, within the hour.\n`,
  )
  await put(terminal.stdout, json ? `${text}\n` : `${value.sign_in_link}\n`)
  return EXIT.ok
}

async function link({ given, terminal, json, target }: Call) {
  const { text, value } = await sendJson<SignInLink>(await target(), {
    method: 'POST',
    path: '/api/v1/sign-in-links',
    json: { email: given.required('email') },
  })
  await put(terminal.stdout, json ? `${text}\n` : `${value.sign_in_link}\n`)
  return EXIT.ok
}

export const userCommands: Command[] = [
  {
    name: 'users link',
    summary: 'a new one-time sign-in link for an account that exists',
    takes: [],
    options: { email: { type: 'string', value: 'E', about: 'e-mail address of the account' } },
    credential: 'operator',
    run: link,
  },
  {
    name: 'users create',
    summary: 'create an account, or give one roles here; prints the one-time sign-in link',
    takes: [],
    options: {
      tenant: { type: 'string', value: 'T', about: 'the tenant' },
      email: { type: 'string', value: 'E', about: 'e-mail address' },
      name: { type: 'string', value: 'N', about: 'name shown to others' },
      roles: { type: 'string', value: 'A,B', about: 'admin, auditor, member (default member)' },
    },
    credential: 'operator',
    run: create,
  },
]
