import type { RecordFormat } from '@/lib/protocol/publish'
import { FormatError, type RecordSink, type ResumePoint, type Splitter } from './format'

const BOM = [0xef, 0xbb, 0xbf]

/**
 * What all splitters share: counting, and leaving out a byte order mark at the beginning of the artifact. A format says
 * in `scan` and `finish` where its records are; `offset` is then the absolute place of the first byte of the piece.
 */
export abstract class ByteSplitter implements Splitter {
  records: number
  offset: number
  header: string[] | null = null
  protected readonly resumed: boolean
  /** The first bytes while they may still be a byte order mark; null once that is settled. */
  #head: number[] | null

  constructor(
    protected readonly format: RecordFormat,
    protected readonly sink: RecordSink,
    resume?: ResumePoint,
  ) {
    this.resumed = resume !== undefined
    this.records = resume?.record ?? 0
    this.offset = resume?.offset ?? 0
    this.#head = this.offset === 0 ? [] : null
  }

  push(bytes: Uint8Array): void {
    let from = 0
    if (this.#head) {
      const head = this.#head
      while (from < bytes.length && head.length < 3 && bytes[from] === BOM[head.length]) head.push(bytes[from++]!)
      if (from === bytes.length && head.length < 3) return
      this.#settle()
    }
    if (from < bytes.length) this.#take(from === 0 ? bytes : bytes.subarray(from))
  }

  end(): void {
    if (this.#head) this.#settle()
    this.finish()
  }

  /** The next bytes, never none. */
  protected abstract scan(bytes: Buffer): void
  protected abstract finish(): void

  protected fail(detail: string, at: { record?: number; line?: number; byte: number }): never {
    throw new FormatError(this.format, at, detail)
  }

  #settle(): void {
    const head = this.#head!
    this.#head = null
    if (head.length === 3) this.offset += 3
    else if (head.length > 0) this.#take(Uint8Array.from(head))
  }

  #take(bytes: Uint8Array): void {
    // A Buffer view of the same memory: its indexOf is several times that of a Uint8Array.
    this.scan(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    this.offset += bytes.length
  }
}
