import type { RecordSpec, ResumePoint, Splitter } from './format'
import { openSplitter } from './splitter'

/** A record that has ended: its place in the artifact, and its bytes or, where it is too long to hold, their beginning. */
export type FedRecord = { record: number; start: number; end: number; bytes: Buffer; whole: boolean }

/** Longer records are not held whole. */
export const HELD_BYTES = 16 * 2 ** 20

/**
 * Hands out each record of a byte stream as it ends, with its bytes. A record that lies in one piece is a view of that
 * piece, without a copy; of one that spans pieces at most `held` bytes are kept, which is all that this holds.
 *
 * `take` is called within `push` and `end`. The bytes stay good as long as the piece they came in is not written over.
 */
export class RecordFeed implements Splitter {
  #splitter: Splitter
  #held: number
  #take: (record: FedRecord) => void
  #open: { record: number; start: number } | null = null
  #piece: Buffer = Buffer.alloc(0)
  /** Where the piece begins in the artifact. */
  #at: number
  /** The beginning of what came before the piece and is not done with; it ends at the piece, unless it is full. */
  #carry: Buffer = Buffer.alloc(0)
  #carried = 0
  #carryStart: number

  constructor(
    spec: RecordSpec,
    take: (record: FedRecord) => void,
    options: { resume?: ResumePoint; held?: number } = {},
  ) {
    this.#take = take
    this.#held = options.held ?? HELD_BYTES
    this.#at = options.resume?.offset ?? 0
    this.#carryStart = this.#at
    const sink = {
      start: (record: number, start: number) => {
        this.#open = { record, start }
      },
      end: (record: number, start: number, end: number) => {
        this.#open = null
        const whole = end - start <= this.#held
        this.#take({ record, start, end, bytes: this.#slice(start, whole ? end : start + this.#held), whole })
      },
    }
    this.#splitter = openSplitter(spec, sink, options.resume ? { resume: options.resume } : {})
  }

  push(bytes: Uint8Array): void {
    this.#piece = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#splitter.push(bytes)
    this.#keep()
  }

  end(): void {
    this.#splitter.end()
  }

  get records(): number {
    return this.#splitter.records
  }

  get offset(): number {
    return this.#splitter.offset
  }

  get header(): string[] | null {
    return this.#splitter.header
  }

  /** The record that has begun and not ended. */
  get open(): { record: number; start: number } | null {
    return this.#open
  }

  /** What is held of the open record's beginning, at most `length` bytes. */
  beginning(length: number): Buffer {
    return this.#open ? this.#slice(this.#open.start, this.#open.start + Math.min(length, this.#held)) : Buffer.alloc(0)
  }

  #slice(start: number, end: number): Buffer {
    if (start >= this.#at) return this.#piece.subarray(start - this.#at, end - this.#at)
    const before = this.#carry.subarray(start - this.#carryStart, Math.min(this.#carried, end - this.#carryStart))
    return Buffer.concat(end > this.#at ? [before, this.#piece.subarray(0, end - this.#at)] : [before])
  }

  /**
   * Carries over what the piece ends in the middle of: an open record, or bytes that the splitter has not looked at yet,
   * which may be a byte order mark or the beginning of a record.
   */
  #keep(): void {
    const from = this.#open?.start ?? this.#splitter.offset
    if (from >= this.#at) {
      this.#carryStart = from
      this.#carried = 0
    }
    const rest = this.#piece.subarray(Math.max(0, from - this.#at))
    this.#append(rest.subarray(0, this.#held - this.#carried))
    this.#at += this.#piece.length
    this.#piece = Buffer.alloc(0)
  }

  #append(bytes: Buffer): void {
    const needed = this.#carried + bytes.length
    if (needed > this.#carry.length) {
      const larger = Buffer.alloc(Math.min(this.#held, Math.max(needed, this.#carry.length * 2)))
      larger.set(this.#carry.subarray(0, this.#carried))
      this.#carry = larger
    }
    this.#carry.set(bytes, this.#carried)
    this.#carried = needed
  }
}
