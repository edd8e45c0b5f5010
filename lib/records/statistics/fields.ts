import { VarintWriter } from '@/lib/records/varint'
import type { Totals } from './catalogue'
import { FieldBlock } from './field-block'
import { InstantTicks } from './instant-ticks'

/** Paths that are told apart. Of a record with more, what lies beyond proves nothing. */
export const MOST_FIELDS = 200

/** Of the bytes of a block, how much may be written of its values; of a small one at least so many bytes. */
const SHARE = 1 / 40
const LEAST_ROOM = 192
/** About what a field takes apart from its values. */
const MARKS = 3

/** Bytes of all parts together, from which on sets of values are left out, and blocks. */
export type PartLimits = { sets: number; blocks: number }
/** Reached by records of ten fields at about 0.7 and 2 GB of content. */
export const PART_LIMITS: PartLimits = { sets: 16 * 1024 * 1024, blocks: 32 * 1024 * 1024 }

/** A field and what the artifact has of it. */
export type Field = { block: FieldBlock; part: VarintWriter } & Totals

/** The fields of an artifact as blocks of it go by. Each has the number that its source of records gives it, from 0. */
export class Fields {
  readonly all: Field[] = []
  readonly #ticks = new InstantTicks()
  #blocks = 0
  #written = 0

  constructor(private readonly limits: PartLimits) {}

  at(number: number): FieldBlock {
    while (this.all.length <= number) this.#add()
    return this.all[number]!.block
  }

  totals(number: number): Totals {
    this.at(number)
    const { kinds, present, nulls } = this.all[number]!
    return { kinds, present, nulls }
  }

  #add(): void {
    const part = new VarintWriter()
    for (let i = 0; i < this.#blocks; i++) part.uint(0)
    this.all.push({ block: new FieldBlock(this.#ticks), part, kinds: 0, present: 0, nulls: 0 })
  }

  /** Ends a block of so many records and bytes. False where nothing was kept of it, so that it proves nothing. */
  endBlock(records: number, bytes: number): boolean {
    const keep = this.#written < this.limits.blocks
    const seen = this.all.map((f) => f.block).filter((b) => b.kinds !== 0)
    if (keep) this.#share(seen, Math.max(LEAST_ROOM, bytes * SHARE - seen.length * MARKS))
    this.#blocks++
    this.#written = 0
    for (const field of this.all) {
      const { block, part } = field
      field.kinds |= block.kinds
      field.present += block.present
      field.nulls += block.nulls
      if (keep) block.write(part, records)
      else part.uint(0)
      this.#written += part.length
      block.clear()
    }
    return keep
  }

  /** Bounds first, in order of appearance; then sets by their rank. */
  #share(seen: FieldBlock[], all: number): void {
    let room = Math.floor(all)
    for (const block of seen) room -= block.takeBounds(room)
    if (this.#written >= this.limits.sets) return
    for (const rank of [0, 1, 2, 3]) for (const block of seen) if (block.rank === rank) room -= block.takeSet(room)
  }
}
