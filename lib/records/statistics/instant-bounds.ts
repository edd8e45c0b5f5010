import { compareInstants, type Instant } from '@/lib/records/instant'
import type { VarintReader, VarintWriter } from '@/lib/records/varint'
import { ANY_ORDER, type Orders, ordersBetween } from './orders'

/** Bounds of the times of a block: from the beginning of one tick to the end of another. */
export type InstantRange = { low: number; high: number }

/** Added to a tick so that none is negative: those of year 0 less its offset are above -125 × 10^9. */
const SHIFT = 2 ** 38

export class InstantBounds {
  #low = Number.POSITIVE_INFINITY
  #high = Number.NEGATIVE_INFINITY

  add(tick: number): void {
    if (tick < this.#low) this.#low = tick
    if (tick > this.#high) this.#high = tick
  }

  clear(): void {
    this.#low = Number.POSITIVE_INFINITY
    this.#high = Number.NEGATIVE_INFINITY
  }

  /** At most. */
  readonly size = 12

  write(out: VarintWriter): void {
    out.uint(this.#low + SHIFT)
    out.uint(this.#high - this.#low)
  }
}

export function readInstants(reader: VarintReader): InstantRange {
  const low = reader.uint() - SHIFT
  return { low, high: low + reader.uint() }
}

export function instantOrders(range: InstantRange | null, literal: Instant): Orders {
  if (range === null) return ANY_ORDER
  // ":" sorts behind every digit, and so behind every fraction.
  return ordersBetween(
    compareInstants({ tick: range.low, fraction: '' }, literal),
    compareInstants({ tick: range.high, fraction: ':' }, literal),
  )
}
