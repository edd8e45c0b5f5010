import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXIT } from '@/lib/cli/exit'
import { runIn } from '@/lib/cli/terminal.fixture'
import type { AuditCheckpoint, AuditVerification } from '@/lib/protocol/audit'
import { leafHash } from '@/lib/transparency/tree'
import { type Audited, startAudited } from './audited.fixture'
import { Sequencer } from './sequencer'

let folder: string
let a: Audited
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-tamper-'))
  a = await startAudited()
  for (let i = 0; i < 40; i++)
    await a.w.call('POST', `/tenants/${a.w.tenant}/keys`, {
      key: a.w.admin,
      json: { kind: 'agent', name: `agent-${i}` },
    })
  await a.sequence()
  await writeFile(join(folder, 'jwks.json'), await (await fetch(`${a.server.base}/.well-known/jwks.json`)).text())
})
afterEach(async () => {
  await a?.close()
  await rm(folder, { recursive: true, force: true })
})

const exported = async (query = '', as = ['auditor']) => {
  const response = await a.as(as, 'GET', `/audit/export?${query}`)
  expect(response.status).toBe(200)
  const text = await response.text()
  const header = JSON.parse(text.slice(0, text.indexOf('\n')))
  await writeFile(join(folder, 'export.jsonl'), text)
  await writeFile(join(folder, 'checkpoint'), header.checkpoint)
  return text
}
const verify = async (text?: string, ...more: string[]) => {
  if (text !== undefined) await writeFile(join(folder, 'export.jsonl'), text)
  const args = ['verify-audit', 'export.jsonl', '--checkpoint=checkpoint', '--key=jwks.json', ...more]
  const { exit, stdout, stderr } = await runIn(folder, args)
  return {
    exit,
    stdout,
    stderr,
    faults: stdout.split('\n').filter((l) => /^FAIL {2}(edited|missing|moved|order|tree|unreadable)/.test(l)),
  }
}
const linesOf = (text: string) => text.trimEnd().split('\n')
const text = (lines: string[]) => `${lines.join('\n')}\n`
const idAt = (lines: string[], i: number) => JSON.parse(lines[i]!).event.event_id as string
/** The line of a position: behind the header, and a line of a stored hash after each sixteen. */
const lineAt = (lines: string[], position: number) =>
  lines.findIndex((line) => line.startsWith(`{"type":"event","position":${position},`))
const check = async () => (await (await a.as(['auditor'], 'POST', '/audit/verify')).json()) as AuditVerification

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
      await exported(query, as)
      expect(await verify()).toMatchObject({ exit: EXIT.ok, faults: [], stderr: '' })
    }
    await exported('kind=audit_export', ['admin'])
    expect((await verify()).stdout).toMatch(/^ok {4}events {5}\d+ recomputed; \d+ shown in part|shown in part/m)
    const plain = await runIn(folder, ['verify-audit', 'export.jsonl'])
    expect(plain).toMatchObject({ exit: EXIT.ok, stderr: expect.stringContaining('No signature was checked') })
  })

  test('an edited event is named, with its position', async () => {
    const lines = linesOf(await exported())
    const at = lineAt(lines, 9)
    const id = idAt(lines, at)
    const { exit, faults, stdout } = await verify(text(lines.with(at, lines[at]!.replace('"kind":"', '"kind":"x'))))
    expect(exit).toBe(EXIT.integrity)
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^FAIL  edited     position 9, ${id}: `))])
    expect(stdout).toContain('FAIL  digest')
    expect(stdout).toContain('ok    checkpoint')
  })

  test('a removed event is named, also the last and several', async () => {
    const lines = linesOf(await exported())
    const at = lineAt(lines, 9)
    const removed = await verify(text(lines.toSpliced(at, 1)))
    expect(removed.exit).toBe(EXIT.integrity)
    expect(removed.faults).toEqual([`FAIL  missing    position 9, ${idAt(lines, at)}: The event is not there.`])
    const two = await verify(text(lines.toSpliced(at, 2)))
    expect(two.faults).toEqual([
      'FAIL  missing    position 9: The event is not there.',
      `FAIL  missing    position 10, ${idAt(lines, at + 1)}: The event is not there.`,
    ])
    const last = lines.findLastIndex((line) => line.startsWith('{"type":"event"'))
    const cut = await verify(text(lines.toSpliced(last, 1)))
    expect(cut.faults).toEqual([expect.stringContaining(`${idAt(lines, last)}: The event is not there.`)])
    const end = await verify(text(lines.slice(0, -1)))
    expect(end.stdout).toContain('FAIL  file       The export ends early')
  })

  test('events that were reordered are named, by their lines or within them', async () => {
    const lines = linesOf(await exported())
    const [at, to] = [lineAt(lines, 9), lineAt(lines, 12)]
    const swapped = await verify(text(lines.with(at, lines[to]!).with(to, lines[at]!)))
    expect(swapped.exit).toBe(EXIT.integrity)
    expect(swapped.faults.join('\n')).toContain(`position 9, ${idAt(lines, at)}: It stands behind position`)

    const [one, other] = [JSON.parse(lines[at]!), JSON.parse(lines[to]!)]
    const exchanged = lines
      .with(at, JSON.stringify({ ...one, salt: other.salt, event: other.event }))
      .with(to, JSON.stringify({ ...other, salt: one.salt, event: one.event }))
    const { faults } = await verify(text(exchanged))
    expect(faults).toEqual([
      `FAIL  moved      position 9, ${other.event.event_id}: The event was logged at position 12, and was moved here.`,
      `FAIL  moved      position 12, ${one.event.event_id}: The event was logged at position 9, and was moved here.`,
    ])
  })

  test('an event that was changed together with its leaf is told to within sixteen', async () => {
    const lines = linesOf(await exported())
    const at = lineAt(lines, 20)
    const line = JSON.parse(lines[at]!)
    const forged = { ...line, leaf: leafHash(Buffer.from('another')).toString('hex') }
    delete forged.salt
    const asAdmin = lines
      .with(0, lines[0]!.replace('"shows":"all"', '"shows":"metadata"'))
      .with(at, JSON.stringify({ ...forged, event: { ...line.event, decision: 'allow' } }))
    const { exit, faults, stdout } = await verify(text(asAdmin))
    expect(exit).toBe(EXIT.integrity)
    expect(stdout).toContain('FAIL  checkpoint does not lead to the root')
    expect(faults.join('\n')).toContain('One of the positions 16 to 31 was changed together with its leaf.')
  })

  test('what is not as the service writes it is refused', async () => {
    const lines = linesOf(await exported())
    const at = lineAt(lines, 9)
    const twice = lines[at]!.replace('"kind":', '"kind":"shown","kind":')
    expect((await verify(text(lines.with(at, twice)))).faults.join('\n')).toContain(`Line ${at + 1} is not a line`)
    const { salt: _, ...bare } = JSON.parse(lines[at]!)
    const hidden = await verify(text(lines.with(at, JSON.stringify(bare))))
    expect(hidden.faults).toEqual([expect.stringContaining('has lost its salt')])
    const elided = JSON.stringify({ type: 'hashes', from: 9, to: 10, nodes: [JSON.parse(lines[at]!).leaf] })
    const fewer = lines.at(-1)!.replace(/"rows":(\d+)/, (_, n) => `"rows":${n - 1}`)
    const left = await verify(text(lines.with(at, elided).with(-1, fewer)))
    expect(left.stdout).toContain('It says that nothing was filtered, and 1 events are not shown.')
    expect((await verify('{"type":"header"}\n')).stdout).toContain('FAIL  file')
    expect((await verify('')).stdout).toContain('FAIL  file')
  })

  test('a checkpoint of somebody else, another log, another size', async () => {
    const first = await exported()
    const old = await readFile(join(folder, 'checkpoint'), 'utf8')
    await exported()
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

describe('a database that its owner changed', () => {
  const id = async (position: number) =>
    (await a.server.rt.sql`select event_id from audit_leaves where log = ${a.w.tenant} and position = ${position}`)[0]!
      .event_id as string
  const bothFind = async (faults: unknown[]) => {
    const found = await check()
    expect(found.faults).toEqual(faults.map((f) => expect.objectContaining(f)))
    expect(found).toMatchObject({ verified: false, faults_total: faults.length })
    await exported()
    const { exit, faults: named } = await verify()
    expect(exit).toBe(EXIT.integrity)
    return named
  }

  test('an edited row is named', async () => {
    const victim = await id(9)
    await a.tamper(`update audit set actor = 'somebody else' where id = '${victim}'`)
    const named = await bothFind([{ kind: 'edited', position: 9, event_id: victim }])
    expect(named).toEqual([expect.stringContaining(`position 9, ${victim}`)])
  })

  test('a removed row is named', async () => {
    const victim = await id(9)
    await a.tamper(`delete from audit where id = '${victim}'`)
    const named = await bothFind([{ kind: 'missing', position: 9, event_id: victim }])
    expect(named).toEqual([expect.stringContaining(`position 9, ${victim}`)])
  })

  test('rows whose places were exchanged are named', async () => {
    const [one, other] = [await id(9), await id(12)]
    await a.tamper(`update audit_leaves set event_id = case event_id when '${one}' then '${other}x' else '${one}' end
      where event_id in ('${one}', '${other}'); update audit_leaves set event_id = '${other}' where event_id = '${other}x'`)
    const named = await bothFind([
      { kind: 'moved', position: 9, event_id: other },
      { kind: 'moved', position: 12, event_id: one },
    ])
    expect(named).toEqual([expect.stringContaining('at position 12'), expect.stringContaining('at position 9')])
  })

  test('rows that exchanged their contents are named', async () => {
    const [one, other] = [await id(9), await id(12)]
    await a.tamper(`update audit x set actor = y.actor, detail = y.detail, request_id = y.request_id, at = y.at
      from audit y where (x.id, y.id) in (('${one}', '${other}'), ('${other}', '${one}'))`)
    await bothFind([
      { kind: 'edited', position: 9, event_id: one },
      { kind: 'edited', position: 12, event_id: other },
    ])
  })

  test('a row that was edited with its leaf, and a stored hash that was, are told by where', async () => {
    const victim = await id(20)
    await a.tamper(`update audit set actor = 'x' where id = '${victim}';
      update audit_leaves set hash = decode(repeat('ab', 32), 'hex') where event_id = '${victim}'`)
    const named = await bothFind([
      { kind: 'tree', position: 16 },
      { kind: 'edited', position: 20, event_id: victim },
    ])
    expect(named).toHaveLength(2)
  })

  test('a row that was slipped in, or whose turn was taken away, has no position', async () => {
    await a.tamper(
      `insert into audit (id, tenant_id, kind, actor) values ('evt_slipped', '${a.w.tenant}', 'publish', 'x')`,
    )
    const found = await check()
    expect(found).toMatchObject({ verified: false, faults: [{ kind: 'unlogged', event_id: 'evt_slipped' }] })
  })

  test('a log whose end was cut off, or whose tree was rewritten, is not signed on with, and says so', async () => {
    const point = (await (await a.as(['auditor'], 'GET', '/audit/checkpoint')).json()) as AuditCheckpoint
    await a.tamper(`delete from audit_leaves where log = '${a.w.tenant}' and position > 30;
      delete from audit_checkpoints where log = '${a.w.tenant}' and size > 31;
      delete from audit_nodes where log = '${a.w.tenant}' and (index + 1) * 2 ^ level > 31`)
    await a.w.call('POST', `/tenants/${a.w.tenant}/keys`, { json: { kind: 'agent', name: 'after' } })
    await a.sequence()
    await a.sequence()
    const after = (await (await a.as(['auditor'], 'GET', '/audit/checkpoint')).json()) as AuditCheckpoint
    expect(after).toMatchObject({ status: 'behind', tree_size: 31, outside: { size: point.size, root: point.root } })
    expect(after.waiting).toBeGreaterThan(0)
    expect(a.server.events.filter((e) => e.event === 'audit.log_behind')).toHaveLength(1)
    expect(await check()).toMatchObject({ verified: false })
    const ready = (await (await fetch(`${a.server.base}/readyz`)).json()) as { audit: object }
    expect(ready.audit).toMatchObject({ waiting_ms: expect.any(Number) })
  })
})

describe('a database that was set back', () => {
  test('is found at the start, keeps its rows waiting, and goes on once the operator has moved the old checkpoints', async () => {
    const { rt, dataDir } = a.server
    const count = async () =>
      (await rt.sql`select count(*)::int as n from audit_leaves where log = ${a.w.tenant}`)[0]!.n
    // An older state of the database: every table of the log as it was.
    const tables = ['audit', 'audit_leaves', 'audit_nodes', 'audit_checkpoints']
    for (const t of tables) await rt.sql.unsafe(`create table backup_${t} as table ${t}`)
    const before = await count()
    for (let i = 0; i < 5; i++) await a.as(['auditor'], 'GET', '/audit')
    await a.sequence()
    await exported()
    const size = Number((await readFile(join(folder, 'checkpoint'), 'utf8')).split('\n')[1])
    for (const t of tables.toReversed())
      await a.tamper(
        `delete from ${t}; insert into ${t} ${t === 'audit' ? 'overriding system value' : ''} table backup_${t}`,
      )
    await a.tamper('delete from audit_pending')

    const log: { event: string; fields: Record<string, unknown> }[] = []
    const restarted = new Sequencer({ ...rt, log: (event, fields = {}) => void log.push({ event, fields }) })
    await restarted.round()
    expect(log.find((e) => e.event === 'audit.log_behind' && e.fields.log === a.w.tenant)).toMatchObject({
      fields: { size: before, detail: expect.stringContaining(`signed over ${size}`) },
    })
    await a.as(['auditor'], 'GET', '/audit')
    await restarted.round()
    expect(await count()).toBe(before)

    const checkpoints = join(dataDir, 'checkpoints')
    await cp(checkpoints, join(folder, 'kept'), { recursive: true })
    await mkdir(join(dataDir, 'set-aside'))
    await rename(checkpoints, join(dataDir, 'set-aside/checkpoints'))
    await restarted.round()
    expect(log.map((e) => e.event)).toContain('audit.log_sound')
    expect(await count()).toBeGreaterThan(before)
    // Whoever kept a checkpoint still tells that the log is another one.
    await writeFile(join(folder, 'old'), await readFile(join(folder, 'checkpoint')))
    await exported()
    const args = ['verify-audit', 'export.jsonl', '--checkpoint=old', '--key=jwks.json']
    expect((await runIn(folder, args)).exit).toBe(EXIT.integrity)
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
