import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ExportCheck, type ExportResult, verifyExport } from '@/lib/audit/verify-export'
import type { Call, Command } from '@/lib/cli/command'
import { EXIT, type ExitCode } from '@/lib/cli/exit'
import { printable, usage } from '@/lib/cli/failure'
import { put, type Terminal } from '@/lib/cli/terminal'
import { AuditConsistency } from '@/lib/protocol/audit'
import { notesIn } from '@/lib/transparency/checkpoint'
import { isKeyName, type NoteKey, noteKey, parseVerifierKey } from '@/lib/transparency/note'

const MANY = 5

async function verifyAudit({ given, terminal, json }: Call): Promise<ExitCode> {
  const name = given.positionals[0]!
  const path = name === '-' ? null : resolve(terminal.cwd, name)
  if (path) await access(path).catch((error) => unreadable('file', error))
  const notes = given.text('checkpoint')
  const keys = given.text('key')
  const proof = given.text('consistency')
  const result = await verifyExport({
    file: path ? createReadStream(path) : terminal.stdin,
    checkpoints: notes === undefined ? null : checkpointsIn(await text(terminal, notes, 'checkpoint')),
    keys: keys === undefined ? null : keysIn(await text(terminal, keys, 'key')),
    ...(proof !== undefined && { consistency: consistencyIn(await text(terminal, proof, 'consistency')) }),
  })
  if (keys === undefined)
    await put(
      terminal.stderr,
      'No signature was checked: name a key to trust with --key (jwks.json or a verifier key).\n',
    )
  if (notes === undefined)
    await put(
      terminal.stderr,
      'The checkpoint came with the file. To trust it less, keep checkpoints elsewhere and pass them as --checkpoint.\n',
    )
  return report(terminal, json, name, result)
}

async function report(terminal: Terminal, json: boolean, name: string, result: ExportResult): Promise<ExitCode> {
  const { ok, checks, faults, faultsTotal } = result
  if (json)
    await put(terminal.stdout, `${JSON.stringify({ verified: ok, checks, faults, faults_total: faultsTotal })}\n`)
  else {
    for (const c of shortened(checks))
      await put(terminal.stdout, `${c.ok ? 'ok  ' : 'FAIL'}  ${c.name.padEnd(10)} ${printable(c.detail)}\n`)
    for (const f of faults) {
      const where = [f.position === null ? null : `position ${f.position}`, f.event_id].filter((w) => w !== null)
      await put(terminal.stdout, `FAIL  ${f.kind.padEnd(10)} ${printable(`${where.join(', ')}: ${f.detail}`)}\n`)
    }
    if (faultsTotal > faults.length) await put(terminal.stdout, `      and ${faultsTotal - faults.length} more\n`)
  }
  if (!ok) await put(terminal.stderr, `holdfast: ${printable(name)} did not verify. Do not rely on it.\n`)
  return ok ? EXIT.ok : EXIT.integrity
}

/** A file of checkpoints may hold thousands: of those that agree, the last of each kind stands for the others. */
function shortened(checks: ExportCheck[]): ExportCheck[] {
  const good = (name: ExportCheck['name']) => checks.filter((c) => c.ok && c.name === name)
  return checks.flatMap((c) => {
    const alike = good(c.name)
    if (!c.ok || alike.length <= MANY) return c
    return c === alike.at(-1) ? { ...c, detail: `${c.detail}, and ${alike.length - 1} others` } : []
  })
}

function checkpointsIn(file: string): string[] {
  const notes = notesIn(file)
  if (notes.length === 0) throw usage('The file of --checkpoint holds no checkpoint note.')
  return notes
}

/** A key set (RFC 7517), whose keys sign under any name, or verifier keys, one a line, which say their name. */
function keysIn(file: string): (name: string) => NoteKey[] {
  if (file.trimStart().startsWith('{')) {
    const set = json(file, 'key') as { keys?: { kty?: unknown; crv?: unknown; x?: unknown }[] } | null
    const raw = (Array.isArray(set?.keys) ? set.keys : [])
      .filter((k) => k.kty === 'OKP' && k.crv === 'Ed25519' && typeof k.x === 'string')
      .map((k) => Buffer.from(k.x as string, 'base64url'))
      .filter((k) => k.length === 32)
    if (raw.length === 0) throw usage('The file of --key is a key set without an Ed25519 key.')
    return (name) => (isKeyName(name) ? raw.map((key) => noteKey(name, key)) : [])
  }
  const keys = file.split('\n').flatMap((line) => parseVerifierKey(line) ?? [])
  if (keys.length === 0) throw usage('The file of --key is neither a key set nor a verifier key.')
  return (name) => keys.filter((key) => key.name === name)
}

function consistencyIn(file: string): AuditConsistency {
  const { data } = AuditConsistency.safeParse(json(file, 'consistency'))
  if (!data) throw usage('The file of --consistency is not the answer of GET /api/v1/audit/consistency.')
  return data
}

async function text(terminal: Terminal, name: string, option: string): Promise<string> {
  return readFile(resolve(terminal.cwd, name), 'utf8').catch((error) => unreadable(`file of --${option}`, error))
}

const unreadable = (what: string, error: NodeJS.ErrnoException): never => {
  throw usage(`The ${what} cannot be read (${error.code}).`)
}

function json(content: string, option: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw usage(`The file of --${option} is not JSON.`)
  }
}

export const verifyAuditCommands: Command[] = [
  {
    name: 'verify-audit',
    summary: 'verify a JSONL export of the log here, without a server',
    takes: ['FILE'],
    options: {
      checkpoint: {
        type: 'string',
        value: 'FILE',
        about: 'checkpoints that were kept elsewhere: one note, or a file of them',
      },
      key: { type: 'string', value: 'FILE', about: 'the key to trust: jwks.json, or a verifier key' },
      consistency: {
        type: 'string',
        value: 'FILE',
        about: 'for a checkpoint of another size: the proof between the two',
      },
    },
    details: [
      'Recomputes every event that is shown, folds all hashes to the root, and compares it with each checkpoint.',
      'An event that was edited, removed or moved is named with its position. FILE may be - for stdin.',
      'Exit code 5 when anything does not verify.',
    ],
    credential: 'key',
    run: verifyAudit,
  },
]
