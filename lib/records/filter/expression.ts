/** Names from the record's root to a value, decoded: `a.b` is ["a", "b"], `"a.b"` is ["a.b"]. Arrays are not entered. */
export type Path = readonly string[]

/** A value that is written in a filter. Numbers stay as text: JSON numbers of any length, compared exactly. */
export type Literal =
  | { kind: 'string'; value: string }
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; value: boolean }
  /** RFC 3339 date-time, as written. */
  | { kind: 'timestamp'; text: string }
  /** RFC 3339 full-date. */
  | { kind: 'date'; text: string }

export type Property = { kind: 'property'; path: Path }

/** Text, compared without regard to case. */
export type CaseInsensitive = { kind: 'casei'; of: Property | (Literal & { kind: 'string' }) | CaseInsensitive }

export type Scalar = Property | Literal | CaseInsensitive

/** An end of an interval; `null` is unbounded (".."). */
export type Bound = Property | (Literal & { kind: 'timestamp' | 'date' }) | null
export type Temporal =
  | Property
  | (Literal & { kind: 'timestamp' | 'date' })
  | { kind: 'interval'; start: Bound; end: Bound }

export const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** OGC 21-065 §7.8: relations of instants and intervals (Allen's, with their names there, in lower case). */
export const TEMPORAL = [
  't_after',
  't_before',
  't_contains',
  't_disjoint',
  't_during',
  't_equals',
  't_finishedby',
  't_finishes',
  't_intersects',
  't_meets',
  't_metby',
  't_overlappedby',
  't_overlaps',
  't_startedby',
  't_starts',
] as const
export type TemporalRelation = (typeof TEMPORAL)[number]

/** OGC 21-065 §7.9: relations of arrays as sets. */
export const ARRAYS = ['a_containedby', 'a_contains', 'a_equals', 'a_overlaps'] as const
export type ArrayRelation = (typeof ARRAYS)[number]
export type ArrayOperand = Property | { kind: 'array'; items: readonly Literal[] }

/**
 * A filter (OGC 21-065, CQL2) as it is understood here: one shape for text and JSON. `and` and `or` have two or more
 * members, none of which is of the same kind; NOT BETWEEN, NOT IN, NOT LIKE and IS NOT NULL are a `not` around the other.
 */
export type Expression =
  | { kind: 'and'; of: readonly Expression[] }
  | { kind: 'or'; of: readonly Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'constant'; value: boolean }
  | { kind: 'compare'; op: Comparison; left: Scalar; right: Scalar }
  | { kind: 'between'; value: Scalar; low: Scalar; high: Scalar }
  | { kind: 'in'; value: Scalar; items: readonly Scalar[] }
  /** `%` any text, `_` one character (code point), `\` takes the meaning from what follows. */
  | { kind: 'like'; value: Property | CaseInsensitive; pattern: (Literal & { kind: 'string' }) | CaseInsensitive }
  | { kind: 'isNull'; value: Property }
  | { kind: 'temporal'; op: TemporalRelation; left: Temporal; right: Temporal }
  | { kind: 'array'; op: ArrayRelation; left: ArrayOperand; right: ArrayOperand }
