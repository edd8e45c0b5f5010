import { ByteSplitter } from './byte-splitter'
import type { RecordSink, ResumePoint } from './format'
import { END, FAULT, JsonMachine, START } from './json-machine'

const LF = 0x0a

/**
 * One JSON value a line, each validated (RFC 8259). Lines end with LF or CRLF; the last may lack its end. White space
 * around a value is allowed, and a line of nothing else is no record.
 */
export class NdjsonSplitter extends ByteSplitter {
  #machine = new JsonMachine()
  #start = 0
  /** Counted from 0; unknown after resuming. */
  #line = 0

  constructor(sink: RecordSink, resume?: ResumePoint) {
    super('ndjson', sink, resume)
  }

  protected scan(bytes: Buffer): void {
    let i = 0
    while (i < bytes.length) {
      const lf = bytes.indexOf(LF, i)
      const stop = lf < 0 ? bytes.length : lf
      while (i < stop) {
        i = this.#machine.run(bytes, i, stop)
        this.#take(this.offset + i)
      }
      if (lf < 0) return
      this.#endLine(this.offset + lf)
      this.#line++
      i = lf + 1
    }
  }

  protected finish(): void {
    this.#endLine(this.offset)
  }

  #endLine(at: number): void {
    const machine = this.#machine
    if (!machine.fresh && !machine.done) {
      machine.finish()
      if (machine.event === FAULT) this.#refuse('the line ends in the middle of a value', at)
      this.#take(at)
    }
    machine.reset()
  }

  /** What the machine stopped for, just before `at`. */
  #take(at: number): void {
    const machine = this.#machine
    if (machine.event === START) {
      this.#start = at - 1
      this.sink.start?.(this.records, this.#start)
    } else if (machine.event === END) {
      this.sink.end(this.records++, this.#start, at)
    } else if (machine.event === FAULT) {
      if (machine.done) {
        // The value that ended on this line is not the whole line: the fault is that record's.
        this.records--
        this.#refuse('something follows the value on its line', at)
      }
      this.#refuse(machine.detail, at)
    }
  }

  #refuse(detail: string, byte: number): never {
    this.fail(detail, { record: this.records + 1, ...(!this.resumed && { line: this.#line + 1 }), byte })
  }
}
