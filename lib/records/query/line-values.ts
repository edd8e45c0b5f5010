import type { Path } from '@/lib/records/filter/expression'
import { MISSING, NUMBER, STRING } from '@/lib/records/json-bytes'
import { LINE, LINE_NUMBER } from '@/lib/records/shape'
import { decodeUtf8 } from '@/lib/records/utf8'
import type { Withheld } from '@/lib/records/withheld'
import { type Element, RecordValues, UNREADABLE } from './values'

/** Of lines: the text of the line, and its number. */
export class LineValues extends RecordValues {
  readonly #names: (string | null)[]
  readonly #wantsText: boolean
  #text: string | null = null
  #record = 0

  constructor(paths: readonly Path[], withheld: Withheld) {
    super(paths, withheld)
    this.#names = paths.map((p) => (p.length === 1 ? p[0]! : null))
    this.#wantsText = this.#names.includes(LINE)
  }

  protected fill(bytes: Buffer, start: number, end: number, record: number): void {
    this.#record = record
    if (this.#wantsText) this.#text = decodeUtf8(bytes.subarray(start, end))
    this.#names.forEach((name, i) => {
      if (name === LINE) this.kinds[i] = this.#text === null ? UNREADABLE : STRING
      else this.kinds[i] = name === LINE_NUMBER ? NUMBER : MISSING
    })
  }

  text(slot: number): string | null {
    return this.#names[slot] === LINE ? this.#text : `${this.#record + 1}`
  }

  elements(): Element[] {
    return []
  }
}
