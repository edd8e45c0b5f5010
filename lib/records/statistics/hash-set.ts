/** A value that more distinct ones than this stand beside is not looked for. */
export const MOST_DISTINCT = 1024
const SLOTS = MOST_DISTINCT * 2

/** The distinct hashes among those added, until there are too many. */
export class HashSet {
  /** By hash, the next free slot taken where others have it; 0 is free. */
  readonly #slots = new Int32Array(SLOTS)
  /** Those that are taken. */
  readonly #taken = new Uint16Array(MOST_DISTINCT)
  count = 0
  /** Some have not been kept, so that nothing can be said of any. */
  full = false

  add(value: number): void {
    if (this.full) return
    const hash = value === 0 ? 1 : value
    let i = hash & (SLOTS - 1)
    while (this.#slots[i] !== 0) {
      if (this.#slots[i] === hash) return
      i = (i + 1) & (SLOTS - 1)
    }
    if (this.count === MOST_DISTINCT) {
      this.full = true
      return
    }
    this.#slots[i] = hash
    this.#taken[this.count++] = i
  }

  /** The hash that was added as number `i`. */
  at(i: number): number {
    return this.#slots[this.#taken[i]!]!
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#slots[this.#taken[i]!] = 0
    this.count = 0
    this.full = false
  }
}
