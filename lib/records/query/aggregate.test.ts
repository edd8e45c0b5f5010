import { expect, test } from 'vitest'
import type { Path } from '@/lib/records/filter/expression'
import type { Shape } from '@/lib/records/shape'
import { pick, randomJson, seeded, writeJson } from '@/lib/records/test-json'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { type AggregateSpec, Aggregation, type AggregationState, figureJson, MAX_GROUPS, MAX_TEXT } from './aggregate'

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

test('a text too long to be kept for every group is no key and no figure', () => {
  const s: AggregateSpec = { group_by: [['k']], metrics: [{ op: 'min', field: ['v'] }] }
  const most = 'x'.repeat(MAX_TEXT - 2)
  const state = add(new Aggregation(s, NDJSON, NOTHING_WITHHELD), [
    `{"k":"a","v":"${most}"}`,
    `{"k":"b","v":"${most}y"}`,
    `{"k":"c","v":"a"}`,
    `{"k":"c","v":${'1'.repeat(MAX_TEXT + 1)}}`,
    `{"k":"${most}y","v":1}`,
  ]).state()
  expect(figures(s, state)).toEqual([
    ['"a"', `"${most}"`],
    ['"b"', 'null'],
    ['"c"', 'null'],
  ])
  expect(state.groups.map((g) => g.figures[0]!.mixed)).toEqual([false, true, true])
  expect(state.not_grouped).toBe(1)
})

test('csv and lines have figures too', () => {
  const csv: Shape = {
    format: 'csv',
    columns: [
      { name: 'k', type: 'text' },
      { name: 'n', type: 'number' },
    ],
  }
  const s: AggregateSpec = {
    group_by: [['k']],
    metrics: [
      { op: 'count', field: ['n'] },
      { op: 'max', field: ['n'] },
    ],
  }
  const state = add(new Aggregation(s, csv, NOTHING_WITHHELD), ['a,10', 'b,9', 'a,9.5', 'a,']).state()
  expect(figures(s, state)).toEqual([
    ['"a"', '2', '10'],
    ['"b"', '1', '9'],
  ])
  const l: AggregateSpec = {
    group_by: [],
    metrics: [
      { op: 'max', field: ['line_number'] },
      { op: 'min', field: ['line'] },
    ],
  }
  const lines = add(new Aggregation(l, { format: 'lines', columns: null }, NOTHING_WITHHELD), ['b', 'a']).state()
  expect(figures(l, lines)).toEqual([['2', '"a"']])
})

test('taken up again anywhere, it comes to the same, for records of every shape', () => {
  const random = seeded(9)
  const paths: Path[] = [['a'], ['b'], ['a', 'b'], ['token']]
  const withheld = { mask: new Set(['token']), omitted: [{ path: ['b'], redacted: false, records: null }] }
  for (let run = 0; run < 60; run++) {
    const path = () => pick(random, paths.slice(0, random(5) ? 3 : 4))
    const s: AggregateSpec = {
      group_by: Array.from({ length: random(3) }, path),
      metrics: [{ op: 'count' }, ...(['count', 'min', 'max'] as const).map((op) => ({ op, field: path() }))],
    }
    const texts = Array.from({ length: 40 }, () => writeJson(randomJson(random), random))
    let paged = new Aggregation(s, NDJSON, withheld)
    for (let at = 0; at < texts.length; ) {
      const size = 1 + random(15)
      add(paged, texts.slice(at, at + size), at)
      at += size
      paged = Aggregation.restore(s, NDJSON, withheld, JSON.parse(JSON.stringify(paged.state())) as AggregationState)
    }
    expect(paged.state()).toEqual(add(new Aggregation(s, NDJSON, withheld), texts).state())
  }
})
