import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What carries the answer of one request. Each disclosure made for the request is held by it until the answer has left or
 * was cut; a revocation cuts it, and then not one more byte is handed over.
 */
export class Transport {
  /** Ids of the disclosures whose bytes this answer may carry. */
  readonly held = new Set<string>()
  #cut = false
  #ended = false
  #waiting: (() => void)[] = []

  /** `drop` ends the answer where it is. `status`: how a page that has no response in reach says what it answers. */
  constructor(
    private readonly drop: () => void,
    readonly status: (code: number) => void = () => {},
  ) {}

  get isCut(): boolean {
    return this.#cut
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  cut(): void {
    if (this.#ended) return
    this.#cut = true
    this.drop()
    this.end()
  }

  /** The whole answer was handed over, or nothing more of it will be. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    for (const wake of this.#waiting.splice(0)) wake()
  }

  onEnd(wake: () => void): void {
    if (this.#ended) wake()
    else this.#waiting.push(wake)
  }
}

/** One for the process: the server's bundle and Next's are separate module graphs. */
const SLOT = Symbol.for('holdfast.transport/1')
const slot = globalThis as { [SLOT]?: AsyncLocalStorage<Transport> }
slot[SLOT] ??= new AsyncLocalStorage<Transport>()
const storage = slot[SLOT]

export const carried = <T>(transport: Transport, work: () => T): T => storage.run(transport, work)
export const currentTransport = (): Transport | undefined => storage.getStore()
