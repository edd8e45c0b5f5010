import type { Bound, Expression, Property, Temporal, TemporalRelation } from '@/lib/records/filter/expression'
import { FALSE, ODD, TRUE, type Truth, WITHHELD } from '@/lib/records/filter/truth'
import { compareInstants, endOfDay, type Instant, parseInstant } from '@/lib/records/instant'
import { STRING } from '@/lib/records/json-bytes'
import type { Test } from './compare'
import { literalInstant, type Scope, unusable } from './operand'

/** Both ends belong to it (OGC 21-065 §7.8). */
type Span = { start: Instant; end: Instant }
/** What a side is in the record at hand; the truth of the predicate where it is no time. */
type Side = () => Span | Truth
type End = () => Instant | Truth

const EVER_BEFORE: Instant = { tick: -Number.MAX_VALUE, fraction: '' }
const EVER_AFTER: Instant = { tick: Number.MAX_VALUE, fraction: '' }

/** How the four ends lie: start to start, end to end, start to the other's end, end to the other's start. */
type Relation = (ss: number, ee: number, se: number, es: number) => boolean

/**
 * The definitions of OWL-Time that OGC 21-065 §7.8 refers to, an instant being the interval of itself alone. DISJOINT
 * is before or after, INTERSECTS is not that.
 */
export const RELATION: Record<TemporalRelation, Relation> = {
  t_after: (_ss, _ee, se) => se > 0,
  t_before: (_ss, _ee, _se, es) => es < 0,
  t_contains: (ss, ee) => ss < 0 && ee > 0,
  t_disjoint: (_ss, _ee, se, es) => se > 0 || es < 0,
  t_during: (ss, ee) => ss > 0 && ee < 0,
  t_equals: (ss, ee) => ss === 0 && ee === 0,
  t_finishedby: (ss, ee) => ss < 0 && ee === 0,
  t_finishes: (ss, ee) => ss > 0 && ee === 0,
  t_intersects: (_ss, _ee, se, es) => se <= 0 && es >= 0,
  t_meets: (_ss, _ee, _se, es) => es === 0,
  t_metby: (_ss, _ee, se) => se === 0,
  t_overlappedby: (ss, ee, se) => ss > 0 && se < 0 && ee > 0,
  t_overlaps: (ss, ee, _se, es) => ss < 0 && es > 0 && ee < 0,
  t_startedby: (ss, ee) => ss === 0 && ee > 0,
  t_starts: (ss, ee) => ss === 0 && ee < 0,
}

export function temporal(e: Expression & { kind: 'temporal' }, scope: Scope): Test {
  const left = side(e.left, scope)
  const right = side(e.right, scope)
  const holds = RELATION[e.op]
  return () => {
    const a = left()
    const b = right()
    if (typeof a === 'number' || typeof b === 'number') return neither(a, b)
    const order = holds(
      compareInstants(a.start, b.start),
      compareInstants(a.end, b.end),
      compareInstants(a.start, b.end),
      compareInstants(a.end, b.start),
    )
    return order ? TRUE : FALSE
  }
}

function side(t: Temporal, scope: Scope): Side {
  if (t.kind !== 'interval') {
    const start = end(t, 'start', scope)
    // A literal date is the whole day; every other instant ends where it starts.
    return t.kind === 'date' ? spanning(start, end(t, 'end', scope)) : spanning(start, null)
  }
  return spanning(end(t.start, 'start', scope), end(t.end, 'end', scope))
}

function spanning(start: End, end: End | null): Side {
  return () => {
    const a = start()
    const b = end === null ? a : end()
    if (typeof a === 'number' || typeof b === 'number') return neither(a, b)
    return compareInstants(a, b) > 0 ? ODD : { start: a, end: b }
  }
}

function end(bound: Bound, which: 'start' | 'end', scope: Scope): End {
  if (bound?.kind === 'property') {
    const { values } = scope
    const slot = scope.slot(bound.path)
    return () => {
      const kind = values.kinds[slot]!
      return kind === STRING ? (parseInstant(values.text(slot) ?? '') ?? ODD) : unusable(kind)
    }
  }
  const instant = writtenEnd(bound, which)
  return () => instant ?? ODD
}

/** The end that a filter itself says; null for a time that there is not. */
export function writtenEnd(bound: Exclude<Bound, Property>, which: 'start' | 'end'): Instant | null {
  if (bound === null) return which === 'start' ? EVER_BEFORE : EVER_AFTER
  const instant = literalInstant(bound)
  return instant !== null && bound.kind === 'date' && which === 'end' ? endOfDay(instant) : instant
}

/** Of two, one of which at least is no time: what is withheld could be any, and NULL is NULL with all else. */
function neither(a: unknown, b: unknown): Truth {
  const truths = [a, b].filter((x) => typeof x === 'number')
  return truths.includes(WITHHELD) ? WITHHELD : Math.min(...truths)
}
