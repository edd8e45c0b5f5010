import type { Comparison } from '@/lib/records/filter/expression'
import { FALSE, TRUE, type Truth } from '@/lib/records/filter/truth'

/** How the values of a block may compare with a literal, as a set of bits. */
export const LESS = 1
export const EQUAL = 2
export const GREATER = 4
export type Orders = number
export const ANY_ORDER: Orders = LESS | EQUAL | GREATER

/**
 * Of values that lie between two bounds, by how the bounds compare with the literal. Both are outward: no value is below
 * the lower or above the upper one.
 */
export const ordersBetween = (low: number, high: number): Orders =>
  (low < 0 ? LESS : 0) | (low <= 0 && high >= 0 ? EQUAL : 0) | (high > 0 ? GREATER : 0)

const HOLDS: Record<Comparison, Orders> = {
  '=': EQUAL,
  '<>': LESS | GREATER,
  '<': LESS,
  '<=': LESS | EQUAL,
  '>': GREATER,
  '>=': EQUAL | GREATER,
}

export const truthOf = (op: Comparison, orders: Orders): Truth =>
  (orders & HOLDS[op] ? TRUE : 0) | (orders & ~HOLDS[op] ? FALSE : 0)
