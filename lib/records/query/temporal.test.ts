import { expect, test } from 'vitest'
import { type Bound, type Expression, TEMPORAL, type Temporal } from '@/lib/records/filter/expression'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { compileFilter } from './compile-filter'
import { d, interval, letters, p, ts } from './test-expression'

function says(filter: Expression, text = '{}'): string {
  const bytes = Buffer.from(text)
  return letters(
    compileFilter(filter, { format: 'ndjson', columns: null }, NOTHING_WITHHELD)(bytes, 0, bytes.length, 0),
  )
}

/** The relations that hold, without T_, sorted. */
const holding = (left: Temporal, right: Temporal, text?: string) =>
  TEMPORAL.filter((op) => says({ kind: 'temporal', op, left, right }, text) === 'T')
    .map((op) => op.slice(2))
    .sort()
    .join(' ')

const at = (second: number) => ts(`2024-01-01T00:00:0${second}Z`)
const span = (start: number, end: number) => interval(at(start), at(end))

/** The right side is 3 to 6; each row is one of Allen's relations, or the same where an instant touches. */
test.each<[Temporal, string]>([
  [span(0, 2), 'before disjoint'],
  [span(1, 3), 'intersects meets'],
  [span(1, 4), 'intersects overlaps'],
  [span(1, 6), 'finishedby intersects'],
  [span(1, 8), 'contains intersects'],
  [span(3, 4), 'intersects starts'],
  [span(3, 6), 'equals intersects'],
  [span(3, 8), 'intersects startedby'],
  [span(4, 5), 'during intersects'],
  [span(4, 6), 'finishes intersects'],
  [span(4, 8), 'intersects overlappedby'],
  [span(6, 8), 'intersects metby'],
  [span(7, 8), 'after disjoint'],
  [at(2), 'before disjoint'],
  [at(3), 'intersects meets starts'],
  [at(4), 'during intersects'],
  [at(6), 'finishes intersects metby'],
  [at(7), 'after disjoint'],
  [interval(null, at(2)), 'before disjoint'],
  [interval(null, at(4)), 'intersects overlaps'],
  [interval(null, null), 'contains intersects'],
  [interval(at(3), null), 'intersects startedby'],
  [interval(at(7), null), 'after disjoint'],
])('%j and 3 to 6: %s', (left, relations) => {
  expect(holding(left, span(3, 6))).toBe(relations)
})

test('an instant and itself; ends that have no bound', () => {
  expect(holding(at(3), at(3))).toBe('equals intersects meets metby')
  expect(holding(interval(null, at(3)), interval(null, at(3)))).toBe('equals intersects')
  expect(holding(interval(null, at(3)), interval(null, at(5)))).toBe('intersects starts')
  expect(holding(interval(null, null), interval(null, null))).toBe('equals intersects')
})

test('a date that is written in the filter is its whole day, leap second and all', () => {
  const day = (text: string, date = d('2016-12-31')) => holding(p('t'), date, `{"t":"${text}"}`)
  expect(day('2016-12-30T23:59:59.999Z')).toBe('before disjoint')
  expect(day('2016-12-31T00:00:00Z')).toBe('intersects meets starts')
  expect(day('2016-12-31')).toBe('intersects meets starts')
  expect(day('2016-12-31T23:59:59.999999Z')).toBe('during intersects')
  expect(day('2016-12-31T23:59:60.999999Z')).toBe('during intersects')
  expect(day('2017-01-01T00:00:00Z')).toBe('after disjoint')
  expect(day('2017-01-01T00:30:00+01:00')).toBe('during intersects')
  const days = interval(d('2016-12-30'), d('2016-12-31'))
  expect(holding(p('t'), days, '{"t":"2016-12-31T23:59:60Z"}')).toBe('during intersects')
  expect(holding(d('2016-12-31'), days)).toBe('finishes intersects')
})

test.each<[Bound, Bound, string, string]>([
  [p('a'), p('b'), '{"a":"2024-01-01","b":"2024-01-02"}', 'T'],
  [p('a'), p('b'), '{"a":"2024-01-02","b":"2024-01-01"}', 'O'],
  [p('a'), p('b'), '{"a":"2024-01-02"}', 'N'],
  [p('a'), p('b'), '{"a":"2024-01-02","b":null}', 'N'],
  [p('a'), p('b'), '{"a":7,"b":null}', 'N'],
  [p('a'), p('b'), '{"a":"2024-01-01","b":"then"}', 'O'],
  [p('a'), null, '{"a":"2024-01-01"}', 'T'],
  [p('a'), null, '{"a":[]}', 'O'],
  [p('a'), null, '{"a":"2024-01-01","a":"2024-01-01"}', 'TFN'],
])('an interval from %j to %j of %s', (start, end, text, expected) => {
  const right = interval(null, null)
  expect(says({ kind: 'temporal', op: 't_intersects', left: interval(start, end), right }, text)).toBe(expected)
})
