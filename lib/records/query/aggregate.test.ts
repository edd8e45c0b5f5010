import { expect, test } from 'vitest'
import type { Path } from '@/lib/records/filter/expression'
import type { Shape } from '@/lib/records/shape'
import { pick, randomJson, seeded, writeJson } from '@/lib/records/test-json'
import { NOTHING_WITHHELD, type Withheld } from '@/lib/records/withheld'
import { type AggregateSpec, Aggregation, MAX_GROUPS, MAX_TEXT } from './aggregate'

const NDJSON: Shape = { format: 'ndjson', columns: null }
const count = (...field: string[]) => ({ op: 'count', ...(field.length > 0 && { field }) }) as const
const min = (...field: string[]) => ({ op: 'min', field }) as const
const max = (...field: string[]) => ({ op: 'max', field }) as const

function aggregate(spec: AggregateSpec, records: (string | Buffer)[], withheld = NOTHING_WITHHELD, shape = NDJSON) {
  const aggregation = new Aggregation(spec, shape, withheld)
  addAll(aggregation, records)
  return aggregation.result()
}

function addAll(aggregation: Aggregation, records: (string | Buffer)[], from = 0) {
  for (const [i, text] of records.entries()) {
    const bytes = Buffer.concat([Buffer.from('[{'), Buffer.from(text), Buffer.from(',')])
    aggregation.add(bytes, 2, bytes.length - 1, from + i)
  }
}

const all = (metrics: AggregateSpec['metrics']): AggregateSpec => ({ group_by: [], metrics })
const values = (metrics: AggregateSpec['metrics'], records: string[]) =>
  aggregate(all(metrics), records).groups[0]!.metrics.map((m) => m.value)

test('count counts records, or values of a field that are not null', () => {
  const records = ['{"a":1}', '{"a":null}', '{}', '{"a":[null]}', '{"a":""}', '{"b":{"a":1}}', '7']
  expect(values([count(), count('a'), count('b', 'a')], records)).toEqual(['7', '3', '1'])
  expect(values([count(), count('a'), min('a')], [])).toEqual(['0', '0', 'null'])
})

test('least and greatest are exact, and as they were captured', () => {
  const numbers = ['9007199254740993', '9007199254740992.0', '-0', '0', '1e-400', '-1E+30'].map((x) => `{"a":${x}}`)
  expect(values([min('a'), max('a')], numbers)).toEqual(['-1E+30', '9007199254740993'])
  expect(values([min('a'), max('a')], ['{"a":1.0}', '{"a":1}', '{"a":1e0}'])).toEqual(['1.0', '1.0'])
  const strings = ['"b"', '"\\u0061"', '"\\ud83d\\ude00"', '"\uffff"', '""'].map((x) => `{"a":${x}}`)
  expect(values([min('a'), max('a')], strings)).toEqual(['""', '"\ud83d\ude00"'])
  expect(values([min('a'), max('a')], ['{"a":null}', '{}'])).toEqual(['null', 'null'])
})

test('numbers with strings have no least; what is neither is counted', () => {
  const of = (...records: string[]) => aggregate(all([min('a')]), records).groups[0]!.metrics[0]
  expect(of('{"a":1}', '{"a":"x"}')).toEqual({ value: 'null', unknown: 0, not_compared: 0, mixed: true })
  expect(of('{"a":1}', '{"a":true}', '{"a":[]}', '{"a":{}}')).toEqual({
    value: '1',
    unknown: 0,
    not_compared: 3,
    mixed: false,
  })
  expect(of('{"a":"\\ud800"}', `{"a":"${'x'.repeat(MAX_TEXT + 1)}"}`, `{"a":"${'x'.repeat(MAX_TEXT)}"}`)).toMatchObject(
    {
      value: JSON.stringify('x'.repeat(MAX_TEXT)),
      not_compared: 2,
    },
  )
})

test('groups are by value, in the order in which they are first seen', () => {
  const records = ['1.0', '"1"', '1', 'null', 'true', '1e0', '"true"', '-0', '0.0'].map((x) => `{"a":${x}}`)
  const { groups, ...rest } = aggregate({ group_by: [['a']], metrics: [count()] }, [
    ...records,
    '{}',
    '{"a":[1]}',
    '{"a":{}}',
  ])
  expect(groups.map((g) => [...g.key, g.metrics[0]!.value])).toEqual([
    ['1.0', '3'],
    ['"1"', '1'],
    ['null', '2'],
    ['true', '1'],
    ['"true"', '1'],
    ['-0', '2'],
  ])
  expect(rest).toEqual({ not_grouped: 2, not_grouped_withheld: 0, beyond_bound: 0 })
  const two = aggregate({ group_by: [['a'], ['b', 'c']], metrics: [max('n')] }, [
    '{"a":"x","b":{"c":"y"},"n":1}',
    '{"a":"x,\\"y","n":2}',
    '{"a":"\\u0078","b":{"c":"y"},"n":3}',
  ])
  expect(two.groups.map((g) => [g.key, g.metrics[0]!.value])).toEqual([
    [['"x"', '"y"'], '3'],
    [['"x,\\"y"', 'null'], '2'],
  ])
})

test('groups beyond the bound are counted, and those before it go on', () => {
  const spec: AggregateSpec = { group_by: [['a']], metrics: [count()] }
  const records = Array.from({ length: MAX_GROUPS + 3 }, (_, i) => `{"a":${i}}`)
  const { groups, beyond_bound } = aggregate(spec, [...records, '{"a":0}', `{"a":${MAX_GROUPS}}`])
  expect([groups.length, beyond_bound, groups[0]!.metrics[0]!.value]).toEqual([MAX_GROUPS, 4, '2'])
  const long = `{"a":"${'x'.repeat(MAX_TEXT + 1)}"}`
  expect(aggregate(spec, [long, '{"a":"\\udc00"}']).not_grouped).toBe(2)
})

test('what is withheld is counted as unknown, and says nothing of itself', () => {
  const masked: Withheld = { mask: new Set(['token']), omitted: [] }
  const spec = all([count('token'), min('token'), max('a', 'token'), count()])
  const results = ['{"token":1}', '{"token":"x","a":{"token":2}}', '{}', '{"token":[1]}'].map((r) =>
    aggregate(spec, [r], masked),
  )
  expect(new Set(results.map((r) => JSON.stringify(r))).size).toBe(1)
  expect(results[0]!.groups[0]!.metrics.map((m) => [m.value, m.unknown])).toEqual([
    ['0', 1],
    ['null', 1],
    ['null', 1],
    ['1', 0],
  ])
  const grouped = aggregate({ group_by: [['token'], ['a']], metrics: [count()] }, ['{"token":1}', '{"a":[]}'], masked)
  expect(grouped).toEqual({ groups: [], not_grouped: 0, not_grouped_withheld: 2, beyond_bound: 0 })
  const omitted: Withheld = {
    mask: new Set(),
    omitted: [{ path: ['a'], redacted: true, records: { start: 1, end: 2 } }],
  }
  expect(
    aggregate(all([max('a')]), ['{"a":1}', '{"a":9}', '{"a":2}', '{"a":3,"a":3}'], omitted).groups[0]!.metrics[0],
  ).toEqual({
    value: '2',
    unknown: 2,
    not_compared: 0,
    mixed: false,
  })
})

test('csv and lines', () => {
  const csv: Shape = {
    format: 'csv',
    columns: [
      { name: 'k', type: 'text' },
      { name: 'n', type: 'number' },
    ],
  }
  const result = aggregate(
    { group_by: [['k']], metrics: [count('n'), max('n')] },
    ['a,10', 'b,9', 'a,9.5', 'a,', Buffer.from([0xff, 0x2c, 0x31])],
    NOTHING_WITHHELD,
    csv,
  )
  expect(result.groups.map((g) => [...g.key, ...g.metrics.map((m) => m.value)])).toEqual([
    ['"a"', '2', '10'],
    ['"b"', '1', '9'],
  ])
  expect(result.not_grouped).toBe(1)
  const lines: Shape = { format: 'lines', columns: null }
  const of = aggregate(all([max('line_number'), min('line')]), ['b', 'a'], NOTHING_WITHHELD, lines)
  expect(of.groups[0]!.metrics.map((m) => m.value)).toEqual(['2', '"a"'])
})

test('taken up again anywhere, it comes to the same', () => {
  const random = seeded(9)
  const paths: Path[] = [['a'], ['b'], ['a', 'b'], ['token']]
  const withheld: Withheld = { mask: new Set(['token']), omitted: [{ path: ['b'], redacted: false, records: null }] }
  for (let run = 0; run < 60; run++) {
    const path = () => pick(random, paths.slice(0, random(5) ? 3 : 4))
    const spec: AggregateSpec = {
      group_by: Array.from({ length: random(3) }, path),
      metrics: [count(), { op: 'count', field: path() }, { op: 'min', field: path() }, { op: 'max', field: path() }],
    }
    const records = Array.from({ length: 40 }, () => writeJson(randomJson(random), random))
    let paged = new Aggregation(spec, NDJSON, withheld)
    for (let at = 0; at < records.length; ) {
      const size = 1 + random(15)
      addAll(paged, records.slice(at, at + size), at)
      at += size
      paged = Aggregation.restore(spec, NDJSON, withheld, JSON.parse(JSON.stringify(paged.state())))
    }
    expect(paged.result()).toEqual(aggregate(spec, records, withheld))
  }
})
