import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from './client'
import { type Account, chooseAccount } from './embedded/account'
import { findBinaries } from './embedded/binaries'
import {
  DATABASE,
  DISPOSABLE,
  forgetSockets,
  initialise,
  lastWords,
  launch,
  USER,
  unstartable,
} from './embedded/cluster'
import { ALTERNATIVE, EmbeddedError } from './embedded/fault'
import { choosePlace, type Place } from './embedded/place'
import { findPostmaster, removeStalePid, stopPostmaster } from './embedded/postmaster'

export type EmbeddedDatabase = {
  /** Address with its password; never printed. */
  url: string
  /** Fast shutdown; returns when the process is gone. Safe to call twice. */
  stop: () => Promise<void>
}

type Log = (event: string, fields?: Record<string, string | number | boolean | null>) => void

/** After `kill -9` of a postmaster its children live a moment longer and hold the shared memory. */
const PATIENCE = 30_000

/**
 * Starts the PostgreSQL of a data folder, or takes over the one a killed process left running, and keeps it running:
 * when its process dies, it is started again. It listens on a Unix socket in a closed folder only.
 */
export async function startEmbedded({
  dataDir,
  log,
  disposable = false,
  root,
}: {
  dataDir: string
  log: Log
  /** Faster and not durable, for tests that throw the data away. */
  disposable?: boolean
  /** The folder whose node_modules hold the binaries; by default the working directory. */
  root?: string
}): Promise<EmbeddedDatabase> {
  const account = chooseAccount()
  const place = await choosePlace(dataDir, account)
  const binaries = await findBinaries(account, root)
  await initialise(place, binaries, account)

  const ending = new AbortController()
  const up = () =>
    ensureRunning(place, binaries, account, disposable ? DISPOSABLE : {}, log, () => ending.signal.aborted)
  try {
    await up()
    await ensureDatabase(place)
    await place.markInitialised()
  } catch (e) {
    await stopPostmaster(place.cluster).catch(() => {})
    throw e
  }

  const watch = (async () => {
    while (!ending.signal.aborted) {
      await sleep(500, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted || findPostmaster(place.cluster) !== null) continue
      log('postgres.died')
      await up().catch((e: Error) => log('postgres.restart_failed', { message: e.message }))
    }
  })()

  let stopped: Promise<void> | null = null
  const stop = async () => {
    ending.abort()
    await Promise.race([watch, sleep(2000, undefined, { ref: false })])
    await stopPostmaster(place.cluster)
  }
  return {
    url: urlOf(place, DATABASE),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

async function ensureRunning(
  place: Place,
  binaries: string,
  account: Account,
  settings: Record<string, string>,
  log: Log,
  givenUp: () => boolean,
): Promise<void> {
  const end = Date.now() + PATIENCE
  for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
    const found = findPostmaster(place.cluster)
    if (found !== null) {
      if (!(await waitUntilReady(place, end, () => findPostmaster(place.cluster) !== null))) continue
      log('postgres.adopted', { pid: found })
      return
    }
    removeStalePid(place.cluster)
    forgetSockets(place)
    const child = launch(place, binaries, account, settings)
    let failure: Error | null = null
    let alive = true
    child.on('error', (cause) => {
      failure = unstartable('PostgreSQL', cause)
      alive = false
    })
    child.on('exit', () => {
      alive = false
    })
    child.unref()
    if (await waitUntilReady(place, end, () => alive)) {
      log('postgres.started', { pid: child.pid ?? null })
      return
    }
    if (failure) throw failure
    if (givenUp()) return
    if (Date.now() + pause > end) {
      throw new EmbeddedError(
        `The embedded PostgreSQL does not start. Its last words:\n${lastWords(place)}\n${ALTERNATIVE}`,
      )
    }
    await sleep(pause)
  }
}

/** True when it answers as ours; false when its process ended first. Recovery after a crash may take a while. */
async function waitUntilReady(place: Place, end: number, alive: () => boolean): Promise<boolean> {
  while (alive()) {
    const sql = openDatabase(urlOf(place, 'postgres'), { max: 1 })
    try {
      const [row] = await sql`select current_setting('data_directory') as cluster`
      if (row?.cluster === place.cluster) return true
      throw new EmbeddedError(`Another PostgreSQL (of ${row?.cluster}) answers at ${place.sockets}. Stop it first.`)
    } catch (e) {
      if (e instanceof EmbeddedError) throw e
      const { code, message } = e as { code?: string; message: string }
      // 57P03: starting up, shutting down or recovering. The rest: no socket yet, or none any more.
      const passing = ['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT']
      if (!passing.includes(code ?? '')) throw new EmbeddedError(`The embedded PostgreSQL refuses us: ${message}`)
    } finally {
      await sql.end({ timeout: 1 })
    }
    if (Date.now() > end) {
      throw new EmbeddedError(`The embedded PostgreSQL does not answer. Its last words:\n${lastWords(place)}`)
    }
    await sleep(25)
  }
  return false
}

async function ensureDatabase(place: Place): Promise<void> {
  const sql = openDatabase(urlOf(place, 'postgres'), { max: 1 })
  try {
    const [row] = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (!row) await sql`create database ${sql(DATABASE)}`
  } finally {
    await sql.end({ timeout: 5 })
  }
}

export const urlOf = (place: Place, database: string) =>
  `postgres://${USER}:${place.password}@localhost/${database}?host=${encodeURIComponent(place.sockets)}`
