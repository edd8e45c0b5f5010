import { cellKind } from '@/lib/records/csv-cell'
import { csvFields } from '@/lib/records/csv-row'
import type { Path } from '@/lib/records/filter/expression'
import { MISSING } from '@/lib/records/json-bytes'
import type { Column } from '@/lib/records/shape'
import { decodeUtf8 } from '@/lib/records/utf8'
import type { Withheld } from '@/lib/records/withheld'
import { type Element, RecordValues, UNREADABLE } from './values'

/** Of the rows of csv: the cells of the columns that are asked for. */
export class CsvValues extends RecordValues {
  /** By path, the place of its column in a row; -1 where there is none. */
  readonly #columns: number[]
  readonly #types: Column['type'][]
  #cells: string[] = []

  constructor(paths: readonly Path[], columns: readonly Column[], withheld: Withheld) {
    super(paths, withheld)
    this.#columns = paths.map((p) => (p.length === 1 ? columns.findIndex((c) => c.name === p[0]) : -1))
    this.#types = this.#columns.map((c) => columns[c]?.type ?? 'text')
  }

  protected fill(bytes: Buffer, start: number, end: number): void {
    const row = decodeUtf8(bytes.subarray(start, end))
    this.#cells = row === null ? [] : csvFields(row)
    for (let i = 0; i < this.#columns.length; i++) {
      const cell = this.#cells[this.#columns[i]!]
      if (row === null) this.kinds[i] = UNREADABLE
      else this.kinds[i] = cell === undefined ? MISSING : cellKind(cell, this.#types[i]!)
    }
  }

  text(slot: number): string {
    return this.#cells[this.#columns[slot]!]!
  }

  elements(): Element[] {
    return []
  }
}
