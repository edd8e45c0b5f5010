import type { VarintReader } from '@/lib/records/varint'
import { type InstantRange, readInstants } from './instant-bounds'
import { MISSING, NULLS, UNSEEN } from './kinds'
import { type NumberRange, readNumbers } from './number-bounds'
import { readTexts, type TextRange } from './text-bounds'
import { readSet, type ValueSet } from './value-set'

/*
 * The part of a field: for each block, in order, 0 where no record has it, or
 *   kinds | marks | records without it | records with null | records with it twice | bounds of numbers | of texts |
 *   of times | set of the values
 * of which only those stand there that the kinds and marks announce; all but the bounds are varints.
 */
export const SOME_MISSING = 1
export const SOME_REPEATED = 2
export const NUMBER_RANGE = 4
export const TEXT_RANGE = 8
/** Every text is a time. */
export const INSTANT_RANGE = 16
export const VALUE_SET = 32

/** What is known of a field in a block. What is null is not known. */
export type BlockFacts = {
  /** Those of ./kinds that occurred, MISSING and UNSEEN (for a name that occurred twice) too. */
  kinds: number
  numbers: NumberRange | null
  texts: TextRange | null
  instants: InstantRange | null
  /** Of the numbers and texts. */
  values: ValueSet
}

export const factsOf = (kinds: number): BlockFacts => ({
  kinds,
  numbers: null,
  texts: null,
  instants: null,
  values: null,
})
const ABSENT = factsOf(MISSING)

/** `records` are those that each block looked into. @throws Error for bytes that are not a part */
export function readPart(reader: VarintReader, records: readonly number[]): BlockFacts[] {
  return records.map((count) => readFacts(reader, count))
}

function readFacts(reader: VarintReader, records: number): BlockFacts {
  const written = reader.uint()
  if (written === 0) return ABSENT
  const marks = reader.uint()
  if (written > 0xff || marks > 0x3f) throw new Error('kinds that there are not')
  const some = () => {
    const count = reader.uint()
    if (count === 0 || count > records) throw new Error('more records than the block has')
    return true
  }
  let kinds = written
  if (marks & SOME_MISSING && some()) kinds |= MISSING
  if (kinds & NULLS) some()
  if (marks & SOME_REPEATED && some()) kinds |= UNSEEN
  return {
    kinds,
    numbers: marks & NUMBER_RANGE ? readNumbers(reader) : null,
    texts: marks & TEXT_RANGE ? readTexts(reader) : null,
    instants: marks & INSTANT_RANGE ? readInstants(reader) : null,
    values: marks & VALUE_SET ? readSet(reader) : null,
  }
}
