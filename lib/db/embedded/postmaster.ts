import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './fault'

/** The process that `postmaster.pid` of a cluster names, when it is one of PostgreSQL and still lives. */
export function findPostmaster(cluster: string): number | null {
  const pid = readPid(cluster)
  return pid !== null && isPostgres(pid) ? pid : null
}

/**
 * Removes a `postmaster.pid` whose number now belongs to something else. PostgreSQL itself would refuse to start, for
 * it asks only whether the number is taken; in a restarted container it nearly always is.
 */
export function removeStalePid(cluster: string): void {
  const pid = readPid(cluster)
  if (pid !== null && !isPostgres(pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function readPid(cluster: string): number | null {
  try {
    const [first] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number(first))
    return Number.isInteger(pid) && pid > 1 ? pid : null
  } catch {
    return null
  }
}

function isPostgres(pid: number): boolean {
  try {
    if (process.platform !== 'linux') {
      const command = execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { stdio: 'pipe' })
        .toString()
        .trim()
      return basename(command) === 'postgres'
    }
    // "pid (name) state …": a zombie is dead, it only waits for somebody to ask.
    const [, name, state] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'postgres' && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}

/**
 * Ends a postmaster. SIGINT is PostgreSQL's fast shutdown: sessions are cut, everything is written. When that takes
 * longer than `patience` milliseconds, SIGQUIT: nothing committed is lost, but the next start recovers from the log.
 */
export async function stopPostmaster(cluster: string, patience = 30_000): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', patience],
    ['SIGQUIT', 10_000],
  ] as const) {
    const pid = findPostmaster(cluster)
    if (pid === null) return
    try {
      process.kill(pid, signal)
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== 'ESRCH') throw e
    }
    for (const end = Date.now() + limit; Date.now() < end && isPostgres(pid); ) await sleep(20)
  }
  const pid = findPostmaster(cluster)
  if (pid !== null) throw new EmbeddedError(`PostgreSQL (process ${pid}) does not end.`)
}
