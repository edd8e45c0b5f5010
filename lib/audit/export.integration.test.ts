import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXIT } from '@/lib/cli/exit'
import { runIn } from '@/lib/cli/terminal.fixture'
import type { AuditCheckpoint } from '@/lib/protocol/audit'
import { leafHash } from '@/lib/transparency/tree'
import { type Exporting, startExporting } from './exporting.fixture'

let folder: string
let a: Exporting
beforeEach(async () => {
  a = await startExporting()
  folder = a.folder
})
afterEach(() => a?.close())

const linesOf = (text: string) => text.trimEnd().split('\n')
const text = (lines: string[]) => `${lines.join('\n')}\n`
const idAt = (lines: string[], i: number) => JSON.parse(lines[i]!).event.event_id as string
/** The line of a position: behind the header, and a line of a stored hash after each sixteen. */
const lineAt = (lines: string[], position: number) =>
  lines.findIndex((line) => line.startsWith(`{"type":"event","position":${position},`))
describe('an export that was changed', () => {
  test('verifies as it came, whole and filtered, for an auditor, an admin and an agent', async () => {
    for (const [query, as] of [
      ['', ['auditor']],
      ['kind=publish,run_created', ['auditor']],
      ['limit=5', ['auditor']],
      ['from=2999-01-01T00:00:00Z', ['auditor']],
      ['', ['admin']],
      ['', ['member']],
    ] as [string, string[]][]) {
      await a.exported(query, as)
      expect(await a.verify()).toMatchObject({ exit: EXIT.ok, faults: [], stderr: '' })
    }
    await a.exported('kind=audit_export', ['admin'])
    expect((await a.verify()).stdout).toMatch(/^ok {4}events {5}\d+ recomputed; \d+ shown in part|shown in part/m)
    const plain = await runIn(folder, ['verify-audit', 'export.jsonl'])
    expect(plain).toMatchObject({ exit: EXIT.ok, stderr: expect.stringContaining('No signature was checked') })
  })

  test('an edited event is named, with its position', async () => {
    const lines = linesOf(await a.exported())
    const at = lineAt(lines, 9)
    const id = idAt(lines, at)
    const { exit, faults, stdout } = await a.verify(text(lines.with(at, lines[at]!.replace('"kind":"', '"kind":"x'))))
    expect(exit).toBe(EXIT.integrity)
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^FAIL  edited     position 9, ${id}: `))])
    expect(stdout).toContain('FAIL  digest')
    expect(stdout).toContain('ok    checkpoint')
  })

  test('a removed event is named, also the last and several', async () => {
    const lines = linesOf(await a.exported())
    const at = lineAt(lines, 9)
    const removed = await a.verify(text(lines.toSpliced(at, 1)))
    expect(removed.exit).toBe(EXIT.integrity)
    expect(removed.faults).toEqual([`FAIL  missing    position 9, ${idAt(lines, at)}: The event is not there.`])
    const two = await a.verify(text(lines.toSpliced(at, 2)))
    expect(two.faults).toEqual([
      'FAIL  missing    position 9: The event is not there.',
      `FAIL  missing    position 10, ${idAt(lines, at + 1)}: The event is not there.`,
    ])
    const last = lines.findLastIndex((line) => line.startsWith('{"type":"event"'))
    const cut = await a.verify(text(lines.toSpliced(last, 1)))
    expect(cut.faults).toEqual([expect.stringContaining(`${idAt(lines, last)}: The event is not there.`)])
    const end = await a.verify(text(lines.slice(0, -1)))
    expect(end.stdout).toContain('FAIL  file       The export ends early')
  })

  test('events that were reordered are named, by their lines or within them', async () => {
    const lines = linesOf(await a.exported())
    const [at, to] = [lineAt(lines, 9), lineAt(lines, 12)]
    const swapped = await a.verify(text(lines.with(at, lines[to]!).with(to, lines[at]!)))
    expect(swapped.exit).toBe(EXIT.integrity)
    expect(swapped.faults.join('\n')).toContain(`position 9, ${idAt(lines, at)}: It stands behind position`)

    const [one, other] = [JSON.parse(lines[at]!), JSON.parse(lines[to]!)]
    const exchanged = lines
      .with(at, JSON.stringify({ ...one, salt: other.salt, event: other.event }))
      .with(to, JSON.stringify({ ...other, salt: one.salt, event: one.event }))
    const { faults } = await a.verify(text(exchanged))
    expect(faults).toEqual([
      `FAIL  moved      position 9, ${other.event.event_id}: The event was logged at position 12, and was moved here.`,
      `FAIL  moved      position 12, ${one.event.event_id}: The event was logged at position 9, and was moved here.`,
    ])
  })

  test('an event that was changed together with its leaf is told to within sixteen', async () => {
    const lines = linesOf(await a.exported())
    const at = lineAt(lines, 20)
    const line = JSON.parse(lines[at]!)
    const forged = { ...line, leaf: leafHash(Buffer.from('another')).toString('hex') }
    delete forged.salt
    const asAdmin = lines
      .with(0, lines[0]!.replace('"shows":"all"', '"shows":"metadata"'))
      .with(at, JSON.stringify({ ...forged, event: { ...line.event, decision: 'allow' } }))
    const { exit, faults, stdout } = await a.verify(text(asAdmin))
    expect(exit).toBe(EXIT.integrity)
    expect(stdout).toContain('FAIL  checkpoint does not lead to the root')
    expect(faults.join('\n')).toContain('One of the positions 16 to 31 was changed together with its leaf.')
  })

  test('what is not as the service writes it is refused', async () => {
    const lines = linesOf(await a.exported())
    const at = lineAt(lines, 9)
    const twice = lines[at]!.replace('"kind":', '"kind":"shown","kind":')
    expect((await a.verify(text(lines.with(at, twice)))).faults.join('\n')).toContain(`Line ${at + 1} is not a line`)
    const { salt: _, ...bare } = JSON.parse(lines[at]!)
    const hidden = await a.verify(text(lines.with(at, JSON.stringify(bare))))
    expect(hidden.faults).toEqual([expect.stringContaining('has lost its salt')])
    const elided = JSON.stringify({ type: 'hashes', from: 9, to: 10, nodes: [JSON.parse(lines[at]!).leaf] })
    const fewer = lines.at(-1)!.replace(/"rows":(\d+)/, (_, n) => `"rows":${n - 1}`)
    const left = await a.verify(text(lines.with(at, elided).with(-1, fewer)))
    expect(left.stdout).toContain('It says that nothing was filtered, and 1 events are not shown.')
    expect((await a.verify('{"type":"header"}\n')).stdout).toContain('FAIL  file')
    expect((await a.verify('')).stdout).toContain('FAIL  file')
  })

  test('a checkpoint of somebody else, another log, another size', async () => {
    const first = await a.exported()
    const old = await readFile(join(folder, 'checkpoint'), 'utf8')
    await a.exported()
    const outside = join(a.server.dataDir, 'checkpoints/tenants', a.w.tenant)
    const [day] = await readdir(outside)
    await writeFile(join(folder, 'all.notes'), await readFile(join(outside, day!)))
    const args = ['verify-audit', 'export.jsonl', '--key=jwks.json']
    const all = await runIn(folder, [...args, '--checkpoint=all.notes'])
    expect(all.exit, all.stdout).toBe(EXIT.ok)
    expect(all.stdout.match(/^ok {4}checkpoint leads to/gm)!.length).toBeGreaterThan(1)
    const notes = await readFile(join(folder, 'all.notes'), 'utf8')
    await writeFile(join(folder, 'all.notes'), notes.repeat(10))
    const many = await runIn(folder, [...args, '--checkpoint=all.notes'])
    expect(many.stdout).toMatch(/^ok {4}checkpoint leads to the root over \d+ events, and \d+ others$/m)

    await writeFile(join(folder, 'new'), await readFile(join(folder, 'checkpoint')))
    await writeFile(join(folder, 'export.jsonl'), first)
    const later = await runIn(folder, [...args, '--checkpoint=new'])
    expect([later.exit, later.stdout]).toEqual([EXIT.integrity, expect.stringContaining('give --consistency')])
    const sizes = [old, await readFile(join(folder, 'new'), 'utf8')].map((note) => Number(note.split('\n')[1]))
    const proof = await a.as(['auditor'], 'GET', `/audit/consistency?from=${sizes[0]}&to=${sizes[1]}`)
    await writeFile(join(folder, 'proof.json'), await proof.text())
    const proven = await runIn(folder, [...args, '--checkpoint=new', '--consistency=proof.json'])
    expect(proven.exit, proven.stdout).toBe(EXIT.ok)

    const { keys } = JSON.parse(await readFile(join(folder, 'jwks.json'), 'utf8'))
    const stranger = { keys: [{ ...keys[0], x: Buffer.alloc(32, 9).toString('base64url') }] }
    await writeFile(join(folder, 'stranger.json'), JSON.stringify(stranger))
    const unsigned = await runIn(folder, ['verify-audit', 'export.jsonl', '--key=stranger.json'])
    expect([unsigned.exit, unsigned.stdout]).toEqual([EXIT.integrity, expect.stringContaining('FAIL  signature')])
    const { checkpoint } = (await (
      await a.w.call('GET', '/audit/checkpoint', { key: a.w.operator })
    ).json()) as AuditCheckpoint
    await writeFile(join(folder, 'instance'), checkpoint)
    const other = await runIn(folder, [...args, '--checkpoint=instance'])
    expect([other.exit, other.stdout]).toEqual([EXIT.integrity, expect.stringContaining('/audit/instance')])
    for (const wrong of ['--checkpoint=jwks.json', '--key=checkpoint', '--consistency=jwks.json', '--checkpoint=none'])
      expect((await runIn(folder, ['verify-audit', 'export.jsonl', wrong])).exit).toBe(EXIT.usage)
  })
})

describe('the command line', () => {
  test('exports with a key, to stdout or a file, and compares the digest', async () => {
    const env = { HOLDFAST_URL: a.server.base, HOLDFAST_KEY: a.w.admin }
    const direct = await runIn(folder, ['audit', 'export', '--kind=key_created'], { env })
    expect([direct.exit, direct.stderr]).toEqual([
      EXIT.ok,
      expect.stringMatching(/^\d+ events, sha256:[0-9a-f]{64}, recorded as evt_/),
    ])
    const named = await runIn(folder, ['audit', 'export', '--out=mine.jsonl', '--limit=3'], { env })
    expect([named.exit, named.stdout, named.stderr]).toEqual([
      EXIT.ok,
      '',
      expect.stringContaining('3 events, truncated'),
    ])
    expect((await runIn(folder, ['verify-audit', 'mine.jsonl', '--key=jwks.json'])).exit).toBe(EXIT.ok)
    const csv = await runIn(folder, ['audit', 'export', '--format=csv'], { env })
    expect(csv.stdout).toMatch(/^# \{/)
    expect((await runIn(folder, ['audit', 'export', '--format=xml'], { env })).exit).toBe(EXIT.usage)
    expect((await runIn(folder, ['audit', 'export', '--tenant=other'], { env })).exit).toBe(EXIT.refused)
    const foreign = await runIn(folder, ['audit', 'export', '--instance'], { env })
    expect(foreign.exit).toBe(EXIT.refused)
    const help = await runIn(folder, ['help', 'verify-audit'])
    expect(help.stdout).toMatch(/--key FILE +the key to trust/)
    expect(help.stdout.match(/--key /g)).toHaveLength(1)
  })
})
