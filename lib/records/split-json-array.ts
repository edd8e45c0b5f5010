import { ByteSplitter } from './byte-splitter'
import type { RecordSink, ResumePoint } from './format'
import { END, FAULT, JsonMachine, NAME, NAME_END, START } from './json-machine'
import { MemberName, pointerTokens } from './json-pointer'

const ARRAY = 0x5b
const OBJECT = 0x7b

/** A container on the way to the array: its next element, or whether its member was seen. */
type Step = { token: string; array: boolean; next: number; seen: boolean }

/**
 * The elements of the array at a JSON Pointer (RFC 6901). The whole document is validated, also what lies beside and
 * behind the array. A member name that the pointer goes through may occur only once there: with two, which one is meant
 * would depend on the parser.
 */
export class JsonArraySplitter extends ByteSplitter {
  #machine = new JsonMachine()
  #tokens: string[]
  #pointer: string
  /** The open containers that the pointer goes through, outermost first. */
  #steps: Step[] = []
  #name: MemberName
  #inName = false
  /** Whether the next value is the one that the pointer goes through, or ends at. */
  #onPath = true
  #array: 'before' | 'open' | 'closed' = 'before'
  #start = -1

  constructor(sink: RecordSink, pointer: string | null, resume?: ResumePoint) {
    super('json_array', sink, resume)
    this.#pointer = pointer ?? ''
    this.#tokens = pointerTokens(this.#pointer)
    this.#name = new MemberName(this.#tokens)
    if (resume) {
      this.#machine.reset(true)
      this.#machine.watch = 1
      this.#array = 'open'
    }
  }

  protected scan(bytes: Buffer): void {
    // Resumed in the array, how deep it lies is not known: what follows it was validated when it was published.
    if (this.resumed && this.#array === 'closed') return
    let i = 0
    while (i < bytes.length) {
      const from = i
      i = this.#machine.run(bytes, i, bytes.length)
      if (this.#inName) this.#name.add(bytes, from, this.#machine.event === NAME_END ? i - 1 : i)
      switch (this.#machine.event) {
        case START:
          this.#begin(bytes[i - 1]!, this.offset + i - 1)
          break
        case END:
          this.#close(this.offset + i)
          if (this.resumed && this.#array === 'closed') return
          break
        case NAME:
          this.#inName = this.#steps.length > 0
          this.#name.reset()
          break
        case NAME_END:
          if (this.#inName) this.#nameEnded(this.offset + i)
          this.#inName = false
          break
        case FAULT:
          this.#refuse(this.#machine.detail, this.offset + i)
      }
    }
  }

  protected finish(): void {
    if (this.resumed) return
    this.#machine.finish()
    if (this.#machine.event === FAULT)
      this.#refuse(this.#machine.fresh ? 'there is no JSON text' : this.#machine.detail, this.offset)
    if (this.#machine.event === END) this.#close(this.offset)
    if (this.#array === 'before') this.#absent(this.offset)
  }

  #begin(byte: number, at: number): void {
    if (this.#array === 'open') {
      this.#start = at
      this.sink.start?.(this.records, at)
      return
    }
    if (this.#array === 'closed') return
    const step = this.#steps.at(-1)
    if (step?.array) this.#onPath = String(step.next++) === step.token
    if (!this.#onPath) return
    this.#onPath = false
    const token = this.#tokens[this.#steps.length]
    if (token === undefined) {
      if (byte !== ARRAY) this.#refuse(`${this.#place()} is ${kindOf(byte)}, not an array`, at)
      this.#array = 'open'
    } else {
      if (byte !== ARRAY && byte !== OBJECT) this.#absent(at)
      this.#steps.push({ token, array: byte === ARRAY, next: 0, seen: false })
    }
    this.#machine.watch++
  }

  #close(at: number): void {
    const { depth } = this.#machine
    if (depth === this.#machine.watch) {
      if (this.#array !== 'open') return
      const start = this.#start
      this.#start = -1
      this.sink.end(this.records++, start, at)
      return
    }
    // The innermost watched container ended.
    if (this.#array === 'open') this.#array = 'closed'
    else this.#steps.pop()
    this.#machine.watch = depth
  }

  #nameEnded(at: number): void {
    const step = this.#steps.at(-1)!
    this.#onPath = this.#name.equals(step.token)
    if (!this.#onPath) return
    if (step.seen)
      this.#refuse(
        `the member name ${JSON.stringify(step.token)}, which records_pointer goes through, occurs twice`,
        at,
      )
    step.seen = true
  }

  #place(): string {
    return this.#pointer === '' ? 'the document' : `what records_pointer ${JSON.stringify(this.#pointer)} names`
  }

  #absent(byte: number): never {
    this.#refuse(`records_pointer ${JSON.stringify(this.#pointer)} names nothing in this document`, byte)
  }

  #refuse(detail: string, byte: number): never {
    const inRecord = this.#array === 'open'
    this.fail(detail, {
      ...(inRecord && { record: this.records + 1 }),
      ...(!this.resumed && { line: this.#machine.lineFeeds + 1 }),
      byte,
    })
  }
}

function kindOf(byte: number): string {
  if (byte === OBJECT) return 'an object'
  if (byte === 0x22) return 'a string'
  if (byte === 0x74 || byte === 0x66) return 'a boolean'
  return byte === 0x6e ? 'null' : 'a number'
}
