import { expect, test } from 'vitest'
import { ARRAYS, type ArrayOperand, type Literal } from '@/lib/records/filter/expression'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { compileFilter } from './compile-filter'
import { b, d, letters, n, p, s, ts } from './test-expression'

const list = (...items: Literal[]): ArrayOperand => ({ kind: 'array', items })
const x = s('x')
const y = s('y')

/** By relation: contained by, contains, equals, overlaps. */
test.each<[string, ArrayOperand, string]>([
  ['["x","y"]', list(x), 'FTFT'],
  ['["x"]', list(x, y), 'TFFT'],
  ['[ "y" ,"\\u0078", "y"]', list(x, y), 'TTTT'],
  ['["x"]', list(y), 'FFFF'],
  ['[]', list(x), 'TFFF'],
  ['["x"]', list(), 'FTFF'],
  ['[]', list(), 'TTTF'],
  ['[1.0,"1",true]', list(n('1')), 'FTFT'],
  ['[10e-1]', list(n('1')), 'TTTT'],
  ['[9007199254740993]', list(n('9007199254740992')), 'FFFF'],
  ['[true]', list(b(true)), 'TTTT'],
  ['["true"]', list(b(true)), 'FFFF'],
  ['["x",["x"],{"x":"]"},null]', list(x), 'FTFT'],
  ['["x","\\ud800"]', list(x, s('\ud800')), 'FFFT'],
  ['["2024-01-01T01:00:00+01:00"]', list(ts('2024-01-01T00:00:00Z')), 'TTTT'],
  ['["2024-01-01"]', list(d('2024-01-01')), 'TTTT'],
  ['["2024-01-01"]', list(s('2024-01-01'), ts('2024-01-01T00:00:00Z')), 'TTTT'],
  ['["a, ]\\"b",{"c":[1]}, 2 ]', list(n('2')), 'FTFT'],
  ['["x"]', p('b'), 'TFFT'],
  ['null', list(x), 'NNNN'],
  ['"x"', list(x), 'OOOO'],
  ['{}', list(x), 'OOOO'],
  ['[null]', p('c'), 'FFFF'],
  ['["x"]', p('missing'), 'NNNN'],
])('%s and %j: %s', (value, right, expected) => {
  const bytes = Buffer.from(`{"a":${value},"b":["x","z"],"c":[null]}`)
  const run = (left: ArrayOperand, op: (typeof ARRAYS)[number], other: ArrayOperand) =>
    letters(
      compileFilter({ kind: 'array', op, left, right: other }, { format: 'ndjson', columns: null }, NOTHING_WITHHELD)(
        bytes,
        0,
        bytes.length,
        0,
      ),
    )
  expect(ARRAYS.map((op) => run(p('a'), op, right)).join('')).toBe(expected)
  const [by, contains, equals, overlaps] = ARRAYS.map((op) => run(right, op, p('a')))
  expect([contains, by, equals, overlaps].join('')).toBe(expected)
})
