import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXIT } from '@/lib/cli/exit'
import { runIn } from '@/lib/cli/terminal.fixture'
import type { AuditCheckpoint, AuditVerification } from '@/lib/protocol/audit'
import { type Exporting, startExporting } from './exporting.fixture'
import { Sequencer } from './sequencer'

let folder: string
let a: Exporting
beforeEach(async () => {
  a = await startExporting()
  folder = a.folder
})
afterEach(() => a?.close())

const check = async () => (await (await a.as(['auditor'], 'POST', '/audit/verify')).json()) as AuditVerification

describe('a database that its owner changed', () => {
  const id = async (position: number) =>
    (await a.server.rt.sql`select event_id from audit_leaves where log = ${a.w.tenant} and position = ${position}`)[0]!
      .event_id as string
  const bothFind = async (faults: unknown[]) => {
    const found = await check()
    expect(found.faults).toEqual(faults.map((f) => expect.objectContaining(f)))
    expect(found).toMatchObject({ verified: false, faults_total: faults.length })
    await a.exported()
    const { exit, faults: named } = await a.verify()
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
    await a.exported()
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
    await a.exported()
    const args = ['verify-audit', 'export.jsonl', '--checkpoint=old', '--key=jwks.json']
    expect((await runIn(folder, args)).exit).toBe(EXIT.integrity)
  })
})
