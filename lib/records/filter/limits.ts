import type { Expression } from './expression'
import { FilterError, type Place } from './filter-error'
import { filterToText } from './to-text'
import { type Part, partsOf } from './walk'

/** Characters of a filter as text: what fits into a URL, and a page of conditions. Bounds the work before the rest does. */
export const MAX_TEXT = 8_192
/** As JSON the same filter is less than seven times as long; the rest is room for white space. */
export const MAX_JSON = 8 * MAX_TEXT
/** Levels from the filter down to a value: parsing and evaluating recurse, and stacks of workers are short. */
export const MAX_DEPTH = 64
/** Conditions and values in all: each is looked at for each record. */
export const MAX_NODES = 1_000
/** Members of one IN: longer lists are a join, which a filter is not for. */
export const MAX_IN = 500

const LIMITS = new Intl.NumberFormat('en')
export const exceeds = (what: string, most: number): string => `${what}: at most ${LIMITS.format(most)} are allowed`

/**
 * The filter, if it is within the limits. They hold for its normal form, so that a filter that was accepted as text can
 * always be sent again as JSON, and the other way round.
 */
export function withinLimits(filter: Expression, place: Place): Expression {
  let nodes = 0
  const visit = (part: Part, depth: number): void => {
    if (depth > MAX_DEPTH) throw new FilterError(exceeds('too many levels of nesting', MAX_DEPTH), place)
    if (++nodes > MAX_NODES) throw new FilterError(exceeds('too many conditions and values', MAX_NODES), place)
    for (const inner of partsOf(part)) visit(inner, depth + 1)
  }
  visit(filter, 1)
  if (filterToText(filter).length > MAX_TEXT)
    throw new FilterError(exceeds('the filter is too long in its normal form; characters', MAX_TEXT), place)
  return filter
}
