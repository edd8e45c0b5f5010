import { cellKind } from '@/lib/records/csv-cell'
import { BOOLEAN, NULL, NUMBER } from '@/lib/records/json-bytes'
import type { Column } from '@/lib/records/shape'
import { decodeUtf8 } from '@/lib/records/utf8'
import type { Names } from './catalogue'
import { csvCells } from './csv-cells'
import { type Fields, MOST_FIELDS } from './fields'
import { FALSES, NULLS, NUMBERS, TEXTS, TRUES } from './kinds'

const T = 0x74

/** The fields of rows of csv: their columns. */
export class CsvFields {
  readonly #columns: readonly Column[]
  #record = 0

  constructor(
    private readonly fields: Fields,
    private readonly columns: readonly Column[],
  ) {
    this.#columns = columns.slice(0, MOST_FIELDS)
    for (let i = 0; i < this.#columns.length; i++) fields.at(i)
  }

  /** False for a row that is not UTF-8, of which nothing was noted. */
  read(record: number, bytes: Buffer, start: number, end: number): boolean {
    if (!isText(bytes, start, end)) return false
    this.#record = record
    csvCells(bytes, start, end, this.#cell)
    return true
  }

  readonly #cell = (number: number, bytes: Buffer, start: number, end: number): void => {
    const column = this.#columns[number]
    if (column === undefined) return
    const field = this.fields.at(number)
    const kind = column.type === 'text' ? null : cellKind(bytes.toString('utf8', start, end), column.type)
    if (kind === NUMBER) {
      field.occurs(this.#record, NUMBERS)
      field.number(bytes, start, end)
    } else if (kind === NULL) field.occurs(this.#record, NULLS)
    else if (kind === BOOLEAN) field.occurs(this.#record, bytes[start] === T ? TRUES : FALSES)
    else {
      field.occurs(this.#record, TEXTS)
      field.text(bytes, start, end)
    }
  }

  names(): Names {
    const entries = this.#columns.map(({ name, type }) => ({ parent: 0, name, truncated: false, type }))
    return { entries, truncated: this.columns.length > entries.length }
  }
}

/** Mostly ASCII, which takes no decoding. */
function isText(bytes: Buffer, start: number, end: number): boolean {
  let i = start
  while (i < end && bytes[i]! < 0x80) i++
  return i === end || decodeUtf8(bytes.subarray(i, end)) !== null
}
