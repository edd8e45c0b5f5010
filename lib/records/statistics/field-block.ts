import { shortNumber } from '@/lib/records/number'
import type { VarintWriter } from '@/lib/records/varint'
import { INSTANT_RANGE, NUMBER_RANGE, SOME_MISSING, SOME_REPEATED, TEXT_RANGE, VALUE_SET } from './field-part'
import { HASHED_BYTES, hashNumber, hashText } from './hash'
import { HashSet } from './hash-set'
import { InstantBounds } from './instant-bounds'
import type { InstantTicks } from './instant-ticks'
import { NULLS, NUMBERS, TEXTS } from './kinds'
import { NumberBounds } from './number-bounds'
import { TextBounds } from './text-bounds'
import { LISTED, sizeOfSet, writeSet } from './value-set'

/** What is seen of a field in the block at hand. */
export class FieldBlock {
  kinds = 0
  present = 0
  nulls = 0
  #repeated = 0
  /** The last record that had it, and the last that had it twice. */
  #record = -1
  #again = -1
  readonly #numbers = new NumberBounds()
  readonly #texts = new TextBounds()
  readonly #instants = new InstantBounds()
  #onlyInstants = true
  readonly #values = new HashSet()
  /** Which bounds are written and how large the set is, as far as there is room. */
  #marks = 0
  #setSize = 0

  constructor(private readonly ticks: InstantTicks) {}

  /** In a record there is a value of these kinds; its number or text, if it is one, is to be told apart. */
  occurs(record: number, kinds: number): void {
    this.kinds |= kinds
    if (record === this.#record) return
    this.#record = record
    this.present++
    if (kinds === NULLS) this.nulls++
  }

  occursAgain(record: number): void {
    if (record === this.#again) return
    this.#again = record
    this.#repeated++
  }

  /** The text of a JSON number. */
  number(bytes: Buffer, start: number, end: number): void {
    let value = shortNumber(bytes, start, end)
    if (Number.isNaN(value)) {
      value = Number(bytes.toString('latin1', start, end))
      this.#numbers.rounded(value)
    } else this.#numbers.exact(value)
    if (!this.#values.full) this.#values.add(hashNumber(value))
  }

  /** UTF-8, without quotes and escapes. */
  text(bytes: Buffer, start: number, end: number): void {
    this.#texts.add(bytes, start, end)
    if (this.#onlyInstants) {
      const tick = this.ticks.of(bytes, start, end)
      if (Number.isNaN(tick)) this.#onlyInstants = false
      else this.#instants.add(tick)
    }
    if (this.#values.full) return
    if (end - start > HASHED_BYTES) this.#values.full = true
    else this.#values.add(hashText(bytes, start, end))
  }

  /** The order in which sets get room: short lists, then what is likely to be looked for value by value. */
  get rank(): number {
    if (this.#values.count <= LISTED) return 0
    if (this.kinds & TEXTS) return this.#onlyInstants ? 3 : 1
    return this.#numbers.integers ? 2 : 3
  }

  /** Bytes of the room that its bounds take; none where they do not fit. */
  takeBounds(room: number): number {
    const of = (mark: number, has: boolean, size: number): number => {
      if (!has || size > room - taken) return 0
      this.#marks |= mark
      return size
    }
    let taken = 0
    taken += of(NUMBER_RANGE, (this.kinds & NUMBERS) !== 0, this.#numbers.size)
    const texts = (this.kinds & TEXTS) !== 0
    taken += of(INSTANT_RANGE, texts && this.#onlyInstants, this.#instants.size)
    taken += of(TEXT_RANGE, texts, this.#texts.size)
    return taken
  }

  takeSet(room: number): number {
    this.#setSize = sizeOfSet(this.#values, room)
    if (this.#setSize > 0) this.#marks |= VALUE_SET
    return this.#setSize
  }

  /** Ends the block, which looked into so many records. */
  write(out: VarintWriter, records: number): void {
    out.uint(this.kinds)
    if (this.kinds === 0) return
    const missing = records - this.present
    if (missing > 0) this.#marks |= SOME_MISSING
    if (this.#repeated > 0) this.#marks |= SOME_REPEATED
    out.uint(this.#marks)
    if (missing > 0) out.uint(missing)
    if (this.kinds & NULLS) out.uint(Math.max(1, this.nulls))
    if (this.#repeated > 0) out.uint(this.#repeated)
    if (this.#marks & NUMBER_RANGE) this.#numbers.write(out)
    if (this.#marks & TEXT_RANGE) this.#texts.write(out)
    if (this.#marks & INSTANT_RANGE) this.#instants.write(out)
    if (this.#marks & VALUE_SET) writeSet(out, this.#values, this.#setSize)
  }

  clear(): void {
    if (this.kinds === 0) return
    this.kinds = 0
    this.present = 0
    this.nulls = 0
    this.#repeated = 0
    this.#numbers.clear()
    this.#texts.clear()
    this.#instants.clear()
    this.#onlyInstants = true
    this.#values.clear()
    this.#marks = 0
  }
}
