import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from './client'
import { type EmbeddedDatabase, startEmbedded } from './embedded'
import { findPostmaster, stopPostmaster } from './embedded/postmaster'

let dataDir: string
let events: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('testFolder'), 'own-'))
  events = []
})
afterEach(async () => {
  await stopPostmaster(cluster())
  await rm(dataDir, { recursive: true, force: true })
})

const cluster = () => join(dataDir, 'postgres', 'cluster')
const start = () => startEmbedded({ dataDir, log: (event) => events.push(event) })

async function withClient<T>(db: EmbeddedDatabase, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase(db.url, { max: 1 })
  try {
    return await use(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

test('it is durable, closed to the network and to other accounts, and quiet about what it stores', async () => {
  const db = await start()
  await withClient(db, async (sql) => {
    const settings = await sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')`
    expect(Object.fromEntries(settings.map((s) => [s.name, s.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
    })
    await expect(sql`select ${'a secret value'}::int`).rejects.toMatchObject({ code: '22P02' })
  })
  expect(await readFile(join(dataDir, 'postgres', 'log'), 'utf8')).not.toContain('secret value')
  expect((await lstat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0)
  expect((await lstat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0)

  const stranger = new URL(db.url)
  stranger.password = 'guessed'
  await withClient({ ...db, url: stranger.href }, (sql) =>
    expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' }),
  )
  await db.stop()
  expect(findPostmaster(cluster())).toBeNull()
})

test('what a killed process left running is taken over, with its data', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/db/embedded.fixture.ts', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const pid = findPostmaster(cluster())
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(findPostmaster(cluster())).toBe(pid)

  const db = await start()
  expect(events).toEqual(['postgres.adopted'])
  expect(findPostmaster(cluster())).toBe(pid)
  await db.stop()
})

test('killed together with its starter, it recovers what was committed', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/db/embedded.fixture.ts', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const { base, password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))
  const url = `postgres://holdfast:${password}@localhost/holdfast?host=${encodeURIComponent(join(dataDir, base))}`
  await withClient({ url, stop: async () => {} }, async (sql) => {
    await sql`create table public.kept (i int)`
    await sql`insert into public.kept values (1)`
  })
  child.kill('SIGKILL')
  process.kill(findPostmaster(cluster())!, 'SIGKILL')
  await once(child, 'exit')

  const db = await start()
  expect(events).toEqual(['postgres.started'])
  expect(await withClient(db, (sql) => sql`select i from public.kept`)).toEqual([{ i: 1 }])
  await db.stop()
})

test('killed while it serves, it is started again and the pool finds it', async () => {
  const db = await start()
  await withClient(db, async (sql) => {
    await sql`create table public.kept as select 1 as i`
    process.kill(findPostmaster(cluster())!, 'SIGKILL')
    await sleep(100)
    let rows: unknown = null
    for (const end = Date.now() + 30_000; rows === null && Date.now() < end; await sleep(50)) {
      rows = await sql`select i from public.kept`.catch(() => null)
    }
    expect(rows).toEqual([{ i: 1 }])
  })
  expect(events).toEqual(['postgres.started', 'postgres.died', 'postgres.started'])
  await db.stop()
  await sleep(1000)
  expect(findPostmaster(cluster())).toBeNull()
})

test('a process number that something else has now does not keep it from starting', async () => {
  await (await start()).stop()
  await writeFile(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n1\n5432\n\n\n`)
  await (await start()).stop()
  expect(events).toEqual(['postgres.started', 'postgres.started'])
})

test('a lost database is not replaced by an empty one; a moved folder keeps its own', async () => {
  await (await start()).stop()
  await rename(cluster(), `${cluster()}.away`)
  await expect(start()).rejects.toMatchObject({
    code: 'embedded_postgres',
    message: expect.stringContaining('it is not there'),
  })
  await rename(`${cluster()}.away`, cluster())

  const moved = `${dataDir}-moved`
  await rename(dataDir, moved)
  dataDir = moved
  await (await start()).stop()
})

test('a path too long for a socket moves the socket, not the data', async () => {
  const deep = join(dataDir, 'x'.repeat(100))
  const db = await startEmbedded({ dataDir: deep, log: () => {} })
  const sockets = new URL(db.url).searchParams.get('host')!
  try {
    expect(sockets.startsWith(dataDir)).toBe(false)
    expect((await lstat(sockets)).mode & 0o777).toBe(0o700)
    expect(await withClient(db, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  } finally {
    await db.stop()
    await rm(sockets, { recursive: true })
  }
})

test('a machine without the binaries hears of the alternative', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'holdfast-empty-'))
  await cp('package.json', join(empty, 'package.json'))
  await expect(startEmbedded({ dataDir, log: () => {}, root: empty })).rejects.toMatchObject({
    message: expect.stringContaining('DATABASE_URL'),
  })
  await rm(empty, { recursive: true })
})
