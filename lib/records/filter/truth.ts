/**
 * What a filter can say of a record, as a set of outcomes: of a record that is seen whole exactly one, of a field that is
 * withheld or of a chunk known by its statistics alone, all that are possible.
 *
 * NULL is SQL's: a missing field or a null, settled, and no match. ODD is a comparison that has no answer (a text with a
 * number): settled too, no match, and counted, so that nobody takes it for a search that found nothing.
 */
export const TRUE = 1
export const FALSE = 2
export const NULL = 4
export const ODD = 8
/** A set of the four above, as bits; never 0. */
export type Truth = number

/** What a withheld value may be: anything that can be compared, or nothing. */
export const WITHHELD: Truth = TRUE | FALSE | NULL

/** Of one record: whether it is served, cannot be decided by what this reader may see, or compares what has no comparison. */
export const isMatch = (t: Truth): boolean => t === TRUE
export const isIndeterminate = (t: Truth): boolean => t !== TRUE && (t & TRUE) !== 0
export const isIncomparable = (t: Truth): boolean => (t & TRUE) === 0 && (t & ODD) !== 0

/** Of many records at once: whether none of them can be served or has to be counted apart, so that none need be read. */
export const isSettledNo = (t: Truth): boolean => (t & (TRUE | ODD)) === 0

/** Kleene's connectives, for each pair of possible outcomes. FALSE wins an AND, TRUE an OR; ODD then wins over NULL. */
const and1 = (a: number, b: number): number =>
  a === FALSE || b === FALSE ? FALSE : a === ODD || b === ODD ? ODD : a === NULL || b === NULL ? NULL : TRUE
const or1 = (a: number, b: number): number =>
  a === TRUE || b === TRUE ? TRUE : a === ODD || b === ODD ? ODD : a === NULL || b === NULL ? NULL : FALSE

const OUTCOMES = [TRUE, FALSE, NULL, ODD]
function table(one: (a: number, b: number) => number): Uint8Array {
  const out = new Uint8Array(256)
  for (let a = 1; a < 16; a++)
    for (let b = 1; b < 16; b++)
      for (const x of OUTCOMES) for (const y of OUTCOMES) if (a & x && b & y) out[(a << 4) | b]! |= one(x, y)
  return out
}
const AND = table(and1)
const OR = table(or1)

export const and = (a: Truth, b: Truth): Truth => AND[(a << 4) | b]!
export const or = (a: Truth, b: Truth): Truth => OR[(a << 4) | b]!
export const not = (a: Truth): Truth => (a & ~(TRUE | FALSE)) | (a & TRUE ? FALSE : 0) | (a & FALSE ? TRUE : 0)
