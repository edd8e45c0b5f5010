import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createWorld, form, manifestFor, type World } from '@/e2e/cases/world'
import { openDatabase } from '@/lib/db/client'
import { buildProcess, startProcess } from '@/lib/http/processes.fixture'
import { openTestDeps, TEST_OPERATOR } from '@/lib/http/test-deps'
import { objectFacts } from './artifact'
import { loadArtifact } from './load'
import { sweep } from './sweep'

/**
 * Publishes to a server process that is killed with SIGKILL at a random moment, again and again; then checks what must
 * hold whatever the moment: every visible artifact has verified bytes, no acknowledged publish is lost, and after the
 * sweep there is no object and no key without an artifact.
 */
export async function killRounds(o: { rounds: number; url: string; dataDir: string }): Promise<void> {
  const entry = await buildProcess(o.dataDir)
  const acknowledged = new Map<string, string>()
  let world: World | null = null
  for (let round = 0; round < o.rounds; round++) {
    const { child, base } = await startProcess(entry, o)
    world = world ? at(world, base) : await createWorld(base, TEST_OPERATOR)
    const publishing = Array.from({ length: 4 }, (_, i) => publishUntilKilled(world!, round, i, acknowledged))
    // Two rounds of three are killed in the thick of publishing, the third before anything was acknowledged.
    const before = acknowledged.size
    if (round % 3 < 2) await until(() => acknowledged.size > before, 5_000)
    await wait(Math.random() * 120)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await Promise.all(publishing)
  }
  await check(o, acknowledged)
}

async function until(condition: () => boolean, most: number): Promise<void> {
  for (const began = Date.now(); !condition() && Date.now() - began < most; ) await wait(5)
}

const at = (w: World, base: string): World => ({
  ...w,
  base,
  call: (method, path, c = {}) =>
    fetch(`${base}/api/v1${path}`, { method, headers: { Authorization: `Bearer ${c.key}` }, body: c.body ?? null }),
})

async function publishUntilKilled(w: World, round: number, lane: number, acknowledged: Map<string, string>) {
  for (let n = 0; n < 1000; n++) {
    const content = `${round}/${lane}/${n}\n`.repeat(2_000 + lane * 6_000)
    const response = await w
      .call('POST', '/artifacts', { key: w.capture, body: form(manifestFor(w), content) })
      .then(async (r) => ({ status: r.status, text: await r.text() }))
      .catch(() => null)
    if (response === null) return
    if (response.status !== 201) throw new Error(`publish: ${response.status} ${response.text}`)
    const { artifact } = JSON.parse(response.text) as { artifact: { artifact_id: string; content_hash: string } }
    acknowledged.set(artifact.artifact_id, artifact.content_hash)
  }
}

async function check(o: { rounds: number; url: string; dataDir: string }, acknowledged: Map<string, string>) {
  const sql = openDatabase(o.url, { max: 2 })
  const rt = await openTestDeps({ sql, fenced: sql }, o.dataDir, () => {})
  try {
    const { openObject } = await import('@/lib/blobs/object-reader')
    const rows = await sql<{ id: string }[]>`select id from artifacts`
    const visible = new Set(rows.map((r) => r.id))
    expect(visible.size, 'rounds published something').toBeGreaterThan(o.rounds / 2)
    expect([...acknowledged.keys()].filter((id) => !visible.has(id))).toEqual([])
    await wait(20)
    await sweep(rt, 0)
    for (const { id } of rows) {
      const artifact = await loadArtifact(rt, id)
      const dataKey = await rt.keystore.openDataKey(id)
      expect(dataKey, `key of ${id}`).not.toBeNull()
      const reader = openObject({
        store: rt.store,
        key: id,
        artifactId: id,
        dataKey: dataKey!,
        facts: objectFacts(artifact),
      })
      expect((await reader.verifyWhole()).verified, id).toBe(true)
    }
    const left: string[] = []
    for await (const object of rt.store.list()) if (!object.committed || !visible.has(object.key)) left.push(object.key)
    for await (const key of rt.keystore.list()) if (!visible.has(key.artifactId)) left.push(key.artifactId)
    expect(left).toEqual([])
  } finally {
    await rt.leases.stop()
    await rt.store.close()
    await sql.end()
  }
}
