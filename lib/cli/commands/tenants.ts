import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { listAll } from '@/lib/cli/paging'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import type { Tenant } from '@/lib/protocol/admin'

const list = (text: string): string[] =>
  text
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)

async function create({ given, terminal, json, target }: Call) {
  const { text, value, status } = await sendJson<Tenant>(await target(), {
    method: 'POST',
    path: '/api/v1/tenants',
    json: { tenant_id: given.positionals[0], purposes: list(given.text('purposes') ?? 'diagnosis,audit') },
  })
  await put(terminal.stdout, json ? `${text}\n` : `${value.tenant_id}\n`)
  await put(
    terminal.stderr,
    `Tenant ${value.tenant_id} ${status === 201 ? 'created' : 'was there already'}. Purposes: ${value.purposes.join(', ')}.\n`,
  )
  return EXIT.ok
}

async function listTenants({ terminal, json, target }: Call) {
  const { document, items } = await listAll<Tenant>(await target(), '/api/v1/tenants')
  await put(
    terminal.stdout,
    json ? document : items.map((t) => `${t.tenant_id}\t${t.purposes.join(',')}${t.demo ? '\tdemo' : ''}\n`).join(''),
  )
  return EXIT.ok
}

export const tenantCommands: Command[] = [
  {
    name: 'tenants create',
    summary: 'create a tenant',
    takes: ['TENANT'],
    options: {
      purposes: { type: 'string', value: 'A,B', about: 'what its bytes may be read for (default diagnosis,audit)' },
    },
    credential: 'operator',
    run: create,
  },
  {
    name: 'tenants list',
    summary: 'list the tenants, with their purposes',
    takes: [],
    options: {},
    credential: 'operator',
    run: listTenants,
  },
]
