import type {
  Bound,
  CaseInsensitive,
  Comparison,
  Expression,
  Literal,
  Property,
  Scalar,
  Temporal,
} from '@/lib/records/filter/expression'
import { FALSE, NULL, ODD, TRUE, type Truth } from '@/lib/records/filter/truth'

export const p = (...path: string[]): Property => ({ kind: 'property', path })
export const s = (value: string) => ({ kind: 'string', value }) as const
export const n = (text: string): Literal => ({ kind: 'number', text })
export const b = (value: boolean): Literal => ({ kind: 'boolean', value })
export const ts = (text: string) => ({ kind: 'timestamp', text }) as const
export const d = (text: string) => ({ kind: 'date', text }) as const
export const ci = (of: CaseInsensitive['of']): CaseInsensitive => ({ kind: 'casei', of })
export const interval = (start: Bound, end: Bound): Temporal => ({ kind: 'interval', start, end })

type Compare = Expression & { kind: 'compare' }
export const cmp = (left: Scalar, op: Comparison, right: Scalar): Compare => ({ kind: 'compare', op, left, right })
export const and = (...of: Expression[]): Expression => ({ kind: 'and', of })
export const or = (...of: Expression[]): Expression => ({ kind: 'or', of })
export const not = (of: Expression): Expression => ({ kind: 'not', of })
export const isNull = (...path: string[]): Expression => ({ kind: 'isNull', value: p(...path) })
export const oneOf = (value: Scalar, ...items: Scalar[]): Expression => ({ kind: 'in', value, items })
export const between = (value: Scalar, low: Scalar, high: Scalar): Expression => ({ kind: 'between', value, low, high })
export const like = (value: Property | CaseInsensitive, pattern: string | CaseInsensitive): Expression => ({
  kind: 'like',
  value,
  pattern: typeof pattern === 'string' ? s(pattern) : pattern,
})

/** A set of outcomes by their letters: T, F, N(ULL), O(DD). */
export const letters = (truth: Truth): string =>
  [TRUE, FALSE, NULL, ODD].map((bit, i) => (truth & bit ? 'TFNO'[i] : '')).join('')
