import type { Bound, Expression, Property, Temporal } from '@/lib/records/filter/expression'
import { FALSE, ODD, TRUE, type Truth } from '@/lib/records/filter/truth'
import { compareInstants, type Instant } from '@/lib/records/instant'
import { RELATION, writtenEnd } from '@/lib/records/query/temporal'
import { type InstantRange, instantOrders } from './instant-bounds'
import { TEXTS } from './kinds'
import { EQUAL, GREATER, LESS, type Orders } from './orders'
import { anyOf, type BlockTest, settled, type Views } from './settled'

type Span = { start: Instant; end: Instant }

/** Looks into relations of a property, which is an instant, with a time that the filter says. */
export function temporal(e: Expression & { kind: 'temporal' }, views: Views): BlockTest {
  const isLeft = e.left.kind === 'property'
  const [property, other] = isLeft ? [e.left, e.right] : [e.right, e.left]
  const span = writtenSpan(other)
  if (property.kind !== 'property' || span === null) return anyOf(e, views)
  const view = views(property.path)
  const holds = RELATION[e.op]
  // Of the property to the start and to the end of the span.
  const says = isLeft
    ? (toStart: number, toEnd: number) => holds(toStart, toEnd, toEnd, toStart)
    : (toStart: number, toEnd: number) => holds(-toStart, -toEnd, -toStart, -toEnd)
  return (block) => {
    const facts = view(block)
    if ((facts.kinds & TEXTS) === 0) return settled(facts.kinds, TEXTS)
    return settled(facts.kinds, TEXTS) | (facts.instants ? outcomes(facts.instants, span, says) : TRUE | FALSE | ODD)
  }
}

function outcomes(range: InstantRange, span: Span, says: (toStart: number, toEnd: number) => boolean): Truth {
  const isInstant = compareInstants(span.start, span.end) === 0
  let truth: Truth = 0
  // Nothing lies before the start and not before the end.
  for (const toStart of signs(instantOrders(range, span.start)))
    for (const toEnd of signs(instantOrders(range, span.end)))
      if (isInstant ? toEnd === toStart : toEnd <= toStart) truth |= says(toStart, toEnd) ? TRUE : FALSE
  return truth
}

const signs = (orders: Orders): number[] =>
  [orders & LESS ? -1 : null, orders & EQUAL ? 0 : null, orders & GREATER ? 1 : null].filter((s) => s !== null)

/** Null where a property says an end, or there is no such time. */
function writtenSpan(t: Temporal): Span | null {
  const [first, last] = t.kind === 'interval' ? [t.start, t.end] : [t, t]
  if (isProperty(first) || isProperty(last)) return null
  const start = writtenEnd(first, 'start')
  const end = writtenEnd(last, 'end')
  return start === null || end === null || compareInstants(start, end) > 0 ? null : { start, end }
}

const isProperty = (bound: Bound): bound is Property => bound?.kind === 'property'
