import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account'
import { ALTERNATIVE, EmbeddedError } from './fault'
import type { Place } from './place'

export const USER = 'holdfast'
export const DATABASE = 'holdfast'

/** Traded for speed by tests that throw the database away. Everything else keeps PostgreSQL's durable defaults. */
export const DISPOSABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Containers give /dev/shm 64 MiB; parallel plans would fail there, and no statement here needs one.
  max_parallel_workers_per_gather: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // The log may be read by whoever looks after the machine: no statements, parameters or row values in it.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_messages: 'fatal',
}

/** A small, fixed environment: nothing of ours (keys, PG* variables, locale) reaches PostgreSQL. */
const ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv

/** Makes the cluster unless it exists. An attempt that was cut off leaves only a draft, which is thrown away. */
export async function initialise(place: Place, binaries: string, account: Account): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return checkMajor(place, binaries)
  if (place.initialised) {
    throw new EmbeddedError(
      `The database of this data folder should be in ${place.cluster}, but it is not there. Restore it from a backup; an empty one would orphan every stored artifact.`,
    )
  }
  const draft = `${place.cluster}.draft`
  const secret = join(place.base, 'initial-password')
  await rm(draft, { recursive: true, force: true })
  await writeFile(secret, place.password, { mode: 0o600 })
  if (account) await chown(secret, account.uid, account.gid)
  try {
    await run(join(binaries, 'bin', 'initdb'), account, place.base, [
      `--pgdata=${draft}`,
      `--username=${USER}`,
      `--pwfile=${secret}`,
      '--auth-local=scram-sha-256',
      '--auth-host=reject',
      '--encoding=UTF8',
      // The built-in provider sorts by code point and changes with no library of the machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ])
  } finally {
    await rm(secret, { force: true })
  }
  await rename(draft, place.cluster)
}

async function checkMajor(place: Place, binaries: string): Promise<void> {
  const has = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim()
  const control = await readFile(join(binaries, 'share', 'postgresql', 'postgres.bki'), 'utf8').catch(() => '')
  const needs = /^# PostgreSQL (\d+)/.exec(control)?.[1]
  if (needs !== undefined && needs !== has) {
    throw new EmbeddedError(
      `The database in ${place.cluster} was made by PostgreSQL ${has}, this version of Holdfast brings ${needs}. Move the data with pg_dump, or start the earlier version.`,
    )
  }
}

/** Starts the postmaster in a session of its own, so that a Ctrl-C at the terminal reaches only us. */
export function launch(
  place: Place,
  binaries: string,
  account: Account,
  settings: Record<string, string>,
): ChildProcess {
  if (existsSync(place.log) && statSync(place.log).size > 10 * 2 ** 20) renameSync(place.log, `${place.log}.1`)
  const log = openSync(place.log, 'a', 0o600)
  const all = { ...SETTINGS, unix_socket_directories: place.sockets, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', place.cluster, ...args], {
    cwd: place.base,
    env: ENV,
    detached: true,
    stdio: ['ignore', log, log],
    uid: account?.uid,
    gid: account?.gid,
  })
  closeSync(log)
  return child
}

/** The last lines PostgreSQL wrote, for the message of a start that failed. */
export function lastWords(place: Place): string {
  const text = existsSync(place.log) ? readFileSync(place.log, 'utf8') : ''
  return text.trim().split('\n').slice(-5).join('\n')
}

function run(program: string, account: Account, cwd: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
      uid: account?.uid,
      gid: account?.gid,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output = (output + data.toString()).slice(-4000)
      })
    }
    child.on('error', (cause) => reject(unstartable(program, cause)))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new EmbeddedError(`initdb ended with ${code ?? signal}:\n${output.trim()}\n${ALTERNATIVE}`))
    })
  })
}

/** ENOENT for a file that exists means its loader is missing: the binaries are for glibc, not musl. */
export function unstartable(program: string, cause: Error): EmbeddedError {
  return new EmbeddedError(
    `${program} cannot be run here (${cause.message}). It needs a glibc Linux or macOS, and as root the right to switch to another account. ${ALTERNATIVE}`,
    { cause },
  )
}

export const forgetSockets = (place: Place): void => {
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(/* turbopackIgnore: true */ place.sockets, name), { force: true })
}
