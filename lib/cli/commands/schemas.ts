import { resolve } from 'node:path'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { printable } from '@/lib/cli/failure'
import { listAll } from '@/lib/cli/paging'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import { openSource } from '@/lib/cli/upload'
import { parseIJson } from '@/lib/protocol/ijson'
import type { RegisteredSchema } from '@/lib/protocol/schemas'

const SCHEMAS = '/api/v1/schemas'
const at = (version: string) => `${SCHEMAS}/${encodeURIComponent(version)}`

async function register({ given, terminal, json, target }: Call) {
  const [version, name] = given.positionals as [string, string]
  const server = await target()
  const body = await openSource(resolve(terminal.cwd, name), name, terminal.stdin)
  const { text, value, status } = await sendJson<RegisteredSchema>(server, {
    method: 'PUT',
    path: at(version),
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  await put(terminal.stdout, json ? `${text}\n` : `${value.digest}\n`)
  await put(
    terminal.stderr,
    `Schema ${printable(value.version)} ${status === 201 ? 'registered, for good' : 'was registered already'} in ${value.tenant_id}. What is published under it from now on is validated.\n`,
  )
  return EXIT.ok
}

async function get({ given, terminal, json, target }: Call) {
  const { text } = await sendJson<RegisteredSchema>(await target(), { method: 'GET', path: at(given.positionals[0]!) })
  await put(terminal.stdout, `${json ? text : documentOf(text)}\n`)
  return EXIT.ok
}

/** The document exactly as it was registered: parsing and writing it again would lose how numbers are written. */
const documentOf = (text: string): string =>
  parseIJson(text, { maxDepth: 8, maxFields: 100, raw: ['/document'] }).slices.get('/document')!

async function list({ terminal, json, target }: Call) {
  const { document, items } = await listAll<RegisteredSchema>(await target(), SCHEMAS)
  const line = (s: RegisteredSchema) => `${[printable(s.version), s.digest, s.registered_at].join('\t')}\n`
  await put(terminal.stdout, json ? document : items.map(line).join(''))
  return EXIT.ok
}

export const schemaCommands: Command[] = [
  {
    name: 'schema put',
    summary: 'register a JSON Schema under a version, for good; prints its digest',
    takes: ['VERSION', 'FILE'],
    options: {},
    details: [
      'With an admin key. JSON Schema 2020-12, at most 256 KiB; FILE is - for stdin. Nothing is fetched: references stay inside it.',
      'What is published under this --schema version from then on is validated by it, and its csv is typed.',
    ],
    credential: 'key',
    run: register,
  },
  {
    name: 'schema get',
    summary: 'print a registered schema, exactly as it was sent',
    takes: ['VERSION'],
    options: {},
    credential: 'key',
    run: get,
  },
  {
    name: 'schema list',
    summary: 'list the registered schemas of the tenant of the key, newest first',
    takes: [],
    options: {},
    credential: 'key',
    run: list,
  },
]
