import { expect, test } from 'vitest'
import type { Expression } from '@/lib/records/filter/expression'
import { isSettledNo } from '@/lib/records/filter/truth'
import { compileFilter } from '@/lib/records/query/compile-filter'
import {
  and,
  between,
  cmp,
  d,
  interval,
  isNull,
  letters,
  like,
  n,
  not,
  oneOf,
  p,
  s,
  ts,
} from '@/lib/records/query/test-expression'
import { IndexBuilder, RecordIndex } from '@/lib/records/record-index'
import type { Shape } from '@/lib/records/shape'
import { seeded } from '@/lib/records/test-json'
import { NOTHING_WITHHELD, type Withheld } from '@/lib/records/withheld'
import { StatisticsBuilder } from './builder'
import type { PartLimits } from './fields'
import { Statistics } from './statistics'

const JSON_LINES: Shape = { format: 'ndjson', columns: null }
const CHUNK = 4096

function encoded(records: string[], shape = JSON_LINES, chunkSize = CHUNK, limits?: PartLimits): Buffer {
  const builder = new StatisticsBuilder(shape, chunkSize, limits)
  let at = 0
  records.forEach((record, i) => {
    const bytes = Buffer.from(record)
    builder.add(i, at, bytes, 0, bytes.length)
    at += bytes.length + 1
  })
  return builder.encode()
}
const statisticsOf = (records: string[], shape = JSON_LINES, chunkSize = CHUNK) =>
  Statistics.decode(encoded(records, shape, chunkSize))

/** 2,000 events in the order of their time; about 40 in a block. */
const EVENTS = Array.from({ length: 2000 }, (_, i) =>
  JSON.stringify({
    time: new Date(1_700_000_000_000 + i * 1000).toISOString(),
    id: `evt-${(i * 7919) % 2000}`,
    region: i < 1000 ? 'eu-west' : 'us-east',
    severity: i === 1234 ? 'critical' : 'low',
    latency: (i % 50) + 0.5,
    ...(i >= 1900 && { error: 'timeout' }),
  }),
)
const events = statisticsOf(EVENTS)

/** The blocks that are left to be read, once it is certain that they hold all there is to find. */
function left(filter: Expression, withheld: Withheld = NOTHING_WITHHELD): number {
  const possible = events.possible(filter, JSON_LINES, withheld)
  const says = compileFilter(filter, JSON_LINES, withheld)
  const outcomes = EVENTS.map((event, i) => says(Buffer.from(event), 0, event.length, i))
  const unpruned = outcomes.flatMap((outcome, i) => (isSettledNo(outcome) ? [] : [i]))
  const kept = events.blocks.filter((_, i) => !isSettledNo(possible[i]!))
  const pruned = kept.flatMap(({ first, end }) => unpruned.filter((i) => i >= first && i < end))
  expect(pruned).toEqual(unpruned)
  return kept.length
}

test('a time range in records that are sorted by time leaves the blocks of its range', () => {
  const [from, to] = ['2023-11-14T22:30:00Z', '2023-11-14T22:31:00Z']
  expect(events.blocks.length).toBeGreaterThan(50)
  expect(left(and(cmp(p('time'), '>=', ts(from)), cmp(p('time'), '<', ts(to))))).toBeLessThan(5)
  expect(left(between(p('time'), s(from), s(to)))).toBeLessThan(5)
  expect(left({ kind: 'temporal', op: 't_during', left: p('time'), right: interval(ts(from), ts(to)) })).toBeLessThan(5)
  expect(left({ kind: 'temporal', op: 't_after', left: p('time'), right: d('2023-11-14') })).toBeLessThan(
    events.blocks.length / 20 + 10,
  )
  expect(left(cmp(p('time'), '>', ts('2024-01-01T00:00:00Z')))).toBe(0)
})

test('a rare value leaves the blocks that have it, and those of the few that look like it', () => {
  expect(left(cmp(p('severity'), '=', s('critical')))).toBe(1)
  expect(left(oneOf(p('severity'), s('critical'), s('fatal')))).toBe(1)
  expect(left(cmp(p('severity'), '<>', s('low')))).toBe(1)
  expect(left(like(p('severity'), 'crit%'))).toBe(1)
  expect(left(cmp(p('id'), '=', s('evt-1500')))).toBeLessThan(6)
  expect(left(cmp(p('region'), '=', s('us-east')))).toBeLessThan(events.blocks.length / 2 + 2)
  expect(left(cmp(p('latency'), '>', n('50')))).toBe(0)
})

test('a field that few records have, or none', () => {
  expect(left(not(isNull('error')))).toBeLessThan(6)
  expect(left(cmp(p('error'), '=', s('timeout')))).toBeLessThan(6)
  expect(left(cmp(p('severty'), '=', s('critical')))).toBe(0)
  expect(left(isNull('time'))).toBe(0)
})

test('a masked field rules nothing out and nothing in', () => {
  const masked = { mask: new Set(['severity']), omitted: [] }
  expect(left(cmp(p('severity'), '=', s('none')), masked)).toBe(events.blocks.length)
  expect(left(cmp(p('severity', 'x'), '=', s('none')), masked)).toBe(events.blocks.length)
  const both = and(cmp(p('severity'), '=', s('none')), cmp(p('region'), '=', s('nowhere')))
  expect(left(both, masked)).toBe(0)
})

test('line numbers are known without looking', () => {
  const shape: Shape = { format: 'lines', columns: null }
  const lines = statisticsOf(
    Array.from({ length: 1000 }, () => 'a line of text, as there are many'),
    shape,
  )
  const possible = (filter: Expression) =>
    [...lines.possible(filter, shape, NOTHING_WITHHELD)].filter((t) => !isSettledNo(t))
  expect(lines.blocks.length).toBeGreaterThan(8)
  expect(possible(cmp(p('line_number'), '=', n('500')))).toHaveLength(1)
  expect(possible(cmp(p('line_number'), '>', n('1000')))).toHaveLength(0)
  expect(possible(like(p('line'), '%x%'))).toHaveLength(lines.blocks.length)
})

test('the fields, in order of first appearance, with what they are in how many records', () => {
  const { fields, complete } = statisticsOf([
    '{"b":{"a":1},"c":null}',
    '{"c":"x","b":true,"d":[]}',
    '7',
    '{"c":1,"c":null}',
  ])
  expect(complete).toBe(true)
  expect(fields).toEqual([
    { path: ['b'], kinds: ['boolean', 'object'], present: 2, null: 0, missing: 2 },
    { path: ['b', 'a'], kinds: ['number'], present: 1, null: 0, missing: 3 },
    { path: ['c'], kinds: ['null', 'number', 'string'], present: 2, null: 1, missing: 1 },
    { path: ['d'], kinds: ['array'], present: 1, null: 0, missing: 3 },
  ])
})

test('blocks are the entries of the record index', () => {
  const random = seeded(1)
  const records = Array.from({ length: 300 }, () => `"${'x'.repeat(random(200))}"`)
  const index = new IndexBuilder(512)
  let at = 0
  records.forEach((record, i) => {
    index.end(i, at)
    at += record.length + 1
  })
  const decoded = RecordIndex.decode(index.encode({ records: 300, columns: null }))
  const { blocks } = statisticsOf(records, JSON_LINES, 512)
  expect(blocks.at(-1)!.end).toBe(300)
  for (const block of blocks) {
    expect(decoded.locate(block.first).record).toBe(block.first)
    expect(decoded.locate(block.end - 1).record).toBe(block.first)
  }
})

test('of what lies beyond a limit everything is possible, and the fields are not complete', () => {
  const many = `{${Array.from({ length: 250 }, (_, i) => `"f${i}":1`).join()}}`
  const deep = `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`
  const says = (record: string, ...path: string[]) => {
    const statistics = statisticsOf([record])
    return [
      statistics.complete,
      letters(statistics.possible(cmp(p(...path), '=', n('2')), JSON_LINES, NOTHING_WITHHELD)[0]!),
    ]
  }
  expect(says(many, 'f0')).toEqual([false, 'F'])
  expect(says(many, 'f200')).toEqual([false, 'TFNO'])
  expect(says(many, 'other')).toEqual([false, 'TFNO'])
  expect(says(many, 'f1', 'x')).toEqual([false, 'N'])
  expect(says(deep, ...'aaaaaaaaa')).toEqual([false, 'TFNO'])
  expect(says(deep, 'b')).toEqual([false, 'N'])
  expect(says(`{"${'n'.repeat(300)}":1}`, 'n')).toEqual([false, 'TFNO'])
  expect(says('{"a":1}', 'b')).toEqual([true, 'N'])
})

test('a column that was read as something else than it is asked for says nothing', () => {
  const read: Shape = { format: 'csv', columns: [{ name: 'a', type: 'text' }] }
  const asked: Shape = { format: 'csv', columns: [{ name: 'a', type: 'number' }] }
  const statistics = statisticsOf(['1', '2'], read)
  expect(letters(statistics.possible(cmp(p('a'), '=', n('3')), read, NOTHING_WITHHELD)[0]!)).toBe('O')
  expect(letters(statistics.possible(cmp(p('a'), '=', n('3')), asked, NOTHING_WITHHELD)[0]!)).toBe('TFNO')
})

test('no records, no blocks', () => {
  const none = statisticsOf([])
  expect([none.blocks, none.fields, none.complete, none.possible(null, JSON_LINES, NOTHING_WITHHELD).length]).toEqual([
    [],
    [],
    true,
    0,
  ])
})

test('stays at about two to three hundredths of the content', () => {
  const content = EVENTS.reduce((sum, event) => sum + event.length + 1, 0)
  expect(encoded(EVENTS, JSON_LINES, 16_384).length / content).toBeLessThan(0.03)
})

test('beyond its limits a block has no sets, and then proves nothing, while the fields are still counted', () => {
  const kept = (limits: PartLimits, value: string) => {
    const statistics = Statistics.decode(encoded(EVENTS, JSON_LINES, CHUNK, limits))
    expect(statistics.fields).toEqual(events.fields)
    const possible = statistics.possible(cmp(p('region'), '=', s(value)), JSON_LINES, NOTHING_WITHHELD)
    return possible.filter((t) => !isSettledNo(t)).length
  }
  const { length } = events.blocks
  expect(kept({ sets: 0, blocks: 1e9 }, 'nowhere')).toBe(1)
  expect(kept({ sets: 0, blocks: 1e9 }, 'zone')).toBe(0)
  expect(kept({ sets: 1e9, blocks: 1 }, 'zone')).toBe(length - 1)
})

test('bytes that are no statistics are refused, whatever they are', () => {
  const random = seeded(9)
  const good = encoded(EVENTS.slice(0, 200))
  const filter = and(
    cmp(p('time'), '>', ts('2024-01-01T00:00:00Z')),
    cmp(p('id'), '=', s('x')),
    cmp(p('latency'), '<', n('1')),
  )
  const attempt = (bytes: Buffer): boolean => {
    try {
      const { blocks } = Statistics.decode(bytes)
      return Statistics.decode(bytes).possible(filter, JSON_LINES, NOTHING_WITHHELD).length === blocks.length
    } catch (error) {
      return error instanceof Error && !(error instanceof TypeError)
    }
  }
  expect(() => Statistics.decode(Buffer.from('HFI\u0001'))).toThrow('not')
  for (let i = 0; i < good.length; i += 7) expect(() => Statistics.decode(good.subarray(0, i))).toThrow(Error)
  expect(() => Statistics.decode(Buffer.concat([good, Buffer.of(0)]))).toThrow(Error)
  for (let i = 0; i < 800; i++) {
    const bytes = Buffer.from(good)
    for (let flips = 1 + random(4); flips > 0; flips--) bytes[random(bytes.length)] = random(256)
    expect(attempt(bytes)).toBe(true)
    const noise = Buffer.from(Array.from({ length: random(60) }, () => random(256)))
    expect(attempt(Buffer.concat([good.subarray(0, 4), noise]))).toBe(true)
  }
})

test('a record that was not looked into may have any property, so what is known is not all', () => {
  const builder = new StatisticsBuilder(JSON_LINES, 512)
  const bytes = Buffer.from('{"a":1}')
  builder.add(0, 0, bytes, 0, bytes.length)
  expect(Statistics.decode(builder.encode()).complete).toBe(true)
  builder.addUnreadable(1, 8)
  expect(Statistics.decode(builder.encode()).complete).toBe(false)
})
