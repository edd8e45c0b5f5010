import { BOOLEAN, NULL, NUMBER } from '@/lib/records/json-bytes'
import { cellKind } from '@/lib/records/query/csv-values'
import type { Column } from '@/lib/records/shape'
import { isUtf8 } from '@/lib/records/utf8'
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
    this.#columns.forEach((_, i) => void fields.at(i))
  }
}
