/**
 * Unwrapped data keys, the least recently used dropped first. A dropped key is not overwritten: a read may be using it,
 * and would take the zeroes for a damaged object.
 */
export class KeyCache {
  readonly #keys = new Map<string, Buffer>()
  #evictions = 0

  constructor(readonly limit: number) {}

  get(id: string): Buffer | undefined {
    const key = this.#keys.get(id)
    if (key !== undefined) {
      this.#keys.delete(id)
      this.#keys.set(id, key)
    }
    return key
  }

  put(id: string, key: Buffer): void {
    this.#keys.set(id, key)
    if (this.#keys.size > this.limit) this.#keys.delete(this.#keys.keys().next().value!)
  }

  evict(id: string): void {
    this.#evictions++
    this.#keys.delete(id)
  }

  /** Called before a key file is read; says afterwards whether no key was destroyed meanwhile. Else it may be this one. */
  reading(): () => boolean {
    const before = this.#evictions
    return () => this.#evictions === before
  }
}
