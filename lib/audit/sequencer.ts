import type postgres from 'postgres'
import type { Deps } from '@/lib/deps'
import { checkpointText } from '@/lib/transparency/checkpoint'
import { appendLeaves, putBack, takeWaiting } from './append'
import { type LogFault, type LogState, logState } from './fault'
import { originOf } from './log'
import { OutsideCheckpoints } from './outside'
import { rootAt } from './tree'

/** A row waits at most this long and the time of one round: under a second. Under load one round takes all there is. */
const TICK_MS = 900
/** Rows a transaction: about ten milliseconds of this process (measured: 50 µs a row), so that requests hardly wait. */
const BATCH = 200

type Rt = Pick<Deps, 'sql' | 'config' | 'keystore' | 'log' | 'now'>

/**
 * Gives every committed row of `audit` a position in the tree of its log, and signs checkpoints.
 *
 * Any number of processes may run one. Each transaction takes one advisory lock, so that one process at a time leads,
 * and another goes on when it dies; a lock held for longer than a transaction would stop the log for as long as a stopped
 * process keeps its connection. Leaves commit first; then a checkpoint is signed, written outside and synced, and only
 * then published in the database. So what is outside never has more leaves than a database that is whole.
 *
 * A log that disagrees with what was signed (fault.ts) is left as it is: it gets neither positions nor signatures, its
 * rows wait, and the operation log and `GET /audit/checkpoint` say so.
 */
export class Sequencer {
  readonly #outside: OutsideCheckpoints
  readonly #faults = new Map<string, LogFault>()
  #begun = false

  constructor(private readonly rt: Rt) {
    this.#outside = new OutsideCheckpoints(rt.config.dataDir)
  }

  /** Runs a round now and then. The returned function stops, and waits for one under way. */
  start(): () => Promise<void> {
    let current = Promise.resolve()
    let running = false
    const once = () => {
      if (running) return
      running = true
      current = this.round()
        .catch((error: unknown) => this.rt.log('audit.sequencer_failed', { code: codeOf(error) }))
        .finally(() => {
          running = false
        })
    }
    once()
    const timer = setInterval(once, TICK_MS)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await current
    }
  }

  /** Gives positions to all rows that wait, then signs for each log that has grown. */
  async round(): Promise<void> {
    if (!this.#begun) await this.#compareAll()
    this.#begun = true
    for (const log of [...this.#faults.keys()]) await this.#look(this.rt.sql, log)
    const [work] = await this.rt.sql<{ rows: boolean; logs: boolean }[]>`
      select exists (select from audit_pending where log <> all (${this.#faulty()}::text[])) as rows,
        exists (select from audit_unpublished where log <> all (${this.#faulty()}::text[])) as logs`
    if (work!.rows) {
      const sound = new Set<string>()
      while ((await this.#append(sound)) === BATCH);
    }
    if (work!.rows || work!.logs) await this.#publish()
  }

  /** @returns how many rows were taken */
  #append(sound: Set<string>): Promise<number> {
    return this.#leading(async (tx) => {
      const rows = await takeWaiting(tx, BATCH, this.#faulty())
      for (const log of new Set(rows.map((row) => row.log))) {
        const waiting = rows.filter((row) => row.log === log)
        if (!sound.has(log) && (await this.#look(tx, log)).fault) {
          await putBack(tx, waiting)
          continue
        }
        sound.add(log)
        for (const { seq, event } of waiting) if (!event) this.rt.log('audit.row_missing', { seq })
        const events = waiting.map(({ event }) => event).filter((event) => event !== null)
        if (events.length > 0) await appendLeaves(tx, log, originOf(this.rt.config.baseUrl, log), events)
      }
      return rows.length
    })
  }

  #publish(): Promise<number> {
    return this.#leading(async (tx) => {
      const logs = await tx<{ log: string; origin: string }[]>`
        select u.log, l.origin from audit_unpublished u join audit_logs l on l.log = u.log
        where u.log <> all (${this.#faulty()}::text[]) order by u.log`
      for (const { log, origin } of logs) {
        const state = await this.#look(tx, log)
        if (state.fault) continue
        if (state.size > (state.published?.size ?? 0) && !(await this.#sign(tx, log, origin, state.size))) continue
        await tx`delete from audit_unpublished where log = ${log}`
      }
      return logs.length
    })
  }

  /** @returns false when the folder outside did not take the checkpoint: then it is not published, and tried again */
  async #sign(tx: postgres.ISql, log: string, origin: string, size: number): Promise<boolean> {
    const root = await rootAt(tx, log, size)
    const at = this.rt.now()
    const note = (await this.rt.keystore.signer()).signNote(origin, checkpointText({ origin, size, root }))
    try {
      await this.#outside.append(log, note, at)
    } catch (error) {
      this.rt.log('audit.checkpoint_failed', { log, code: codeOf(error) })
      return false
    }
    await tx`
      insert into audit_checkpoints (log, size, root, note, signed_at) values (${log}, ${size}, ${root}, ${note}, ${at})`
    return true
  }

  /** One transaction under the lock, or 0 at once when another process leads. The lock is the first statement. */
  async #leading(work: (tx: postgres.TransactionSql) => Promise<number>): Promise<number> {
    const result = await this.rt.sql.begin(async (tx) => {
      const [lock] = await tx<{ got: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtext('holdfast.sequencer')) as got`
      return lock!.got ? work(tx) : 0
    })
    return result as number
  }

  /** Also logs that only the folder outside knows: a database set back to before their first event. */
  async #compareAll(): Promise<void> {
    const known = await this.rt.sql<{ log: string }[]>`select log from audit_logs`
    for (const log of new Set([...known.map((row) => row.log), ...(await this.#outside.logs())])) {
      const { published, outside } = await this.#look(this.rt.sql, log)
      if (published && !outside) this.rt.log('audit.outside_missing', { log, size: published.size })
    }
  }

  /** How the log stands against what was signed. A fault, and its end, are said once. */
  async #look(sql: postgres.ISql, log: string): Promise<LogState> {
    const state = await logState(sql, this.#outside, await this.rt.keystore.signer(), log, (file) =>
      this.rt.log('audit.checkpoint_unverifiable', { log, file }),
    )
    const { fault } = state
    const before = this.#faults.get(log)
    if (fault) this.#faults.set(log, fault)
    else this.#faults.delete(log)
    if (fault && fault.kind !== before?.kind)
      this.rt.log(`audit.log_${fault.kind}`, { log, size: fault.size, detail: fault.detail })
    if (!fault && before) this.rt.log('audit.log_sound', { log })
    return state
  }

  #faulty(): string[] {
    return [...this.#faults.keys()]
  }
}

const codeOf = (error: unknown): string | null => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : null
}
