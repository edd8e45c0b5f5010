import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Options } from '@/lib/cli/arguments'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { Failure, usage } from '@/lib/cli/failure'
import { cutShort, send } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'

const FILTERS = [
  ['kind', 'K', 'kinds, separated by commas'],
  ['operation', 'O', 'describe, read, content …'],
  ['decision', 'D', 'allow or refuse'],
  ['actor', 'P', 'the principal who acted'],
  ['artifact', 'ID', 'the artifact'],
  ['run', 'R', 'the run'],
  ['purpose', 'P', 'the purpose'],
  ['reason', 'R', 'the reason of a refusal'],
  ['request-id', 'ID', 'the request'],
  ['q', 'TEXT', 'any part of an id or of a reason'],
  ['from', 'TIME', 'the window begins here (RFC 3339 with an offset)'],
  ['to', 'TIME', 'the window ends before this'],
  ['limit', 'N', 'at most so many events'],
] as const

async function exportLog({ given, terminal, target }: Call) {
  const format = given.text('format') ?? 'jsonl'
  if (format !== 'jsonl' && format !== 'csv') throw usage(`--format is "${format}": write jsonl or csv.`)
  const query = new URLSearchParams({ format })
  const tenant = given.text('tenant')
  if (tenant !== undefined) query.set('tenant', tenant)
  if (given.flag('instance')) query.set('log', 'instance')
  for (const [name] of FILTERS) {
    const value = given.text(name)
    if (value !== undefined) query.set(name.replaceAll('-', '_'), value)
  }
  const answer = await send(await target(), {
    method: 'GET',
    path: `/api/v1/audit/export?${query}`,
    headers: { Accept: '*/*' },
  })
  const out = given.text('out')
  const file = out === undefined ? null : createWriteStream(resolve(terminal.cwd, out), { mode: 0o600 })
  const trailer = await copy(answer, file ?? terminal.stdout)
  if (file) {
    file.end()
    await finished(file)
  }
  const { rows, truncated, withheld } = trailer
  await put(
    terminal.stderr,
    `${rows} events${truncated ? ', truncated: more match' : ''}${withheld > 0 ? `, ${withheld} shown in part` : ''}, sha256:${trailer.sha256}, recorded as ${answer.headers['holdfast-audit-event']}\n`,
  )
  return EXIT.ok
}

type Trailer = { rows: number; truncated: boolean; withheld: number; sha256: string }

/** Passes the export on, and compares its digest with what was received: its last line says what the others must be. */
async function copy(answer: AsyncIterable<Uint8Array>, to: Writable): Promise<Trailer> {
  const hash = createHash('sha256')
  let line: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of answer) {
      await put(to, piece)
      // The last line is the only one that is not part of the digest, and it may be any.
      const text = Buffer.concat([line, piece])
      const start = text.lastIndexOf(10, text.length - 2) + 1
      hash.update(text.subarray(0, start))
      line = text.subarray(start)
    }
  } catch (error) {
    throw cutShort(error)
  }
  const trailer = parse(line.toString('utf8').replace(/^# /, ''))
  if (!trailer) throw cutShort('Its last line, with the counts and the digest, is not there.')
  const received = hash.digest('hex')
  if (received !== trailer.sha256)
    throw new Failure(EXIT.integrity, {
      title: 'The export is not what the service sent',
      detail: `It says sha256:${trailer.sha256}, and sha256:${received} was received.`,
      code: 'export_digest',
    })
  return trailer
}

function parse(line: string): Trailer | null {
  try {
    const value = JSON.parse(line) as Trailer & { type?: string }
    return value.type === 'trailer' ? value : null
  } catch {
    return null
  }
}

const options: Options = {
  tenant: { type: 'string', value: 'T', about: 'the tenant (default: the only one of the credential)' },
  instance: { type: 'boolean', about: "the instance's own log instead: what happened outside any tenant" },
  format: { type: 'string', value: 'F', about: 'jsonl (verifies offline, default) or csv (for spreadsheets)' },
  out: { type: 'string', value: 'FILE', about: 'write here instead of stdout' },
  ...Object.fromEntries(FILTERS.map(([name, value, about]) => [name, { type: 'string', value, about }])),
}

export const auditCommands: Command[] = [
  {
    name: 'audit export',
    summary: 'export the log, or what matches, oldest first',
    takes: [],
    options,
    details: [
      'What does not match is in a JSONL export as hashes, so that it verifies: holdfast verify-audit.',
      "The key decides whose eyes it is for; the operator's token exports the instance's own log.",
    ],
    credential: 'operator',
    run: exportLog,
  },
]
