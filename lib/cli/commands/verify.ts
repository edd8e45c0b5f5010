import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { JWK } from 'jose'
import { type Check, verifyOffline } from '@/lib/blobs/offline-verifier'
import { artifactPath, PURPOSE } from '@/lib/cli/artifact-id'
import type { Call, Command } from '@/lib/cli/command'
import { askToVerify, type Evidence, gather, type Line, type Service, saveEvidence } from '@/lib/cli/evidence'
import { EXIT, type ExitCode } from '@/lib/cli/exit'
import { printable, usage } from '@/lib/cli/failure'
import { put, type Terminal } from '@/lib/cli/terminal'
import { openSource } from '@/lib/cli/upload'
import { reference } from '@/lib/protocol/ids'

async function verify(call: Call): Promise<ExitCode> {
  const { given } = call
  const id = artifactPath(given.positionals[0]!).slice('/api/v1/artifacts/'.length)
  return given.flag('offline') ? offline(call, id) : online(call, id)
}

async function online(call: Call, id: string): Promise<ExitCode> {
  const { given, terminal, target } = call
  const only = ['descriptor', 'content', 'proof'].find((o) => given.text(o) !== undefined)
  if (only) throw usage(`--${only} goes with --offline.`)
  const at = await target()
  const own = given.text('jwks')
  const evidence = await gather(at, id, own === undefined ? null : await keySet(terminal, own))
  const lines = [...evidence.failed, ...(await check(evidence, id))]
  if (own === undefined)
    await put(
      terminal.stderr,
      'The keys came from the same server. To trust it less, keep its key set and pass it as --jwks.\n',
    )
  const save = given.text('save')
  if (save !== undefined) await saveEvidence(resolve(terminal.cwd, save), evidence)
  const { line, answer } = await askToVerify(at, id)
  return report(call, id, [...lines, line], answer)
}

/** What lies in files, without a server: the descriptor, the key set, and the content or a proof. */
async function offline(call: Call, id: string): Promise<ExitCode> {
  const { given, terminal } = call
  const file = (name: string) => resolve(terminal.cwd, name)
  const content = given.text('content')
  const proof = given.text('proof')
  if (content === undefined && proof === undefined)
    throw usage('There is nothing to hold against the descriptor: give --content, --proof or both.')
  const evidence = {
    jws: await text(file(given.required('descriptor')), 'descriptor'),
    jwks: await keySet(terminal, given.required('jwks')),
    content: content === undefined ? undefined : (await openSource(file(content), content, terminal.stdin)).stream,
    proof: proof === undefined ? undefined : json(await text(file(proof), 'proof'), 'proof'),
  }
  return report(call, id, await check(evidence, id), null)
}

type Held = Pick<Evidence, 'jws' | 'jwks' | 'content' | 'proof'>

/** The checks of the offline verifier, and that the descriptor is of the artifact that was named. */
async function check(held: Held, id: string): Promise<Line[]> {
  const { checks, descriptor } = await verifyOffline(held)
  const signed = descriptor?.artifact.artifact_id
  const named: Line[] = signed
    ? [
        {
          name: 'reference',
          ok: signed === id,
          detail: signed === id ? reference(id) : `the descriptor is of ${signed}`,
        },
      ]
    : []
  return [...checks.map((c: Check): Line => c), ...named]
}

async function report({ terminal, json }: Call, id: string, lines: Line[], service: Service | null): Promise<ExitCode> {
  const verified = lines.every((l) => l.ok)
  if (json) await put(terminal.stdout, `${JSON.stringify({ artifact_id: id, verified, checks: lines, service })}\n`)
  else
    for (const { ok, name, detail } of lines)
      await put(terminal.stdout, `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(13)} ${printable(detail)}\n`)
  if (!verified) {
    const failed = lines.filter((l) => !l.ok).map((l) => l.name)
    await put(
      terminal.stderr,
      `holdfast: ${reference(id)} did not verify: ${failed.join(', ')}. Do not rely on its bytes.\n`,
    )
  }
  return verified ? EXIT.ok : EXIT.integrity
}

async function text(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw usage(`The file of --${option} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function json(content: string, option: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw usage(`The file of --${option} is not JSON.`)
  }
}

async function keySet(terminal: Terminal, name: string): Promise<{ keys: JWK[] }> {
  const value = json(await text(resolve(terminal.cwd, name), 'jwks'), 'jwks') as { keys?: unknown } | null
  if (!Array.isArray(value?.keys)) throw usage('The file of --jwks is not a key set: it has no "keys".')
  return { keys: value.keys as JWK[] }
}

export const verifyCommands: Command[] = [
  {
    name: 'verify',
    summary: 'check signature, hash, length and a proof here, and ask the service to check what it stores',
    takes: ['ID'],
    options: {
      jwks: { type: 'string', value: 'FILE', about: 'key set to trust (default: the one the server publishes)' },
      save: { type: 'string', value: 'DIR', about: 'keep descriptor.jws, jwks.json and proof.json for later' },
      offline: { type: 'boolean', about: 'ask no server; needs --descriptor and --jwks, and --content or --proof' },
      descriptor: { type: 'string', value: 'FILE', about: 'offline: the signed descriptor' },
      content: { type: 'string', value: 'FILE', about: 'offline: the bytes' },
      proof: { type: 'string', value: 'FILE', about: 'offline: the answer of a proof request' },
      purpose: PURPOSE,
    },
    details: [
      'Exit code 5 when a check fails. The content is streamed and kept nowhere; one chunk, chosen at random, is proven.',
    ],
    credential: 'key',
    run: verify,
  },
]
