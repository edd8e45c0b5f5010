import { type FileHandle, link, unlink } from 'node:fs/promises'
import { asStorageFull, BlobExists, codeOf } from './blob-errors'
import { syncDirectory } from './durable-file'
import type { BlobWriter } from './store'

/** Collected before it is written: one call for many chunks. Two of them, so that sealing goes on while one is written. */
const BUFFER = 256 * 1024
/** Buffers of writes that have ended. Fresh ones for each small object would be most of what the collector has to do. */
const free: Buffer[] = []
const FREE_MAX = 16

const takeBuffer = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(BUFFER)

/** Writes a draft beside the objects, and links it to its place when it is whole and durable. */
export class LocalWriter implements BlobWriter {
  #filling = takeBuffer()
  #spare = takeBuffer()
  #filled = 0
  #writing: Promise<void> = Promise.resolve()
  #ended = false

  constructor(
    readonly key: string,
    readonly handle: FileHandle,
    readonly draft: string,
    readonly place: string,
    /** The directory of its place; it may still be on its way to the disk. */
    readonly directory: Promise<string>,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.#mustBeOpen()
    for (let at = 0; at < bytes.length; ) {
      const n = Math.min(BUFFER - this.#filled, bytes.length - at)
      this.#filling.set(n === bytes.length ? bytes : bytes.subarray(at, at + n), this.#filled)
      this.#filled += n
      at += n
      if (this.#filled === BUFFER) await this.#flush()
    }
  }

  async commit(): Promise<void> {
    this.#mustBeOpen()
    try {
      await this.#flush()
      await this.#writing
      const [directory] = await Promise.all([this.directory, this.handle.sync()])
      await link(this.draft, this.place)
      await Promise.all([syncDirectory(directory), this.abort()])
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? new BlobExists(this.key, { cause: error }) : asStorageFull(error)
    }
  }

  /** Also ends a commit: the draft's own name goes, the object keeps the one it was linked to. */
  async abort(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#writing.catch(() => {})
    if (free.length < FREE_MAX) free.push(this.#filling, this.#spare)
    await this.handle.close()
    await unlink(this.draft).catch((error) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
  }

  /** Starts writing what was collected, after the write before it has ended. That is the back-pressure. */
  async #flush(): Promise<void> {
    try {
      await this.#writing
    } catch (error) {
      throw asStorageFull(error)
    }
    const full = this.#filling.subarray(0, this.#filled)
    this.#filling = this.#spare
    this.#spare = Buffer.from(full.buffer)
    this.#filled = 0
    this.#writing = writeAll(this.handle, full)
    // It is awaited by the next flush; until then a failure is not an unhandled one.
    this.#writing.catch(() => {})
  }

  #mustBeOpen(): void {
    if (this.#ended) throw new Error(`The write of ${this.key} has ended.`)
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at, null)).bytesWritten
}
