import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, form, manifestFor, type World } from '@/e2e/cases/world'
import { StorageFull } from '@/lib/blobs/blob-errors'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { sweep } from './sweep'

let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer({
    limits: { artifactBytes: 3_000_000 },
    // A disk that is full for content that says so: the store refuses from the second chunk on.
    store: (inner) => ({
      ...bind(inner),
      create: async (key) => {
        const writer = await inner.create(key)
        let written = 0
        return {
          write: async (bytes) => {
            written += bytes.length
            if (diskFull && written > 20_000) throw new StorageFull()
            await writer.write(bytes)
          },
          commit: () => writer.commit(),
          abort: () => (stuck ? fault() : writer.abort()),
        }
      },
      delete: (key) => (stuck ? fault() : inner.delete(key)),
    }),
  })
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())
let diskFull = false
/** A disk that removes nothing. */
let stuck = false
const fault = () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }))
const logged = (event: string) => server.events.filter((e) => e.event === event)

const bind = (store: TestServer['rt']['store']): TestServer['rt']['store'] => ({
  create: (k) => store.create(k),
  read: (k, s, e) => store.read(k, s, e),
  size: (k) => store.size(k),
  delete: (k) => store.delete(k),
  list: () => store.list(),
  discard: (k) => store.discard(k),
  close: () => store.close(),
})

/** Every file under the data folder that could hold content or a key of an artifact. */
async function stored(folder: 'objects' | 'keystore'): Promise<string[]> {
  const root = join(server.dataDir, folder)
  if (!existsSync(root)) return []
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((e) => e.isFile() && e.name.includes('art_')).map((e) => join(e.parentPath, e.name))
}

const kept = async () => ({
  rows: (await server.rt.sql<{ n: number }[]>`select count(*)::int as n from artifacts`)[0]!.n,
  objects: (await stored('objects')).length,
  keys: (await stored('keystore')).length,
})

test('a client that disconnects halfway leaves nothing', async () => {
  const before = await kept()
  await new Promise<void>((done) => {
    const upload = request(`${server.base}/api/v1/artifacts`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${w.capture}`,
        'Content-Type': 'multipart/form-data; boundary=b',
        'Content-Length': 2_000_000,
      },
    })
    upload.on('error', () => done())
    upload.write(`--b\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n${JSON.stringify(manifestFor(w))}\r\n`)
    upload.write('--b\r\nContent-Disposition: form-data; name="content"; filename="c"\r\n\r\n')
    upload.write('x'.repeat(500_000), () => setTimeout(() => upload.destroy(new Error('gone')), 100))
  })
  await expect.poll(kept, { timeout: 5_000 }).toEqual(before)
})

test('an upload that goes on longer than a publish may is refused, and nothing is kept', async () => {
  const before = await kept()
  const late = async (end: (send: (text: string) => Promise<void>) => Promise<unknown>) => {
    const parts = new TransformStream<Uint8Array, Uint8Array>()
    const writer = parts.writable.getWriter()
    const send = (text: string) => writer.write(new TextEncoder().encode(text))
    const response = w.call('POST', '/artifacts', {
      key: w.capture,
      body: parts.readable,
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    })
    await send(`--b\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n${JSON.stringify(manifestFor(w))}\r\n`)
    await send('--b\r\nContent-Disposition: form-data; name="content"; filename="c"\r\n\r\nhalf')
    await end(send)
    const body = await problem(await response, 400, 'upload_incomplete')
    expect(body.detail).toContain('HOLDFAST_MAX_PUBLISH_SECONDS')
    await writer.abort().catch(() => {})
  }
  const { limits } = server.rt.config
  const { publishSeconds } = limits
  try {
    // Silent: only the timer can end it.
    limits.publishSeconds = 0.3
    await late(async () => {})
    // Whole, but after the clock went on: seven hours in which the machine slept, say.
    limits.publishSeconds = publishSeconds
    await late(async (send) => {
      await expect.poll(async () => (await kept()).keys).toBe(before.keys + 1)
      server.rt.now = () => new Date(Date.now() + 7 * 3600_000)
      await send(' whole\r\n--b--\r\n')
    })
  } finally {
    limits.publishSeconds = publishSeconds
    server.rt.now = () => new Date()
  }
  expect(await kept()).toEqual(before)
})

test('a form that ends without its closing boundary is refused, and nothing is kept', async () => {
  const before = await kept()
  const body = `--b\r\nContent-Disposition: form-data; name="manifest"\r\n\r\n${JSON.stringify(manifestFor(w))}\r\n--b\r\nContent-Disposition: form-data; name="content"; filename="c"\r\n\r\nhalf`
  const response = await w.call('POST', '/artifacts', {
    key: w.capture,
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  })
  await problem(response, 400, 'upload_incomplete')
  expect(await kept()).toEqual(before)
})

test('a full disk is 507, nothing is kept, and the call is free to be repeated', async () => {
  const before = await kept()
  const manifest = manifestFor(w)
  diskFull = true
  await problem(
    await w.call('POST', '/artifacts', { key: w.capture, body: form(manifest, 'x'.repeat(200_000)) }),
    507,
    'storage_full',
  )
  diskFull = false
  expect(await kept()).toEqual(before)
  await w.publish(manifest, 'x'.repeat(200_000))
})

test('what cannot be removed is logged, hides nothing of why, and is left to the sweep', async () => {
  const before = await kept()
  const refused = (change: Record<string, unknown>) =>
    w.call('POST', '/artifacts', { key: w.capture, body: form(manifestFor(w, change), 'x'.repeat(100_000)) })
  stuck = true
  await problem(await refused({ content_length: 3 }), 422, 'content_mismatch')
  diskFull = true
  await problem(await refused({}), 507, 'storage_full')
  diskFull = false
  stuck = false
  const failures = logged('discard.failed').map((e) => e.fields)
  // Of the first the object was committed, so that there was nothing to abort.
  expect(failures.map((f) => f.code)).toEqual(['EIO', 'EIO', 'EIO'])
  expect(new Set(failures.map((f) => f.artifact_id)).size).toBe(2)
  expect(await kept(), 'their keys are gone').toEqual({ ...before, objects: before.objects + 2 })
  await new Promise((done) => setTimeout(done, 20))
  await sweep(server.rt, 0)
  expect(await kept()).toEqual(before)
})

test('content beyond the limit is 413, naming the limit, and nothing is kept', async () => {
  const before = await kept()
  const body = await problem(
    await w.call('POST', '/artifacts', { key: w.capture, body: form(manifestFor(w), 'x'.repeat(3_000_001)) }),
    413,
    'payload_too_large',
  )
  expect(body.detail).toContain('3000000')
  expect(await kept()).toEqual(before)
})

test('one flipped byte: every read that touches it refuses, the artifact is quarantined, others go on', async () => {
  const other = await w.publish(manifestFor(w, { record_format: 'lines' }), 'fine\n')
  const { artifact } = await w.publish(manifestFor(w, { record_format: 'lines' }), 'broken\n'.repeat(10_000))
  const id = artifact.artifact_id
  const file = (await stored('objects')).find((f) => f.includes(id))!
  const bytes = await readFile(file)
  bytes[40_000] = bytes[40_000]! ^ 1
  await writeFile(file, bytes)

  const read = (start: number) =>
    w.call('POST', `/artifacts/${id}/read`, {
      key: w.agent,
      json: { selector: { type: 'byte_range', start, end: start + 10 } },
    })
  expect((await read(0)).status, 'a chunk that is whole').toBe(200)
  const refused = await problem(await read(40_000), 409, 'integrity_failed')
  expect(JSON.stringify(refused)).not.toContain('broken')
  await problem(await read(0), 409, 'integrity_failed')
  await problem(await w.call('GET', `/artifacts/${id}/content`, { key: w.agent }), 409, 'integrity_failed')
  const described = await (await w.call('GET', `/artifacts/${id}`, { key: w.agent })).json()
  expect(described.state).toBe('quarantined')
  const rows = await server.rt
    .sql`select kind, reason from audit where artifact_id = ${id} and kind in ('quarantine', 'withdrawn')`
  expect(rows.map((r) => r.kind).sort()).toEqual(['quarantine', 'withdrawn'])
  expect((await w.call('GET', `/artifacts/${other.artifact.artifact_id}/content`, { key: w.agent })).status).toBe(200)
})

test('verification of broken bytes reports what was computed, and quarantines', async () => {
  const { artifact } = await w.publish(manifestFor(w), 'y'.repeat(40_000))
  const file = (await stored('objects')).find((f) => f.includes(artifact.artifact_id))!
  const bytes = await readFile(file)
  bytes[5] = bytes[5]! ^ 0x80
  await writeFile(file, bytes)
  const verified = await (await w.call('POST', `/artifacts/${artifact.artifact_id}/verify`, { key: w.agent })).json()
  expect(verified.verified).toBe(false)
  const [row] = await server.rt.sql`select state from artifacts where id = ${artifact.artifact_id}`
  expect(row!.state).toBe('quarantined')
})

test('bytes that failed are refused as that, also while the database cannot be told', async () => {
  const { artifact } = await w.publish(manifestFor(w), 'q'.repeat(100))
  await server.rt.store.delete(artifact.artifact_id)
  const read = () => w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
  const { sql } = server.rt
  server.rt.sql = new Proxy(sql, { get: (of, name) => (name === 'begin' ? fault : Reflect.get(of, name)) })
  await problem(await read(), 409, 'integrity_failed')
  server.rt.sql = sql
  expect(logged('quarantine.failed').map((e) => e.fields.artifact_id)).toEqual([artifact.artifact_id])
  const state = () => sql`select state from artifacts where id = ${artifact.artifact_id}`
  expect((await state())[0]!.state).toBe('available')
  await problem(await read(), 409, 'integrity_failed')
  expect((await state())[0]!.state).toBe('quarantined')
})

test('a lost object is an integrity failure, not a fault', async () => {
  const { artifact } = await w.publish(manifestFor(w), 'z'.repeat(100))
  await server.rt.store.delete(artifact.artifact_id)
  await problem(
    await w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent }),
    409,
    'integrity_failed',
  )
})

test('the sweep removes objects and keys without an artifact, and nothing else', async () => {
  const alive = await w.publish(manifestFor(w), 'alive\n')
  const orphan = `art_${'0'.repeat(25)}1`
  await server.rt.keystore.createDataKey(orphan).kept
  const writer = await server.rt.store.create(orphan)
  await writer.write(Buffer.from('left behind'))
  await writer.commit()
  const lone = `art_${'0'.repeat(25)}2`
  await server.rt.keystore.createDataKey(lone).kept

  expect(await sweep(server.rt)).toEqual({ objects: 0, keys: 0, writes: 0 })
  await new Promise((done) => setTimeout(done, 20))
  const swept = await sweep(server.rt, 0)
  expect(swept.objects).toBe(1)
  expect(swept.keys).toBe(1)
  expect(await server.rt.store.size(orphan)).toBeNull()
  expect(await server.rt.keystore.openDataKey(orphan)).toBeNull()
  const path = `/artifacts/${alive.artifact.artifact_id}/content`
  expect(await (await w.call('GET', path, { key: w.agent })).text()).toBe('alive\n')
})

test('no key, token or content reaches the operation log', () => {
  const text = JSON.stringify(server.events)
  for (const secret of [w.capture, w.agent, w.operator, 'broken', 'alive']) expect(text).not.toContain(secret)
})
