import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A lock that ends with its holder. The file says who holds it: process id and start time, for ids are used again
 * within days, and the boot, after which both mean nothing. Processes of two containers cannot see each other: one data
 * folder belongs to one container.
 *
 * Taking over from a dead holder is a race that `rename` alone loses: the slower of two starters would remove the lock
 * of the faster. So whoever wants to replace holder N first creates `<file>.after-N`, which succeeds for one only.
 */

/** The living holder of a lock file, or null. */
export function readLock(file) {
  const holder = parse(file)
  return holder && isAlive(holder) ? holder : null
}

/**
 * Takes the lock. Resolves to `{ held: true, update, release }`, or to `{ held: false, holder }` when a living process
 * has it. `details` are kept in the file beside who holds it.
 */
export async function takeLock(file, details = {}) {
  const me = { id: randomBytes(8).toString('hex'), pid: process.pid, started: startOf(process.pid), boot: boot() }
  const draft = `${file}.${me.id}`
  const write = (more) => writeFileSync(draft, `${JSON.stringify({ ...more, ...me })}\n`, { mode: 0o600 })
  write(details)
  try {
    for (;;) {
      if (create(draft, file)) break
      const holder = parse(file)
      if (holder && isAlive(holder)) return { held: false, holder }
      if (replace(draft, file, holder)) break
      await sleep(50)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const mine = () => parse(file)?.id === me.id
  return {
    held: true,
    update(more) {
      if (!mine()) return
      write(more)
      renameSync(draft, file)
    },
    release() {
      if (mine()) rmSync(file, { force: true })
    },
  }
}

function create(draft, file) {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function replace(draft, file, dead) {
  const claim = `${file}.after-${dead?.id ?? 'unreadable'}`
  if (!create(draft, claim)) {
    const other = parse(claim)
    if (!other || !isAlive(other)) rmSync(claim, { force: true })
    return false
  }
  try {
    // Somebody may have replaced it, and given the claim back, between our look and our claim.
    if (parse(file)?.id !== dead?.id) return false
    renameSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  } finally {
    rmSync(claim, { force: true })
  }
}

function parse(file) {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isInteger(holder.pid) && typeof holder.id === 'string' ? holder : null
  } catch {
    return null
  }
}

function isAlive(holder) {
  return holder.boot === boot() && holder.started !== null && startOf(holder.pid) === holder.started
}

/** When a process started, as a text that only serves comparison; null when there is no such process. */
function startOf(pid) {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { stdio: 'pipe' })
          .toString()
          .trim() || null
      )
    }
    // "pid (name) state ppid …": the name may hold spaces and brackets. A zombie holds nothing.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]
  } catch {
    return null
  }
}

function boot() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
