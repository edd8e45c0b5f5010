import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { usage } from '@/lib/cli/failure'
import { listAll } from '@/lib/cli/paging'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import type { CreatedKey, Key } from '@/lib/protocol/admin'
import { KeyKind } from '@/lib/protocol/ids'

const keysOf = (tenant: string) => `/api/v1/tenants/${encodeURIComponent(tenant)}/keys`

async function create({ given, terminal, json, target }: Call) {
  const kind = given.required('kind')
  if (!KeyKind.safeParse(kind).success) throw usage(`--kind is "${kind}": write capture, agent or admin.`)
  const run = given.text('run')
  const { text, value } = await sendJson<CreatedKey>(await target(), {
    method: 'POST',
    path: keysOf(given.required('tenant')),
    json: { kind, name: given.required('name'), run_id: run, expires_at: given.text('expires') },
  })
  // Facts first: whoever captures stdout has the key and nothing else.
  await put(
    terminal.stderr,
    `Key ${value.key_id} (${value.kind}) of ${value.name} in ${value.tenant_id}, ${value.expires_at ? `expires ${value.expires_at}` : 'does not expire'}${run === undefined ? '' : `, run ${run}`}. It is shown once.\n`,
  )
  await put(terminal.stdout, json ? `${text}\n` : `${value.key}\n`)
  return EXIT.ok
}

async function list({ given, terminal, json, target }: Call) {
  const { document, items } = await listAll<Key>(await target(), keysOf(given.required('tenant')))
  const state = (k: Key) =>
    k.revoked_at ? `revoked ${k.revoked_at}` : k.expires_at ? `expires ${k.expires_at}` : 'does not expire'
  await put(
    terminal.stdout,
    json ? document : items.map((k) => `${[k.key_id, k.kind, k.name, `${k.prefix}…`, state(k)].join('\t')}\n`).join(''),
  )
  return EXIT.ok
}

async function revoke({ given, terminal, json, target }: Call) {
  const { text, value } = await sendJson<Key>(await target(), {
    method: 'DELETE',
    path: `${keysOf(given.required('tenant'))}/${encodeURIComponent(given.positionals[0]!)}`,
  })
  await put(terminal.stderr, `Key ${value.key_id} of ${value.name} was revoked at ${value.revoked_at}.\n`)
  if (json) await put(terminal.stdout, `${text}\n`)
  return EXIT.ok
}

const tenant = { type: 'string', value: 'T', about: 'the tenant' } as const

export const keyCommands: Command[] = [
  {
    name: 'keys create',
    summary: 'make a key; prints only the key on stdout',
    takes: [],
    options: {
      tenant,
      kind: {
        type: 'string',
        value: 'KIND',
        about: 'capture (publishes, reads nothing), agent (reads) or admin (administers, no bytes)',
      },
      name: { type: 'string', value: 'N', about: 'the principal it acts as; keys of one name are one principal' },
      run: { type: 'string', value: 'R', about: 'create the run if needed, and make an agent take part in it' },
      expires: { type: 'string', value: 'TIME', about: 'when it ends (RFC 3339 with an offset)' },
    },
    credential: 'operator',
    run: create,
  },
  {
    name: 'keys list',
    summary: 'list the keys of a tenant, without the keys themselves',
    takes: [],
    options: { tenant },
    credential: 'operator',
    run: list,
  },
  {
    name: 'keys revoke',
    summary: 'end a key at once',
    takes: ['KEY_ID'],
    options: { tenant },
    credential: 'operator',
    run: revoke,
  },
]
