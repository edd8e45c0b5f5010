import type { Scalar, Temporal } from './expression'
import type { Place } from './filter-error'

/** What stands where a value is expected, before the predicate that it stands in has said what may. */
export type Operand = {
  value: Scalar | Temporal | { kind: 'null' } | { kind: 'list'; items: readonly Operand[] }
  place: Place
}
