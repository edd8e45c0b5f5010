import type { Path } from '@/lib/records/filter/expression'
import type { Column } from '@/lib/records/shape'
import type { VarintReader, VarintWriter } from '@/lib/records/varint'
import { MOST_FIELDS } from './fields'

/** A name that was met, in the object of number `parent` (0 is the record); `truncated` where its own names are not all here. */
export type Name = {
  parent: number
  name: string
  truncated: boolean
  /** What the cells of a column of csv were taken for. */
  type: Column['type'] | null
}
/** `truncated` where names of the records themselves are not all here. */
export type Names = { entries: Name[]; truncated: boolean }

/** Of the whole artifact: kinds, records that have it, and that have it with null. */
export type Totals = { kinds: number; present: number; nulls: number }

export type CatalogueEntry = Name & Totals

const TYPES = [null, 'text', 'number', 'boolean'] as const

/**
 * The names that the records of an artifact have, as a tree. Entry `i` is number `i + 1`, in order of first appearance,
 * and comes behind its parent.
 */
export class Catalogue {
  readonly #children: Map<string, number>[]

  constructor(
    readonly entries: readonly CatalogueEntry[],
    private readonly truncated: boolean,
  ) {
    this.#children = [new Map(), ...entries.map(() => new Map<string, number>())]
    entries.forEach((entry, i) => void this.#children[entry.parent]!.set(entry.name, i + 1))
  }

  /** Whether every path is here. */
  get complete(): boolean {
    return !this.truncated && !this.entries.some((e) => e.truncated)
  }

  path(number: number): string[] {
    const names: string[] = []
    for (let at = number; at > 0; at = this.entries[at - 1]!.parent) names.unshift(this.entries[at - 1]!.name)
    return names
  }

  /**
   * The numbers on the way along a path, as far as it is known; `whole` when that is all of it, otherwise `possible` when
   * there may be more of it in the records.
   */
  find(path: Path): { way: number[]; whole: boolean; possible: boolean } {
    const way: number[] = []
    let at = 0
    for (const name of path) {
      const next = this.#children[at]!.get(name)
      if (next === undefined) {
        const truncated = at === 0 ? this.truncated : this.entries[at - 1]!.truncated
        return { way, whole: false, possible: truncated }
      }
      way.push(next)
      at = next
    }
    // The record itself is no property.
    return { way, whole: way.length > 0, possible: false }
  }

  write(out: VarintWriter): void {
    out.uint(this.entries.length)
    out.uint(this.truncated ? 1 : 0)
    for (const e of this.entries) {
      out.uint(e.parent)
      // As JSON, which has a way to write lone surrogates.
      const name = Buffer.from(JSON.stringify(e.name))
      out.uint(name.length)
      out.append(name)
      out.uint((e.truncated ? 1 : 0) + 2 * TYPES.indexOf(e.type))
      out.uint(e.kinds)
      out.uint(e.present)
      out.uint(e.nulls)
    }
  }

  /** @throws Error for what `write` would not have written */
  static read(reader: VarintReader): Catalogue {
    const count = reader.uint()
    const truncated = reader.uint()
    if (count > MOST_FIELDS || truncated > 1) throw broken()
    const entries: CatalogueEntry[] = []
    for (let i = 0; i < count; i++) entries.push(readEntry(reader, i))
    return new Catalogue(entries, truncated === 1)
  }
}

const broken = () => new Error('a catalogue that is none')

function readEntry(reader: VarintReader, parents: number): CatalogueEntry {
  const parent = reader.uint()
  const name: unknown = JSON.parse(reader.take(reader.uint()).toString())
  const marks = reader.uint()
  const [kinds, present, nulls] = [reader.uint(), reader.uint(), reader.uint()]
  const type = TYPES[marks >>> 1]
  if (
    parent > parents ||
    typeof name !== 'string' ||
    marks > 7 ||
    type === undefined ||
    kinds > 0xff ||
    nulls > present
  )
    throw broken()
  return { parent, name, truncated: marks % 2 === 1, type, kinds, present, nulls }
}
