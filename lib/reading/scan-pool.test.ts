import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { InspectJob } from '@/lib/records/inspection'
import { ScanPool } from './scan-pool'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-threads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A thread that ends at a push of "die", and says of every other how often it was told something. */
const script = join(folder, 'thread.mjs')
writeFileSync(
  script,
  `import { parentPort } from 'node:worker_threads'
  let told = 0
  parentPort.on('message', (m) => {
    told++
    if (m.do?.kind === 'push' && Buffer.from(m.do.bytes).toString() === 'die') process.exit(3)
    if (m.step) parentPort.postMessage({ step: m.step, taken: told })
  })`,
)
const job: InspectJob = { kind: 'inspect', spec: { format: 'lines', pointer: null }, chunkSize: 16, schema: null }

test('a thread that dies ends its own jobs, also one that nobody waits for yet, and the next job has another', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const pool = new ScanPool(script)
  try {
    const first = await pool.open('a', job)
    await first.push(Buffer.from('one'), false)
    const dying = first.push(Buffer.from('die'), false)
    // Whoever began it is at something else until the thread has died.
    await expect(first.end()).rejects.toThrow('ended with code 3')
    await new Promise((done) => setImmediate(done))
    await expect(dying).rejects.toThrow('ended with code 3')
    await expect(first.end()).rejects.toThrow('has ended')
    first.close()
    const second = await pool.open('a', job)
    expect(await second.end()).toBe(2)
    second.close()
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
    await pool.close()
  }
})
