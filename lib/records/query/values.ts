import type { Path } from '@/lib/records/filter/expression'
import { type Kind, MISSING } from '@/lib/records/json-bytes'
import { compareNumbers, type Decimal, parseDecimal, shortNumber } from '@/lib/records/number'
import { compareTexts } from '@/lib/records/text'
import { isMasked, omissionsOf, type Withheld } from '@/lib/records/withheld'

// Beside the kinds of JSON, what a query may find at a path.
/** The value is not for this reader's eyes, was never captured, or is one of several of the same name. */
export const UNSEEN = 7
/** The record is not UTF-8, so that it has no values. */
export const UNREADABLE = 8

/** What a filter compares with, made ready once. */
export type TextLiteral = { value: string; bytes: Buffer }
export type NumberLiteral = { text: string; decimal: Decimal; short: number }

export const textLiteral = (value: string): TextLiteral => ({ value, bytes: Buffer.from(value) })
export const numberLiteral = (text: string): NumberLiteral => ({
  text,
  decimal: parseDecimal(text),
  short: shortNumber(Buffer.from(text), 0, text.length),
})

/** An element of an array; `text` as `RecordValues.text` has it, null for what is no scalar. */
export type Element = { kind: Kind; text: string | null }

/**
 * The values of one record after another at the paths of a query, by the number of the path. The same for every format,
 * so that what a filter or an aggregate means does not depend on it.
 */
export abstract class RecordValues {
  readonly kinds: Uint8Array
  readonly #masked: number[] = []
  readonly #omitted: { slot: number; start: number; end: number; redacted: boolean }[] = []

  constructor(paths: readonly Path[], withheld: Withheld) {
    this.kinds = new Uint8Array(paths.length)
    paths.forEach((path, slot) => {
      if (isMasked(withheld, path)) this.#masked.push(slot)
      for (const { records, redacted } of omissionsOf(withheld, path))
        this.#omitted.push({
          slot,
          start: records?.start ?? 0,
          end: records?.end ?? Number.POSITIVE_INFINITY,
          redacted,
        })
    })
  }

  load(bytes: Buffer, start: number, end: number, record: number): void {
    this.fill(bytes, start, end, record)
    for (const slot of this.#masked) this.kinds[slot] = UNSEEN
    for (const o of this.#omitted) {
      if (record < o.start || record >= o.end) continue
      if (o.redacted || this.kinds[o.slot] === MISSING) this.kinds[o.slot] = UNSEEN
    }
  }

  /** Sets the kind of every path as the record has it. */
  protected abstract fill(bytes: Buffer, start: number, end: number, record: number): void

  /** A string decoded, or null where it has a lone surrogate; a number's JSON text; "true" or "false". */
  abstract text(slot: number): string | null
  abstract elements(slot: number): Element[]

  /** The order of a string and a literal, NaN where it has a lone surrogate. */
  compareText(slot: number, literal: TextLiteral): number {
    const text = this.text(slot)
    return text === null ? Number.NaN : compareTexts(text, literal.value)
  }

  compareNumber(slot: number, literal: NumberLiteral): number {
    return compareNumbers(this.text(slot)!, literal.text)
  }
}
