import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ResumePoint } from '@/lib/records/format'
import { FormatError } from '@/lib/records/format'
import type { Inspected, InspectJob } from '@/lib/records/inspection'
import type { PageJob, PageTaken } from './page-scan'
import type { Fault, FromWorker, Job, Step, ToWorker } from './scan-messages'
import { Turns } from './turns'

/** One core is left to everything else, which is what keeps small reads quick while others scan. */
const WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1))
const TURNS = { total: 32, each: 4, waiting: 256 }
/** Of one thread. What a scan holds at most is a page and a record; a thread that needs more is at fault. */
const HEAP_MB = 512

/** A page of a query under way in a thread. Each step resolves when the thread has done it. */
export interface PageTask {
  /** What follows begins at this place of the artifact; records before `from` or from `until` on are not looked at. */
  span(at: ResumePoint, from: number, until: number): void
  /** Verified content. The buffer goes to the thread and is of no use here afterwards. */
  push(bytes: Buffer, last: boolean): Promise<PageTaken>
  /** See `PageScan`. */
  cut(): Promise<PageTaken>
  end(): Promise<PageTaken>
  /** Gives up the place, and what the thread holds for it. Once it was called, nothing else may be. */
  close(): void
}

/** Content on its way in, inspected in a thread. */
export interface InspectTask {
  push(bytes: Buffer, last: boolean): Promise<void>
  end(): Promise<Inspected>
  close(): void
}

type Task = PageTask & InspectTask

/**
 * Threads that look into records, so that the process itself stays free to answer. They see verified plaintext, no key and
 * no store. A thread does one step after the other, of all jobs it has, so that a long scan does not keep a short one
 * waiting for longer than a step of each.
 */
export class ScanPool {
  readonly #turns = new Turns(TURNS)
  readonly #threads: Thread[] = []
  #next = 0
  #stopping = false

  /** @param script path of the bundled `scan-worker.ts` */
  constructor(private readonly script: string) {}

  /** True once the process has been told to stop: scans under way end where they are. */
  get stopping(): boolean {
    return this.#stopping
  }

  /** Takes a place. @throws ProblemError rate_limited */
  async open(owner: string, job: PageJob): Promise<PageTask>
  async open(owner: string, job: InspectJob): Promise<InspectTask>
  async open(owner: string, job: Job): Promise<PageTask | InspectTask> {
    // Content on its way in may stop in the middle: it must not hold a place that somebody else's query waits for.
    const giveBack = job.kind === 'page' ? await this.#turns.take(owner) : () => {}
    try {
      return this.#thread().open(job, giveBack)
    } catch (error) {
      giveBack()
      throw error
    }
  }

  interrupt(): void {
    this.#stopping = true
  }

  async close(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#threads.map((t) => t.terminate()))
  }

  #thread(): Thread {
    const at = this.#next++ % WORKERS
    const known = this.#threads[at]
    if (known?.alive) return known
    const thread = new Thread(this.script)
    this.#threads[at] = thread
    return thread
  }
}

type Waiting = { resolve: (taken: never) => void; reject: (error: Error) => void }

class Thread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastJob = 0
  #lastStep = 0
  alive = true

  constructor(script: string) {
    this.#worker = new Worker(/* turbopackIgnore: true */ script, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // Neither secrets of the environment nor arguments are its business.
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
    })
    this.#worker.unref()
    this.#worker.on('message', (m: FromWorker) => {
      const found = this.#waiting.get(m.step)
      this.#waiting.delete(m.step)
      if (this.#waiting.size === 0) this.#worker.unref()
      if ('fault' in m) found?.reject(errorOf(m.fault))
      else found?.resolve(m.taken as never)
    })
    const died = (error: Error) => {
      this.alive = false
      for (const waiting of this.#waiting.values()) waiting.reject(error)
      this.#waiting.clear()
    }
    this.#worker.on('error', died)
    this.#worker.on('exit', (code) => died(new Error(`A scanning thread ended with code ${code}.`)))
  }

  open(job: Job, giveBack: () => void): Task {
    const id = ++this.#lastJob
    this.#post({ job: id, open: job })
    const step = <T>(what: Step, transfer: ArrayBuffer[] = []): Promise<T> => {
      if (!this.alive) return Promise.reject(new Error('The scanning thread has ended.'))
      const number = ++this.#lastStep
      return new Promise<T>((resolve, reject) => {
        // While somebody waits for it, the thread keeps the process alive.
        if (this.#waiting.size === 0) this.#worker.ref()
        this.#waiting.set(number, { resolve, reject })
        this.#post({ job: id, step: number, do: what }, transfer)
      })
    }
    return {
      span: (at, from, until) => this.#post({ job: id, span: { at, from, until } }),
      push: <T>(bytes: Buffer, last: boolean) => {
        const own = ownBuffer(bytes)
        return step<T>({ kind: 'push', bytes: own, last }, [own.buffer as ArrayBuffer])
      },
      cut: () => step({ kind: 'cut' }),
      end: <T>() => step<T>({ kind: 'end' }),
      close: () => {
        this.#post({ job: id, close: true })
        giveBack()
      },
    } as Task
  }

  async terminate(): Promise<void> {
    this.alive = false
    await this.#worker.terminate()
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    if (this.alive) this.#worker.postMessage(message, transfer)
  }
}

const errorOf = ({ message, format }: Fault): Error =>
  format ? new FormatError(format.format, format.at, format.detail) : new Error(message)

/** A buffer may be a part of a larger one that others use: only one that is alone in its memory can be handed over. */
function ownBuffer(bytes: Buffer): Uint8Array {
  if (bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength) return bytes
  const own = new Uint8Array(bytes.length)
  own.set(bytes)
  return own
}
