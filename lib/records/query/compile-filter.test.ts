import { expect, test } from 'vitest'
import type { Comparison, Expression } from '@/lib/records/filter/expression'
import type { Shape } from '@/lib/records/shape'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { compileFilter } from './compile-filter'
import { and, b, between, ci, cmp, d, isNull, letters, like, n, not, oneOf, or, p, s, ts } from './test-expression'

const JSON_LINES: Shape = { format: 'ndjson', columns: null }

/** What a filter says of a record that lies between others. */
function says(filter: Expression | null, text: string | Buffer, shape = JSON_LINES, record = 0): string {
  const inner = Buffer.from(text)
  const bytes = Buffer.concat([Buffer.from('{"a":1'), inner, Buffer.from('2}"')])
  return letters(compileFilter(filter, shape, NOTHING_WITHHELD)(bytes, 6, 6 + inner.length, record))
}

const a = p('a')
const OPERATORS: Comparison[] = ['=', '<>', '<', '<=', '>', '>=']
/** Of a value that is less, equal or greater, by operator. */
const ORDERED: Record<string, string> = { less: 'FTTTFF', equal: 'TFFTFT', greater: 'FTFFTT' }

test.each<[string, string, Expression & { kind: 'compare' }]>([
  ['less', '"a"', cmp(a, '=', s('b'))],
  ['equal', '"b"', cmp(a, '=', s('b'))],
  ['greater', '"ba"', cmp(a, '=', s('b'))],
  ['equal', '"\\u0063ritical"', cmp(a, '=', s('critical'))],
  ['equal', '"x\\"y"', cmp(a, '=', s('x"y'))],
  ['less', '"\\uffff"', cmp(a, '=', s('\ud800\udc00'))],
  ['less', '"\uffff"', cmp(a, '=', s('\ud800\udc00'))],
  ['greater', '"\u00e9"', cmp(a, '=', s('e\u0301'))],
  ['equal', '""', cmp(a, '=', s(''))],
  ['less', '-2', cmp(a, '=', n('-1'))],
  ['equal', '-0', cmp(a, '=', n('0.0'))],
  ['equal', '1.0', cmp(a, '=', n('1e0'))],
  ['equal', '1E2', cmp(a, '=', n('100'))],
  ['greater', '9007199254740993', cmp(a, '=', n('9007199254740992'))],
  ['equal', '9007199254740993.0', cmp(a, '=', n('9007199254740993'))],
  ['less', '0.3', cmp(a, '=', n('0.30000000000000004'))],
  ['equal', '0.1', cmp(a, '=', n('0.10000000000000000000'))],
  ['greater', '1e999999999', cmp(a, '=', n('1e400'))],
  ['equal', '"2024-01-01T01:00:00+01:00"', cmp(a, '=', ts('2024-01-01T00:00:00Z'))],
  ['less', '"2024-01-01T00:00:00.000000000001Z"', cmp(a, '=', ts('2024-01-01T00:00:00.00000000001Z'))],
  ['greater', '"2016-12-31T23:59:60Z"', cmp(a, '=', ts('2016-12-31T23:59:59.999999Z'))],
  ['less', '"2016-12-31T23:59:60.9Z"', cmp(a, '=', ts('2017-01-01T00:00:00Z'))],
  ['equal', '"2024-01-01"', cmp(a, '=', d('2024-01-01'))],
  ['equal', '"2024-01-01"', cmp(a, '=', ts('2024-01-01T00:00:00Z'))],
  ['greater', '"2024-01-01T00:00:01Z"', cmp(a, '=', d('2024-01-01'))],
  ['equal', '"STRASSE"', cmp(ci(a), '=', ci(s('straße')))],
  ['equal', '"\\u0042"', cmp(ci(a), '=', s('b'))],
])('%s: %s, in %j', (order, value, comparison) => {
  const flipped: Record<string, string> = { less: 'greater', greater: 'less', equal: 'equal' }
  const text = `{"a":${value}}`
  expect(OPERATORS.map((op) => says({ ...comparison, op }, text)).join('')).toBe(ORDERED[order])
  const { left, right } = comparison
  expect(OPERATORS.map((op) => says(cmp(right, op, left), text)).join('')).toBe(ORDERED[flipped[order]!])
})

test.each<[string, Expression, string]>([
  // Missing and null, which are NULL with everything.
  ['{}', cmp(a, '=', s('x')), 'N'],
  ['{"a":null}', cmp(a, '<', n('1')), 'N'],
  ['{"a":null}', cmp(a, '=', p('a')), 'N'],
  ['{"a":{}}', cmp(p('a', 'b'), '=', n('1')), 'N'],
  ['{"a":[{"b":1}]}', cmp(p('a', 'b'), '=', n('1')), 'N'],
  ['"a"', cmp(a, '=', s('a')), 'N'],
  ['{}', cmp(a, '=', ts('2024-01-01T00:00:00Z')), 'N'],
  ['{"b":[]}', cmp(a, '=', p('b')), 'N'],
  // What has no comparison.
  ['{"a":1}', cmp(a, '=', s('1')), 'O'],
  ['{"a":"1"}', cmp(a, '=', n('1')), 'O'],
  ['{"a":true}', cmp(a, '=', s('true')), 'O'],
  ['{"a":[1]}', cmp(a, '=', n('1')), 'O'],
  ['{"a":{}}', cmp(a, '<>', n('1')), 'O'],
  ['{"a":{}}', cmp(a, '=', a), 'O'],
  ['{"a":1}', cmp(ci(a), '=', s('1')), 'O'],
  ['{"a":1}', cmp(a, '>', ts('2024-01-01T00:00:00Z')), 'O'],
  ['{"a":"yesterday"}', cmp(a, '>', ts('2024-01-01T00:00:00Z')), 'O'],
  ['{"a":"2024-02-30"}', cmp(a, '>', d('2024-01-01')), 'O'],
  ['{"a":"\\ud800"}', cmp(a, '=', s('\ufffd')), 'O'],
  ['{"a":"\\ud800"}', cmp(a, '=', s('\ud800')), 'O'],
  ['{"a":"\\ud83d\\ude00"}', cmp(a, '=', s('\ud83d\ude00')), 'T'],
  // Booleans.
  ['{"a":true}', cmp(a, '=', b(true)), 'T'],
  ['{"a":false}', cmp(a, '=', b(true)), 'F'],
  ['{"a":false}', cmp(b(true), '<>', a), 'T'],
  ['{"a":false,"b":false}', cmp(a, '=', p('b')), 'T'],
  ['{"a":false,"b":true}', cmp(a, '<', p('b')), 'O'],
  // Properties with one another, and literals.
  ['{"a":1,"b":1.0}', cmp(a, '=', p('b')), 'T'],
  ['{"a":"x","b":"\\u0078"}', cmp(a, '=', p('b')), 'T'],
  ['{"a":"x","b":1}', cmp(a, '=', p('b')), 'O'],
  ['{}', cmp(n('1'), '<', n('2')), 'T'],
  ['{}', cmp(ts('2024-01-01T00:00:00Z'), '=', d('2024-01-01')), 'T'],
  ['{"a":{"b":{"c":7}}}', cmp(p('a', 'b', 'c'), '=', n('7')), 'T'],
  ['{"a.b":7}', cmp(p('a.b'), '=', n('7')), 'T'],
  ['{"a\t":0,"\\u0061" \t: 7}', cmp(a, '=', n('7')), 'T'],
  // BETWEEN.
  ['{"a":2}', between(a, n('1'), n('2.0')), 'T'],
  ['{"a":3}', between(a, n('1'), n('2')), 'F'],
  ['{"a":"m"}', between(a, s('a'), s('z')), 'T'],
  ['{"a":null}', between(a, n('1'), n('2')), 'N'],
  ['{"a":"1"}', between(a, n('1'), n('2')), 'O'],
  ['{"a":1,"b":2}', between(a, p('b'), p('c')), 'F'],
  ['{"a":1,"b":0}', between(a, p('b'), p('c')), 'N'],
  ['{"a":"2024-01-01T12:00:00Z"}', between(a, d('2024-01-01'), d('2024-01-02')), 'T'],
  // IN.
  ['{"a":"b"}', oneOf(a, s('a'), s('b')), 'T'],
  ['{"a":"\\u0062"}', oneOf(a, s('a'), s('b')), 'T'],
  ['{"a":"c"}', oneOf(a, s('a'), s('b')), 'F'],
  ['{"a":10e-1}', oneOf(a, n('1'), n('2')), 'T'],
  ['{"a":"c"}', oneOf(a, s('a'), n('2')), 'O'],
  ['{"a":2}', oneOf(a, s('a'), n('2')), 'T'],
  ['{"a":null}', oneOf(a, s('a'), n('2')), 'N'],
  ['{"a":"c","b":null}', oneOf(a, s('a'), p('b')), 'N'],
  ['{"a":"c","b":"c"}', oneOf(a, s('a'), p('b')), 'T'],
  ['{"a":true}', oneOf(a, b(true)), 'T'],
  ['{"a":"2024-01-01"}', oneOf(a, ts('2024-01-01T00:00:00Z')), 'T'],
  ['{"a":"ABC"}', oneOf(ci(a), ci(s('Abc'))), 'T'],
  ['{"a":"\\udc00"}', oneOf(a, s('a')), 'O'],
  // LIKE.
  ['{"a":"critical"}', like(a, 'crit%'), 'T'],
  ['{"a":"\\u0063ritical"}', like(a, 'crit%'), 'T'],
  ['{"a":"critical"}', like(a, 'Crit%'), 'F'],
  ['{"a":"CRITICAL"}', like(ci(a), ci(s('crit%'))), 'T'],
  ['{"a":"\\ud83d\\ude00"}', like(a, '_'), 'T'],
  ['{"a":"100%"}', like(a, '100\\%'), 'T'],
  ['{"a":"1000"}', like(a, '100\\%'), 'F'],
  ['{"a":null}', like(a, '%'), 'N'],
  ['{}', like(a, '%'), 'N'],
  ['{"a":1}', like(a, '%'), 'O'],
  ['{"a":"\\ud800"}', like(a, '%'), 'O'],
  ['{"a":"xyz","b":"Y"}', like(ci(a), ci(p('b'))), 'F'],
  ['{"a":"xyz","b":"X_Z"}', like(ci(a), ci(p('b'))), 'T'],
  // IS NULL.
  ['{}', isNull('a'), 'T'],
  ['{"a":null}', isNull('a'), 'T'],
  ['{"a":{"b":null}}', isNull('a', 'b'), 'T'],
  ['{"a":{"b":null}}', isNull('a'), 'F'],
  ['{"a":0}', isNull('a'), 'F'],
  ['7', isNull('a'), 'T'],
  // Connectives and constants.
  ['{"a":1}', and(cmp(a, '=', n('1')), not(isNull('a'))), 'T'],
  ['{"a":1}', and(cmp(a, '=', s('1')), cmp(a, '=', n('2'))), 'F'],
  ['{"a":1}', and(cmp(a, '=', n('2')), cmp(a, '=', s('1'))), 'F'],
  ['{"a":1}', or(cmp(a, '=', s('1')), cmp(a, '=', n('1'))), 'T'],
  ['{"a":1}', or(cmp(a, '=', s('1')), isNull('a')), 'O'],
  ['{}', not(cmp(a, '=', n('1'))), 'N'],
  ['{}', { kind: 'constant', value: true }, 'T'],
  ['{}', { kind: 'constant', value: false }, 'F'],
  // A name that occurs twice: which is meant cannot be said.
  ['{"a":1,"a":1}', cmp(a, '=', n('1')), 'TFN'],
  ['{"a":1,"\\u0061":1}', isNull('a'), 'TF'],
  ['{"a":{"b":1},"a":{"c":1}}', cmp(p('a', 'b'), '=', n('1')), 'TFN'],
  ['{"x":{"a":1},"a":1,"x":1}', cmp(a, '=', n('1')), 'T'],
])('%s, %j: %s', (record, filter, expected) => {
  expect(says(filter, record)).toBe(expected)
})

test('no filter is true of every record', () => {
  expect(says(null, '{}')).toBe('T')
})

test('csv: a column is read as its type, and a row that is not UTF-8 compares with nothing', () => {
  const shape: Shape = {
    format: 'csv',
    columns: [
      { name: 't', type: 'text' },
      { name: 'n', type: 'number' },
      { name: 'b', type: 'boolean' },
    ],
  }
  const of = (row: string | Buffer, filter: Expression) => says(filter, row, shape)
  expect(of('"a ""x"", b",1.50,true', cmp(p('t'), '=', s('a "x", b')))).toBe('T')
  expect(of('1,1.50,true', cmp(p('t'), '=', s('1')))).toBe('T')
  expect(of('1,1.50,true', cmp(p('t'), '=', n('1')))).toBe('O')
  expect(of('1,1.50,true', cmp(p('n'), '=', n('1.5')))).toBe('T')
  expect(of('1,9007199254740993,true', cmp(p('n'), '>', n('9007199254740992')))).toBe('T')
  expect(of('1,1.50,true', cmp(p('b'), '=', b(true)))).toBe('T')
  expect(of('1,01,True', cmp(p('n'), '=', s('01')))).toBe('T')
  expect(of('1,01,True', cmp(p('b'), '=', s('True')))).toBe('T')
  expect(of('1, 1,True', cmp(p('n'), '=', n('1')))).toBe('O')
  expect(of(',,', and(isNull('n'), isNull('b'), not(isNull('t'))))).toBe('T')
  expect(of('x,1,true', isNull('other'))).toBe('T')
  expect(of('x,1,true', isNull('t', 'n'))).toBe('T')
  expect(of('2024-01-01T00:00:00Z,1,true', cmp(p('t'), '>=', d('2024-01-01')))).toBe('T')
  expect(of(Buffer.from([0xff, 0x2c, 0x31, 0x2c]), cmp(p('n'), '=', n('1')))).toBe('O')
  expect(of(Buffer.from([0xff, 0x2c, 0x31, 0x2c]), isNull('b'))).toBe('O')
})

test('lines: a text and a number, which a line that is not UTF-8 has too', () => {
  const shape: Shape = { format: 'lines', columns: null }
  expect(says(like(p('line'), '%"a"%'), 'the "a" line', shape)).toBe('T')
  expect(says(cmp(p('line_number'), '=', n('8')), 'x', shape, 7)).toBe('T')
  expect(says(cmp(p('line_number'), '<', n('8')), Buffer.from([0xff]), shape, 6)).toBe('T')
  expect(says(like(p('line'), '%'), Buffer.from([0xff]), shape)).toBe('O')
  expect(says(isNull('line'), Buffer.from([0xff]), shape)).toBe('O')
  expect(says(isNull('other'), '', shape)).toBe('T')
  expect(says(cmp(p('line'), '=', s('')), '', shape)).toBe('T')
  expect(says(cmp(p('line'), '=', s('\ufeffx')), '\ufeffx', shape)).toBe('T')
})
