import { compareNumbers } from '@/lib/records/number'
import type { VarintReader, VarintWriter } from '@/lib/records/varint'
import { ANY_ORDER, type Orders, ordersBetween } from './orders'

/** Bounds of the numbers of a block. Infinity is no bound. */
export type NumberRange = { low: number; high: number }

/** Integers up to here are written as varints, with room for the sign. */
const MOST_VARINT = 2 ** 51
const isSmall = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= MOST_VARINT

const INTEGERS = 1
const DOUBLES = 2

export class NumberBounds {
  #low = Number.POSITIVE_INFINITY
  #high = Number.NEGATIVE_INFINITY

  /** A number whose double `String` writes as that very number. */
  exact(value: number): void {
    if (value < this.#low) this.#low = value
    if (value > this.#high) this.#high = value
  }

  /** A number of which `nearest` is the nearest double: it lies within half a unit of its last place. */
  rounded(nearest: number): void {
    // Two units at least, so that the decimals that `String` makes of the bounds are still outside.
    const margin = Math.abs(nearest) * 2 ** -51 + Number.MIN_VALUE * 4
    const finite = Number.isFinite(nearest)
    this.exact(finite ? nearest - margin : nearest < 0 ? nearest : Number.MAX_VALUE)
    this.exact(finite ? nearest + margin : nearest > 0 ? nearest : -Number.MAX_VALUE)
  }

  clear(): void {
    this.#low = Number.POSITIVE_INFINITY
    this.#high = Number.NEGATIVE_INFINITY
  }

  get integers(): boolean {
    return isSmall(this.#low) && isSmall(this.#high)
  }

  /** At most. */
  get size(): number {
    return this.integers ? 9 : 17
  }

  write(out: VarintWriter): void {
    if (this.integers) {
      // Zigzag: small numbers of either sign are short. Not -0.
      const low = this.#low + 0
      out.uint(INTEGERS)
      out.uint(low < 0 ? -low * 2 - 1 : low * 2)
      out.uint(this.#high - low)
      return
    }
    out.uint(DOUBLES)
    const both = Buffer.alloc(16)
    both.writeDoubleLE(this.#low, 0)
    both.writeDoubleLE(this.#high, 8)
    out.append(both)
  }
}

/** @throws Error for what `write` would not have written */
export function readNumbers(reader: VarintReader): NumberRange {
  const form = reader.uint()
  if (form === INTEGERS) {
    const zigzag = reader.uint()
    const low = zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2
    return { low, high: low + reader.uint() }
  }
  const both = reader.take(16)
  const range = { low: both.readDoubleLE(0), high: both.readDoubleLE(8) }
  if (form !== DOUBLES || !(range.low <= range.high)) throw new Error('bounds of numbers that are none')
  return range
}

/** `literal` is the text of a JSON number. */
export function numberOrders(range: NumberRange | null, literal: string): Orders {
  if (range === null) return ANY_ORDER
  const low = range.low === Number.NEGATIVE_INFINITY ? -1 : compareNumbers(String(range.low), literal)
  const high = range.high === Number.POSITIVE_INFINITY ? 1 : compareNumbers(String(range.high), literal)
  return ordersBetween(low, high)
}
