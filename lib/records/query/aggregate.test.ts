import { expect, test } from 'vitest'
import type { Shape } from '@/lib/records/shape'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { type AggregateSpec, Aggregation, type AggregationState, figureJson, MAX_GROUPS } from './aggregate'

const NDJSON: Shape = { format: 'ndjson', columns: null }
const spec: AggregateSpec = {
  group_by: [['region']],
  metrics: [{ op: 'count' }, { op: 'count', field: ['n'] }, { op: 'min', field: ['n'] }, { op: 'max', field: ['n'] }],
}

function add(a: Aggregation, records: string[], from = 0) {
  records.forEach((json, i) => {
    const bytes = Buffer.from(json)
    a.add(bytes, 0, bytes.length, from + i)
  })
  return a
}
const figures = (s: AggregateSpec, state: AggregationState) =>
  state.groups.map((g) => [...g.key, ...g.figures.map((f, i) => figureJson(s.metrics[i]!.op, f))])

const records = [
  '{"region":"eu","n":9007199254740993}',
  '{"region":"us","n":1.50}',
  '{"region":"eu","n":9007199254740992}',
  '{"n":-0}',
  '{"region":null,"n":null}',
  '{"region":"us","n":1e400}',
  '{"region":{"a":1}}',
]
const expected = [
  ['"eu"', '2', '2', '9007199254740992', '9007199254740993'],
  ['"us"', '2', '2', '1.50', '1e400'],
  ['null', '2', '1', '-0', '-0'],
]

test('exact figures by group, in the order of appearance; what has no group is counted', () => {
  const state = add(new Aggregation(spec, NDJSON, NOTHING_WITHHELD), records).state()
  expect(figures(spec, state)).toEqual(expected)
  expect(state).toMatchObject({ not_grouped: 1, not_grouped_withheld: 0, beyond_bound: 0 })
})

test('going on from a state is the same as one pass', () => {
  for (let cut = 0; cut <= records.length; cut++) {
    const first = add(new Aggregation(spec, NDJSON, NOTHING_WITHHELD), records.slice(0, cut)).state()
    const kept = JSON.parse(JSON.stringify(first)) as AggregationState
    const second = add(Aggregation.restore(spec, NDJSON, NOTHING_WITHHELD, kept), records.slice(cut), cut).state()
    expect(figures(spec, second)).toEqual(expected)
  }
})

test('groups are equal by value', () => {
  const s: AggregateSpec = { group_by: [['n']], metrics: [{ op: 'count' }] }
  const state = add(new Aggregation(s, NDJSON, NOTHING_WITHHELD), [
    '{"n":1.0}',
    '{"n":1}',
    '{"n":"1"}',
    '{"n":10e-1}',
  ]).state()
  expect(figures(s, state)).toEqual([
    ['1.0', '3'],
    ['"1"', '1'],
  ])
})

test('without a grouping there is one group, even of no records', () => {
  const s: AggregateSpec = { group_by: [], metrics: [{ op: 'count' }, { op: 'max', field: ['n'] }] }
  expect(figures(s, new Aggregation(s, NDJSON, NOTHING_WITHHELD).state())).toEqual([['0', 'null']])
})

test('values of different types have no least; texts compare by code point', () => {
  const s: AggregateSpec = {
    group_by: [],
    metrics: [
      { op: 'min', field: ['v'] },
      { op: 'max', field: ['w'] },
    ],
  }
  const state = add(new Aggregation(s, NDJSON, NOTHING_WITHHELD), [
    '{"v":1,"w":"\uff5e"}',
    '{"v":"a","w":"\u{1f600}"}',
  ]).state()
  expect(state.groups[0]!.figures.map((f) => f.mixed)).toEqual([true, false])
  expect(figures(s, state)).toEqual([['null', '"\u{1f600}"']])
})

test('what is withheld is in no figure, and counted as that', () => {
  const withheld = { mask: new Set(['n']), omitted: [] }
  const state = add(new Aggregation(spec, NDJSON, withheld), records).state()
  expect(figures(spec, state)[0]).toEqual(['"eu"', '2', '0', 'null', 'null'])
  expect(state.groups[0]!.figures.map((f) => f.unknown)).toEqual([0, 2, 2, 2])
  const keys = add(new Aggregation(spec, NDJSON, { mask: new Set(['region']), omitted: [] }), records).state()
  expect(keys).toMatchObject({ groups: [], not_grouped_withheld: records.length })
})

test('further groups than the bound are counted, not dropped', () => {
  const s: AggregateSpec = { group_by: [['n']], metrics: [{ op: 'count' }] }
  const many = Array.from({ length: MAX_GROUPS + 7 }, (_, n) => `{"n":${n}}`)
  const state = add(new Aggregation(s, NDJSON, NOTHING_WITHHELD), [...many, '{"n":0}']).state()
  expect(state.groups).toHaveLength(MAX_GROUPS)
  expect(state.beyond_bound).toBe(7)
  expect(state.groups[0]!.figures[0]!.count).toBe(2)
})
