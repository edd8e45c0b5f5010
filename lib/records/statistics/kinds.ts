/** What may stand at a path of the records of a block, as bits. The first eight are those that are written down. */
export const NULLS = 1
export const TRUES = 2
export const FALSES = 4
export const NUMBERS = 8
export const TEXTS = 16
/** Strings with a lone surrogate. */
export const ODD_TEXTS = 32
export const ARRAYS = 64
export const OBJECTS = 128
/** The record has no such member. */
export const MISSING = 256
/** What this reader cannot see, or cannot tell which it is. */
export const UNSEEN = 512

/** Records that were not looked into: anything, or nothing that could be compared. */
export const UNREAD = 1024

export const ANY_KIND = 2047
export const NULLISH = NULLS | MISSING

/** As people know them, by the bits. */
const NAMES = [
  ['null', NULLS],
  ['boolean', TRUES | FALSES],
  ['number', NUMBERS],
  ['string', TEXTS | ODD_TEXTS],
  ['array', ARRAYS],
  ['object', OBJECTS],
] as const
export type KindName = (typeof NAMES)[number][0]

export const kindNames = (kinds: number): KindName[] => NAMES.filter(([, bits]) => kinds & bits).map(([name]) => name)
