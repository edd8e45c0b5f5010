import { ProblemError } from '@/lib/protocol/problem'

type Waiting = { owner: string; begin: () => void }

/**
 * Who may scan now. Each owner has a few places, so that one that asks for many waits for its own and not the others for
 * it; among owners that wait, the one with the fewest under way comes first, then the one that has waited longest.
 */
export class Turns {
  readonly #running = new Map<string, number>()
  #total = 0
  #waiting: Waiting[] = []

  constructor(readonly limits: { total: number; each: number; waiting: number }) {}

  /**
   * Resolves when it is the owner's turn, to what gives the place back (once).
   * @throws ProblemError rate_limited when too many wait already
   */
  async take(owner: string): Promise<() => void> {
    if (!this.#free(owner)) {
      if (this.#waiting.length >= this.limits.waiting)
        throw new ProblemError(
          'rate_limited',
          `${this.limits.waiting} scans are waiting already, as many as may. Try again in a second.`,
          { retry_after_ms: 1_000, headers: { 'Retry-After': '1' } },
        )
      await new Promise<void>((begin) => this.#waiting.push({ owner, begin }))
    } else this.#begin(owner)
    let given = false
    return () => {
      if (given) return
      given = true
      this.#end(owner)
    }
  }

  #free(owner: string): boolean {
    return this.#total < this.limits.total && (this.#running.get(owner) ?? 0) < this.limits.each
  }

  #begin(owner: string): void {
    this.#total++
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #end(owner: string): void {
    this.#total--
    const left = this.#running.get(owner)! - 1
    if (left === 0) this.#running.delete(owner)
    else this.#running.set(owner, left)
    let next: Waiting | undefined
    for (const w of this.#waiting)
      if (this.#free(w.owner) && (!next || (this.#running.get(w.owner) ?? 0) < (this.#running.get(next.owner) ?? 0)))
        next = w
    if (!next) return
    this.#waiting = this.#waiting.filter((w) => w !== next)
    this.#begin(next.owner)
    next.begin()
  }
}
