import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLocalKeystore } from '@/lib/blobs/keystore-local'
import { openCursor, rotateCursorKey, sealCursor } from './cursor'

let directory: string
let log: string[]
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'holdfast-cursor-'))
  log = []
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A start of the service `ms` from now. */
const start = async (ms = 0) => ({
  keystore: await openLocalKeystore(directory),
  now: () => new Date(Date.now() + ms),
  log: (event: string) => void log.push(event),
})
const age = (days: number) => {
  const at = new Date(Date.now() - days * DAY)
  return utimes(join(directory, 'secrets', 'cursor'), at, at)
}

const body = {
  artifact: 'art_00000000000000000000000001',
  hash: 'sha256:0',
  selector: { type: 'record_range', start: 0, end: 9 } as const,
  previous: null,
  position: 4,
  limit: 2,
  maxBytes: 100,
  tenant: 't',
  principal: 'p',
  run: 'r',
  purpose: 'audit',
  mask: null,
  scan: 's',
}

test('a key of 30 days is replaced at the next start; a younger one and the first one stay', async () => {
  await rotateCursorKey(await start())
  const cursor = await sealCursor(await start(), body)
  await age(29.9)
  await rotateCursorKey(await start())
  expect(log).toEqual([])
  await age(30.1)
  const rt = await start()
  await rotateCursorKey(rt)
  await rotateCursorKey(await start())
  expect(log).toEqual(['cursor_key.rotated'])
  // The first bytes name the key.
  expect((await sealCursor(rt, body)).slice(0, 6)).not.toBe(cursor.slice(0, 6))
})

test('cursors of the key before open until they end; those of the key before that do not', async () => {
  const oldest = await sealCursor(await start(), body)
  await age(31)
  await rotateCursorKey(await start())
  const cursor = await sealCursor(await start(), body)
  expect(await openCursor(await start(), oldest)).toMatchObject(body)
  await age(31)
  await rotateCursorKey(await start())
  expect(await openCursor(await start(14 * MINUTE), cursor)).toMatchObject(body)
  await expect(openCursor(await start(15 * MINUTE), cursor)).rejects.toMatchObject({ code: 'cursor_expired' })
  await expect(openCursor(await start(), oldest)).rejects.toMatchObject({ code: 'cursor_invalid' })
})
