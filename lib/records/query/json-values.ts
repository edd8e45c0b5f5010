import type { Path } from '@/lib/records/filter/expression'
import { eachElement } from '@/lib/records/json-array'
import { ARRAY, decodeString, type Kind, STRING } from '@/lib/records/json-bytes'
import { JsonReader } from '@/lib/records/json-reader'
import { compareDecimals, parseDecimal, shortNumber } from '@/lib/records/number'
import { compareTexts, hasLoneSurrogate } from '@/lib/records/text'
import type { Withheld } from '@/lib/records/withheld'
import { type Element, type NumberLiteral, RecordValues, type TextLiteral, UNSEEN } from './values'

/** Of JSON records, whose UTF-8 their splitter has validated. */
export class JsonValues extends RecordValues {
  readonly #reader: JsonReader
  #bytes: Buffer = Buffer.alloc(0)

  constructor(paths: readonly Path[], withheld: Withheld) {
    super(paths, withheld)
    this.#reader = new JsonReader(paths)
  }

  protected fill(bytes: Buffer, start: number, end: number): void {
    const { kinds, repeated } = this.#reader
    this.#bytes = bytes
    this.#reader.read(bytes, start, end)
    for (let i = 0; i < kinds.length; i++) this.kinds[i] = repeated[i] === 1 ? UNSEEN : kinds[i]!
  }

  text(slot: number): string | null {
    const { starts, ends, kinds, escaped } = this.#reader
    return scalarText(this.#bytes, kinds[slot]!, starts[slot]!, ends[slot]!, escaped[slot] === 1)
  }

  elements(slot: number): Element[] {
    const { starts, ends } = this.#reader
    const out: Element[] = []
    eachElement(this.#bytes, starts[slot]!, ends[slot]!, (kind, start, end, escaped) => {
      out.push({ kind, text: kind < ARRAY ? scalarText(this.#bytes, kind, start, end, escaped) : null })
    })
    return out
  }

  override compareText(slot: number, literal: TextLiteral): number {
    if (this.#reader.escaped[slot] === 1) {
      const text = this.text(slot)
      return text === null ? Number.NaN : compareTexts(text, literal.value)
    }
    // UTF-8 has the order of the code points.
    const a = this.#bytes
    const b = literal.bytes
    const from = this.#reader.starts[slot]! + 1
    const length = this.#reader.ends[slot]! - 1 - from
    const common = Math.min(length, b.length)
    for (let i = 0; i < common; i++) {
      const difference = a[from + i]! - b[i]!
      if (difference !== 0) return difference
    }
    return length - b.length
  }

  override compareNumber(slot: number, literal: NumberLiteral): number {
    const value = shortNumber(this.#bytes, this.#reader.starts[slot]!, this.#reader.ends[slot]!)
    // NaN unless both are short.
    const difference = value - literal.short
    return Number.isNaN(difference) ? compareDecimals(parseDecimal(this.text(slot)!), literal.decimal) : difference
  }
}

function scalarText(bytes: Buffer, kind: Kind, start: number, end: number, escaped: boolean): string | null {
  if (kind !== STRING) return bytes.toString('latin1', start, end)
  const text = decodeString(bytes, start, end, escaped)
  return escaped && hasLoneSurrogate(text) ? null : text
}
