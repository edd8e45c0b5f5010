import { ByteSplitter } from './byte-splitter'
import type { RecordSink, ResumePoint } from './format'

const LF = 0x0a
const CR = 0x0d

/**
 * Lines of any bytes, ended by LF or CRLF, which are not part of the record. An empty line is a record; what follows the
 * last terminator is one only if it is not empty.
 */
export class LinesSplitter extends ByteSplitter {
  /** Where the current line began; -1 between lines. */
  #start = -1
  /** Whether the last byte of the piece before was a CR of the current line. */
  #cr = false

  constructor(sink: RecordSink, resume?: ResumePoint) {
    super('lines', sink, resume)
  }

  protected scan(bytes: Buffer): void {
    const base = this.offset
    let i = 0
    while (i < bytes.length) {
      if (this.#start < 0) {
        this.#start = base + i
        this.sink.start?.(this.records, this.#start)
      }
      const lf = bytes.indexOf(LF, i)
      if (lf < 0) break
      const cr = lf > i ? bytes[lf - 1] === CR : i === 0 && this.#cr
      this.#close(base + lf - (cr ? 1 : 0))
      i = lf + 1
    }
    this.#cr = bytes[bytes.length - 1] === CR
  }

  protected finish(): void {
    if (this.#start >= 0) this.#close(this.offset)
  }

  #close(end: number): void {
    const start = this.#start
    this.#start = -1
    this.sink.end(this.records++, start, end)
  }
}
