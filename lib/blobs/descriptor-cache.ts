import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * Open files, least recently used first, for small reads without a thread change: a read of 16 KiB from the page cache
 * takes a few microseconds, going through the thread pool and back takes several times that. Everything here is
 * synchronous, so no descriptor is closed under a read.
 */
export class DescriptorCache {
  readonly #open = new Map<string, number>()

  constructor(readonly limit: number) {}

  /**
   * Reads from `position` until the buffer is full or the file ends.
   *
   * @returns bytes read
   * @throws ENOENT when there is no such file, also when another process has removed one that is open here
   */
  read(path: string, into: Buffer, position: number): number {
    const fd = this.#descriptor(path)
    let done = 0
    while (done < into.length) {
      const n = readSync(fd, into, done, into.length - done, position + done)
      if (n === 0) break
      done += n
    }
    return done
  }

  forget(path: string): void {
    const fd = this.#open.get(path)
    if (fd === undefined) return
    this.#open.delete(path)
    closeSync(fd)
  }

  clear(): void {
    for (const path of [...this.#open.keys()]) this.forget(path)
  }

  get size(): number {
    return this.#open.size
  }

  #descriptor(path: string): number {
    const known = this.#open.get(path)
    if (known !== undefined && fstatSync(known).nlink > 0) {
      // Moved to the end: the order of a Map is that of insertion.
      this.#open.delete(path)
      this.#open.set(path, known)
      return known
    }
    this.forget(path)
    const fd = openSync(path, 'r')
    this.#open.set(path, fd)
    if (this.#open.size > this.limit) this.forget(this.#open.keys().next().value!)
    return fd
  }
}
