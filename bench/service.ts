import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Says what is to be done when the run ends, however it ends. */
export type AtEnd = (end: () => Promise<unknown>) => void

const STOP_MS = 15_000

/** A program that this run started and that this run stops, by its process id. */
export class Service {
  #ended = false
  #output = ''

  private constructor(
    readonly name: string,
    readonly child: ChildProcess,
  ) {
    const keep = (data: Buffer) => {
      this.#output = (this.#output + data.toString()).slice(-4000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.once('exit', () => {
      this.#ended = true
    })
    child.once('error', () => {
      this.#ended = true
    })
  }

  static start(name: string, program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
    return new Service(name, spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
  }

  /** Resolves once `ready` does; says what the program printed when it ends before, or takes too long. */
  async until(ready: () => Promise<boolean>, seconds: number): Promise<void> {
    const deadline = performance.now() + seconds * 1000
    while (!(await ready().catch(() => false))) {
      if (this.#ended) throw new Error(`${this.name} ended before it was ready:\n${this.#output}`)
      if (performance.now() > deadline) throw new Error(`${this.name} was not ready in ${seconds} s:\n${this.#output}`)
      await sleep(100)
    }
  }

  async stop(): Promise<void> {
    if (this.#ended) return
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGTERM')
    const kill = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(kill)
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
