import type { VarintReader, VarintWriter } from '@/lib/records/varint'
import { ANY_ORDER, LESS, type Orders, ordersBetween } from './orders'

/** Bounds keep so many bytes of a text. */
const KEPT = 16

/** Bounds of the texts of a block by their UTF-8. Every text that begins with the upper one is below it where it is cut. */
export type TextRange = { low: Buffer; high: Buffer; highIsCut: boolean }

/** A text as a bound keeps it. A length of one more than is kept stands for every longer one; below 0 there is none. */
class Bound {
  readonly bytes = Buffer.alloc(KEPT)
  length = -1

  set(bytes: Buffer, start: number, length: number): void {
    for (let i = 0; i < length && i < KEPT; i++) this.bytes[i] = bytes[start + i]!
    this.length = length
  }

  /** How a text compares with it, as far as either is kept. */
  order(bytes: Buffer, start: number, length: number): number {
    const common = Math.min(length, this.length, KEPT)
    for (let i = 0; i < common; i++) {
      const difference = bytes[start + i]! - this.bytes[i]!
      if (difference !== 0) return difference
    }
    return length - this.length
  }

  /** How much of it there is. */
  get kept(): number {
    return Math.min(this.length, KEPT)
  }
}

export class TextBounds {
  readonly #low = new Bound()
  readonly #high = new Bound()

  /** A text, as UTF-8. */
  add(bytes: Buffer, start: number, end: number): void {
    const length = Math.min(end - start, KEPT + 1)
    if (this.#low.length < 0) {
      this.#low.set(bytes, start, length)
      this.#high.set(bytes, start, length)
    } else if (this.#high.order(bytes, start, length) > 0) this.#high.set(bytes, start, length)
    else if (this.#low.order(bytes, start, length) < 0) this.#low.set(bytes, start, length)
  }

  clear(): void {
    this.#low.length = -1
    this.#high.length = -1
  }

  /** How much of both is the same. */
  get #shared(): number {
    const most = Math.min(this.#low.kept, this.#high.kept)
    let i = 0
    while (i < most && this.#low.bytes[i] === this.#high.bytes[i]) i++
    return i
  }

  get size(): number {
    return 3 + this.#low.kept + this.#high.kept - this.#shared
  }

  /** The lower bound with its length, how much of it the upper one begins with, and the rest of that with its length. */
  write(out: VarintWriter): void {
    const shared = this.#shared
    out.uint(this.#low.kept)
    out.append(this.#low.bytes.subarray(0, this.#low.kept))
    out.uint(shared)
    out.uint(this.#high.length - shared)
    out.append(this.#high.bytes.subarray(shared, this.#high.kept))
  }
}

/** @throws Error for what `write` would not have written */
export function readTexts(reader: VarintReader): TextRange {
  const low = reader.take(atMost(KEPT, reader.uint()))
  const shared = atMost(low.length, reader.uint())
  const length = atMost(KEPT + 1, shared + reader.uint())
  const rest = reader.take(Math.min(length, KEPT) - shared)
  return { low, high: Buffer.concat([low.subarray(0, shared), rest]), highIsCut: length > KEPT }
}

function atMost(most: number, length: number): number {
  if (length > most) throw new Error('bounds of texts that are none')
  return length
}

/** `literal` is the UTF-8 of a text. */
export function textOrders(range: TextRange | null, literal: Buffer): Orders {
  if (range === null) return ANY_ORDER
  const { low, high, highIsCut } = range
  // What begins with the upper bound may be less than the text that was cut to it.
  const above = highIsCut && literal.subarray(0, high.length).equals(high)
  return ordersBetween(low.compare(literal), above ? 1 : high.compare(literal))
}

/** Whether a text of the block may begin with `prefix`. */
export const mayBegin = (range: TextRange | null, prefix: Buffer): boolean =>
  range === null || (range.low.subarray(0, prefix.length).compare(prefix) <= 0 && textOrders(range, prefix) !== LESS)
