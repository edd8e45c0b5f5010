import type { Expression, Path } from '@/lib/records/filter/expression'
import type { Shape } from '@/lib/records/shape'
import { VarintReader } from '@/lib/records/varint'
import type { Withheld } from '@/lib/records/withheld'
import { MAGIC } from './builder'
import { Catalogue } from './catalogue'
import { type BlockFacts, readPart } from './field-part'
import { type KindName, kindNames } from './kinds'
import { possibleOutcomes } from './possible'

/**
 * A property and what it is in the records that were looked into: in so many it has a value, is null, is missing. A name
 * that a record has twice counts by its first value.
 */
export type FieldSummary = {
  path: Path
  kinds: KindName[]
  present: number
  null: number
  missing: number
}

/** Records `[first, end)` of the artifact; of `unread` of them nothing is known. */
export type Block = { first: number; end: number; unread: number }

/** What is known of the blocks of an artifact without reading them: block `i` begins at entry `i` of its record index. */
export class Statistics {
  #parts: (BlockFacts[] | undefined)[] = []

  private constructor(
    readonly blocks: readonly Block[],
    private readonly read: number,
    readonly catalogue: Catalogue,
    private readonly encoded: readonly Buffer[],
  ) {}

  /** @throws Error for bytes that `StatisticsBuilder` did not write, as far as they are looked at here */
  static decode(encoded: Uint8Array): Statistics {
    const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length)
    const reader = new VarintReader(bytes)
    if (!reader.take(MAGIC.length).equals(MAGIC)) throw broken()
    const blocks = readBlocks(reader)
    const read = reader.uint()
    const catalogue = Catalogue.read(reader)
    if (read > (blocks.at(-1)?.end ?? 0) || catalogue.entries.some((e) => e.present > read)) throw broken()
    const lengths = catalogue.entries.map(() => reader.uint())
    const parts = lengths.map((length) => reader.take(length))
    if (reader.at !== bytes.length) throw broken()
    return new Statistics(blocks, read, catalogue, parts)
  }

  /** Every property that was met, in order of first appearance. What is masked for a reader is the caller's to leave out. */
  get fields(): FieldSummary[] {
    return this.catalogue.entries.map(({ kinds, present, nulls }, i) => ({
      path: this.catalogue.path(i + 1),
      kinds: kindNames(kinds),
      present: present - nulls,
      null: nulls,
      missing: this.read - present,
    }))
  }

  /** Whether `fields` are all that the records looked into have. */
  get complete(): boolean {
    return this.catalogue.complete
  }

  /** What is known of entry `number` (from 1) of the catalogue, by block. @throws Error for bytes that are no part */
  facts(number: number): readonly BlockFacts[] {
    const known = this.#parts[number - 1]
    if (known) return known
    const reader = new VarintReader(this.encoded[number - 1]!)
    const facts = readPart(
      reader,
      this.blocks.map((b) => b.end - b.first - b.unread),
    )
    if (reader.at !== reader.bytes.length) throw broken()
    this.#parts[number - 1] = facts
    return facts
  }

  /**
   * By block, the outcomes that a filter may have for a record in it, of a reader from whom so much is withheld. Where
   * `isSettledNo` holds of them, the block need not be read. @throws Error for bytes that are no statistics
   */
  possible(filter: Expression | null, shape: Shape, withheld: Withheld): Uint8Array {
    return possibleOutcomes(this, filter, shape, withheld)
  }
}

const broken = () => new Error('the bytes are not statistics')

function readBlocks(reader: VarintReader): Block[] {
  const blocks: Block[] = []
  let first = 0
  for (let left = reader.uint(); left > 0; left--) {
    const records = reader.uint()
    const unread = reader.uint()
    if (records === 0 || unread > records || first + records > Number.MAX_SAFE_INTEGER) throw broken()
    blocks.push({ first, end: first + records, unread })
    first += records
  }
  return blocks
}
