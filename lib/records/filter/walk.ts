import type { ArrayOperand, Expression, Scalar, Temporal } from './expression'

/** A filter, or any part of one. */
export type Part = Expression | Scalar | Temporal | ArrayOperand

/** What a part directly consists of. */
export function partsOf(part: Part): readonly Part[] {
  switch (part.kind) {
    case 'and':
    case 'or':
      return part.of
    case 'not':
    case 'casei':
      return [part.of]
    case 'compare':
    case 'temporal':
      return [part.left, part.right]
    case 'between':
      return [part.value, part.low, part.high]
    case 'in':
      return [part.value, ...part.items]
    case 'like':
      return [part.value, part.pattern]
    case 'isNull':
      return [part.value]
    case 'interval':
      return [part.start, part.end].filter((bound) => bound !== null)
    case 'array':
      return 'items' in part ? part.items : [part.left, part.right]
    default:
      return []
  }
}
