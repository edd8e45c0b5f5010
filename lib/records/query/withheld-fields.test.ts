import { expect, test } from 'vitest'
import type { Expression } from '@/lib/records/filter/expression'
import { isIndeterminate } from '@/lib/records/filter/truth'
import type { OmittedField, Withheld } from '@/lib/records/withheld'
import { compileFilter } from './compile-filter'
import { and, between, cmp, interval, isNull, letters, like, n, not, oneOf, or, p, s, ts } from './test-expression'

const masking = (...names: string[]): Withheld => ({ mask: new Set(names), omitted: [] })
const omitting = (o: Partial<OmittedField>): Withheld => ({
  mask: new Set(),
  omitted: [{ path: ['a', 'b'], redacted: false, records: null, ...o }],
})

function says(filter: Expression, text: string, withheld: Withheld, record = 0): string {
  const bytes = Buffer.from(text)
  return letters(compileFilter(filter, { format: 'ndjson', columns: null }, withheld)(bytes, 0, bytes.length, record))
}

const severe = cmp(p('severity'), '=', s('critical'))
const token = cmp(p('token'), '=', s('x'))

test('a masked field leaves undecided what it decides, and nothing else', () => {
  const mask = masking('token')
  const filter = and(severe, token)
  expect(says(filter, '{"severity":"low","token":"x"}', mask)).toBe('F')
  expect(says(filter, '{"severity":"critical","token":"x"}', mask)).toBe('TFN')
  expect(says(filter, '{"severity":"critical","token":"y"}', mask)).toBe('TFN')
  expect(says(filter, '{"severity":"critical"}', mask)).toBe('TFN')
  expect(says(and(token, severe), '{"severity":"low"}', mask)).toBe('F')
  expect(says(or(severe, token), '{"severity":"critical"}', mask)).toBe('T')
  expect(says(or(severe, token), '{"severity":"low"}', mask)).toBe('TFN')
  expect(says(not(filter), '{"severity":"critical"}', mask)).toBe('TFN')
  expect(says(not(filter), '{"severity":"low"}', mask)).toBe('T')
})

test('no predicate tells what a masked field is, whatever it is', () => {
  const field = p('token')
  const predicates: Expression[] = [
    token,
    cmp(s('x'), '<', field),
    cmp(field, '=', field),
    cmp(field, '=', p('other')),
    cmp({ kind: 'casei', of: field }, '=', s('x')),
    between(field, n('1'), n('2')),
    oneOf(field, s('x'), n('1')),
    oneOf(field),
    like(field, '%'),
    { kind: 'temporal', op: 't_after', left: field, right: ts('2024-01-01T00:00:00Z') },
    { kind: 'temporal', op: 't_after', left: interval(null, field), right: ts('2024-01-01T00:00:00Z') },
    { kind: 'array', op: 'a_contains', left: field, right: { kind: 'array', items: [] } },
  ]
  const values = ['"x"', '1', 'true', 'null', '[]', '{"x":1}', '"\\ud800"', '"2024-01-01"']
  for (const predicate of predicates) {
    const records = ['{}', '{"token":1,"token":2}', ...values.map((v) => `{"token":${v},"other":1}`)]
    const outcomes = new Set(records.map((r) => says(predicate, r, masking('token'))))
    expect(outcomes, JSON.stringify(predicate)).toEqual(
      new Set([predicate.kind === 'in' && !predicate.items.length ? 'F' : 'TFN']),
    )
  }
  expect(says(isNull('token'), '{}', masking('token'))).toBe('TF')
  expect(says(isNull('token'), '{"token":1}', masking('token'))).toBe('TF')
})

test('a mask hides every path through its name', () => {
  const deep = cmp(p('a', 'token', 'b'), '=', n('1'))
  expect(says(deep, '{"a":{"token":{"b":1}}}', masking('token'))).toBe('TFN')
  expect(says(cmp(p('token', 'b'), '=', n('1')), '{}', masking('token'))).toBe('TFN')
})

test('a field omitted at capture is unknown where it is missing; one that was redacted, everywhere', () => {
  const filter = cmp(p('a', 'b'), '=', n('1'))
  expect(says(filter, '{"a":{"b":1}}', omitting({}))).toBe('T')
  expect(says(filter, '{"a":{}}', omitting({}))).toBe('TFN')
  expect(says(filter, '{"a":{"b":null}}', omitting({}))).toBe('N')
  expect(says(filter, '{"a":{"b":1}}', omitting({ redacted: true }))).toBe('TFN')
  expect(says(isNull('a', 'b'), '{}', omitting({}))).toBe('TF')
})

test('an omission concerns what it lies in and what lies in it, and only the records of its range', () => {
  expect(says(isNull('a'), '{}', omitting({}))).toBe('TF')
  expect(says(isNull('a'), '{"a":{}}', omitting({}))).toBe('F')
  expect(says(isNull('a', 'b', 'c'), '{"a":{"b":{"c":1}}}', omitting({ redacted: true }))).toBe('TF')
  expect(says(isNull('a', 'c'), '{"a":{"c":1}}', omitting({ redacted: true }))).toBe('F')
  const some = omitting({ redacted: true, records: { start: 2, end: 4 } })
  expect([1, 2, 3, 4].map((record) => says(isNull('a', 'b'), '{}', some, record))).toEqual(['T', 'TF', 'TF', 'T'])
})

test('a record that a withheld field decides is told apart from one that does not match', () => {
  const bytes = Buffer.from('{"severity":"critical"}')
  const run = compileFilter(and(severe, token), { format: 'ndjson', columns: null }, masking('token'))
  expect(isIndeterminate(run(bytes, 0, bytes.length, 0))).toBe(true)
})

test('a masked column of csv', () => {
  const bytes = Buffer.from([0x78, 0x2c, 0xff])
  const shape = {
    format: 'csv',
    columns: [
      { name: 'a', type: 'text' },
      { name: 'token', type: 'text' },
    ],
  } as const
  const run = (filter: Expression) => letters(compileFilter(filter, shape, masking('token'))(bytes, 0, 3, 0))
  expect(run(token)).toBe('TFN')
  expect(run(isNull('token'))).toBe('TF')
})
