import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/db/test-database'
import type { Deps } from '@/lib/deps'
import { openTestDeps } from '@/lib/http/test-deps'
import { makeId } from '@/lib/protocol/make-id'
import { notesIn, openCheckpoint } from '@/lib/transparency/checkpoint'
import { inclusionRanges } from '@/lib/transparency/proofs'
import { cover, TreeBuilder } from '@/lib/transparency/tree'
import { eventOf, leafOf } from './event'
import { OutsideCheckpoints } from './outside'
import { record } from './record'
import { Sequencer } from './sequencer'
import { subtreeRoots } from './tree'

let db: TestDatabase
let dataDir: string
let rt: Deps
let sequencer: Sequencer
let events: { event: string; fields: Record<string, unknown> }[]

const open = async () => {
  events = []
  rt = await openTestDeps(db, dataDir, (event, fields = {}) => void events.push({ event, fields }))
  sequencer = new Sequencer(rt)
}
beforeEach(async () => {
  db = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-audit-'))
  await open()
})
afterEach(async () => {
  await rt.leases.stop()
  await db.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const act = (sql: postgres.ISql, tenantId: string | null = 'acme') =>
  record(sql, { tenantId, kind: 'key_created', actor: 'agt_1', detail: { n: Math.random() } })
const acts = async (n: number, tenantId: string | null = 'acme') => {
  for (let i = 0; i < n; i++) await act(db.sql, tenantId)
}
type Leaf = { position: number; event_id: string; salt: Buffer; hash: Buffer; event: Record<string, unknown> }
const leavesOf = (log: string) => db.sql<Leaf[]>`
  select l.position, l.event_id, l.salt, l.hash, audit_event(a) as event from audit_leaves l
  join audit a on a.id = l.event_id where l.log = ${log} order by l.position`
const newest = async (log: string) => {
  const [row] =
    await db.sql`select size, root, note from audit_checkpoints where log = ${log} order by size desc limit 1`
  return row && { size: row.size as number, root: hex(row.root), note: row.note as string }
}
const hex = (hash: Buffer) => hash.toString('hex')
const rootOf = (leaves: readonly Leaf[]) => {
  const tree = new TreeBuilder()
  for (const leaf of leaves) tree.add(leaf.hash)
  return hex(tree.root())
}

/** Everything a log must be: positions without a gap, leaves of their rows, the root signed, inside and outside. */
async function expectSound(log: string, size: number) {
  const leaves = await leavesOf(log)
  expect(leaves.map((l) => l.position)).toEqual(Array.from({ length: size }, (_, i) => i))
  for (const leaf of leaves) expect(leafOf(leaf.salt, eventOf(leaf.event))).toEqual(leaf.hash)
  const point = await newest(log)
  expect(point).toMatchObject({ size, root: rootOf(leaves) })
  const signer = await rt.keystore.signer()
  const outside = await new OutsideCheckpoints(dataDir).newest(log, signer.noteKeys)
  expect(outside?.note).toBe(point!.note)
  expect(outside?.checkpoint.size).toBe(size)
}

test('each tenant and the instance have a log of their own', async () => {
  await acts(20)
  await acts(3, 'other')
  await acts(2, null)
  await sequencer.round()
  await expectSound('acme', 20)
  await expectSound('other', 3)
  await expectSound('', 2)
  const { note } = (await newest(''))!
  const origin = `${new URL(rt.config.baseUrl).host}/audit/instance`
  expect(openCheckpoint(note, (await rt.keystore.signer()).noteKeys(origin))?.origin).toBe(origin)
  expect(events).toEqual([])
})

test('the tree grows over many rounds and batches, and every checkpoint stays', async () => {
  const sizes: number[] = []
  for (const n of [1, 15, 1, 16, 300]) {
    await acts(n)
    await sequencer.round()
    sizes.push((sizes.at(-1) ?? 0) + n)
  }
  await db.sql`insert into audit (id, tenant_id, kind, actor)
    select 'evt_' || g, 'acme', 'sign', 'x' from generate_series(1, 1200) g`
  await sequencer.round()
  await expectSound('acme', 1533)
  const leaves = await leavesOf('acme')
  const points = await db.sql`select size, root from audit_checkpoints where log = 'acme' order by size`
  expect(points.map((p) => p.size)).toEqual([...sizes, 1533])
  for (const p of points) expect(rootOf(leaves.slice(0, p.size))).toBe(hex(p.root))
  const { count } = await db.sql`select from audit_nodes`
  expect(count).toBe(Math.floor(1533 / 16) + Math.floor(1533 / 256))
  const [file] = await db.sql`select string_agg(note, '' order by size) as notes from audit_checkpoints`
  const path = join(dataDir, 'checkpoints/tenants/acme', `${new Date().toISOString().slice(0, 10)}.notes`)
  expect(notesIn(await readFile(path, 'utf8')).join('')).toBe(file!.notes)
})

test('a row that commits late gets its position late, whatever number it drew', async () => {
  let commit = () => {}
  const gate = new Promise<void>((resolve) => {
    commit = resolve
  })
  let drawn = () => {}
  const inserted = new Promise<void>((resolve) => {
    drawn = resolve
  })
  let late = ''
  const transaction = db.sql.begin(async (tx) => {
    late = await act(tx)
    drawn()
    await gate
  })
  await inserted
  await acts(5)
  await sequencer.round()
  await expectSound('acme', 5)
  await db.sql
    .begin(async (tx) => {
      await act(tx)
      throw new Error('rolled back')
    })
    .catch(() => {})
  await acts(2)
  await sequencer.round()
  await expectSound('acme', 7)
  commit()
  await transaction
  await sequencer.round()
  await expectSound('acme', 8)
  const leaves = await leavesOf('acme')
  const [{ seq }] = (await db.sql`select seq from audit where id = ${late}`) as unknown as [{ seq: number }]
  expect(leaves.at(-1)!.event_id).toBe(late)
  const [{ lower }] = (await db.sql`select count(*)::int as lower from audit where seq < ${seq}`) as unknown as [
    { lower: number },
  ]
  expect(lower).toBe(0)
})

test('many writers with overlapping transactions: every committed row once', async () => {
  const stop = sequencer.start()
  const other = new Sequencer(rt).start()
  const ids: string[] = []
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let i = 0; i < 40; i++)
        await db.sql
          .begin(async (tx) => {
            const id = await act(tx)
            await new Promise((r) => setTimeout(r, Math.random() * 60))
            if (i % 7 === 0) throw new Error('rolled back')
            ids.push(id)
          })
          .catch(() => {})
    }),
  )
  await stop()
  await other()
  await sequencer.round()
  await expectSound('acme', ids.length)
  expect((await leavesOf('acme')).map((l) => l.event_id).sort()).toEqual(ids.sort())
})

test('a process that is killed is taken over from', async () => {
  const start = async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'lib/audit/sequencer-process.fixture.ts', db.url, dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(child.stdout, 'data')
    return child
  }
  const [first, second] = [await start(), await start()]
  const ids: string[] = []
  const write = async (ms: number) => {
    const until = Date.now() + ms
    while (Date.now() < until) {
      ids.push(await act(db.sql))
      await new Promise((r) => setTimeout(r, 2))
    }
  }
  try {
    await write(2000)
    first.kill('SIGKILL')
    const third = await start()
    await write(2500)
    third.kill('SIGKILL')
    await write(300)
    const before = Date.now()
    let size = 0
    while (size < ids.length && Date.now() - before < 10_000) {
      await new Promise((r) => setTimeout(r, 50))
      size = (await newest('acme'))?.size ?? 0
    }
    expect(size).toBe(ids.length)
    expect(Date.now() - before).toBeLessThan(2500)
  } finally {
    for (const child of [first, second]) child.kill('SIGKILL')
  }
  await expectSound('acme', ids.length)
})

test('a row has its position and is signed within about a second', async () => {
  const stop = sequencer.start()
  const waits: number[] = []
  for (let i = 0; i < 5; i++) {
    await new Promise((r) => setTimeout(r, 137 * i))
    const at = Date.now()
    await act(db.sql)
    while (((await newest('acme'))?.size ?? 0) <= i) await new Promise((r) => setTimeout(r, 10))
    waits.push(Date.now() - at)
  }
  await stop()
  expect(Math.max(...waits)).toBeLessThan(1500)
})

test('a proof reads rows in the order of the logarithm', async () => {
  await db.sql`insert into audit (id, tenant_id, kind, actor)
    select ${makeId('evt')} || g, 'acme', 'sign', 'x' from generate_series(1, 5000) g`
  await sequencer.round()
  await db.sql`analyze audit_leaves, audit_nodes`
  const nodes = inclusionRanges(2345, 5000).flatMap(([a, b]) => cover(a, b))
  const read = async () => {
    await db.sql`select pg_stat_force_next_flush()`
    const [row] = await db.sql`
      select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as n from pg_stat_user_tables
      where relname in ('audit_leaves', 'audit_nodes')`
    return row!.n as number
  }
  const before = await read()
  expect(await subtreeRoots(db.sql, 'acme', nodes)).toHaveLength(nodes.length)
  expect((await read()) - before).toBeLessThan(15 * Math.ceil(Math.log2(5000)))
})
