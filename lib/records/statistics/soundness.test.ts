import { expect, test } from 'vitest'
import { BlockStarts } from '@/lib/records/block-starts'
import { isSettledNo } from '@/lib/records/filter/truth'
import { compileFilter } from '@/lib/records/query/compile-filter'
import type { Shape } from '@/lib/records/shape'
import { type Json, pick, seeded, writeJson } from '@/lib/records/test-json'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { StatisticsBuilder } from './builder'
import { Statistics } from './statistics'
import { NUMBERS, randomFilter, randomWithheld, TEXTS, TIMES } from './test-filters'

type Random = (n: number) => number
const NAMES = ['a', 'b', 'c', 'é"']

/** Records that are like one another for a while, as those of a block mostly are, and then others. */
function recordMaker(random: Random): () => Json {
  const anything = (): Json[] => [
    { kind: 'null' },
    { kind: 'boolean', value: random(2) === 0 },
    { kind: 'number', text: pick(random, NUMBERS) },
    { kind: 'string', value: pick(random, TEXTS) },
    { kind: 'string', value: pick(random, TIMES) },
    { kind: 'array', items: [{ kind: 'string', value: pick(random, TEXTS) }] },
    { kind: 'object', members: [['a', { kind: 'number', text: pick(random, NUMBERS) }]] },
    { kind: 'object', members: [['b', { kind: 'object', members: [['a', { kind: 'string', value: 'ab' }]] }]] },
  ]
  let pools = new Map<string, Json[]>()
  const pool = (name: string): Json[] => {
    const kind = 2 + random(3)
    const fresh = Array.from({ length: 1 + random(3) }, () =>
      random(4) === 0 ? pick(random, anything()) : anything()[kind]!,
    )
    const known = pools.get(name) ?? fresh
    pools.set(name, known)
    return known
  }
  return () => {
    if (random(12) === 0) pools = new Map()
    if (random(40) === 0) return pick(random, anything())
    const members: [string, Json][] = []
    for (const name of NAMES) if (random(8) > 0) members.push([name, pick(random, pool(name))])
    if (members.length > 0 && random(15) === 0) members.push(pick(random, members))
    return { kind: 'object', members }
  }
}

const csvRow = (random: Random): string => {
  const cell = pick(random, [
    '',
    'true',
    'false',
    '1',
    '1.0',
    '01',
    '-0',
    'a "quoted", cell',
    ...TIMES,
    'é',
    'critical',
  ])
  return /[",]/.test(cell) || random(4) === 0 ? `"${cell.replaceAll('"', '""')}"` : cell
}

function randomArtifact(random: Random): { shape: Shape; records: Buffer[] } {
  const count = 1 + random(60)
  const format = pick(random, ['ndjson', 'ndjson', 'ndjson', 'csv', 'lines'] as const)
  if (format === 'ndjson') {
    const make = recordMaker(random)
    return {
      shape: { format, columns: null },
      records: Array.from({ length: count }, () => Buffer.from(writeJson(make(), random))),
    }
  }
  const columns = ['a', 'b', 'c'].map((name) => ({ name, type: pick(random, ['text', 'number', 'boolean'] as const) }))
  const rows = Array.from({ length: count }, () =>
    random(50) === 0 ? Buffer.from([0xff, 0x2c, 0x2c]) : Buffer.from([0, 0, 0].map(() => csvRow(random)).join(',')),
  )
  return { shape: { format, columns: format === 'csv' ? columns : null }, records: rows }
}

/** Statistics of records, the block of each, and those that nobody looked into. */
function noted(shape: Shape, records: Buffer[], chunkSize: number, random: Random) {
  const builder = new StatisticsBuilder(
    shape,
    chunkSize,
    random(4) > 0 ? undefined : { sets: random(400), blocks: random(2000) },
  )
  const starts = new BlockStarts(chunkSize)
  const blockOf: number[] = []
  let block = -1
  let at = 0
  records.forEach((record, i) => {
    if (starts.begins(at)) block++
    blockOf.push(block)
    // Between others, which are not to be read.
    const bytes = Buffer.concat([Buffer.from('"x":'), record, Buffer.from('1,"')])
    if (random(80) === 0) builder.addUnreadable(i, at)
    else builder.add(i, at, bytes, 4, 4 + record.length)
    at += record.length + 1
  })
  return { statistics: Statistics.decode(builder.encode()), blockOf, blocks: block + 1 }
}

test('the outcomes that are possible in a block have the outcome of each of its records', () => {
  const random = seeded(11)
  let settled = 0
  let all = 0
  for (let run = 0; run < 250; run++) {
    const { shape, records } = randomArtifact(random)
    const { statistics, blockOf, blocks } = noted(shape, records, 16 + random(400), random)
    expect(statistics.blocks.length).toBe(blocks)
    for (let i = 0; i < 12; i++) {
      const filter = randomFilter(random)
      const withheld = random(2) === 0 ? NOTHING_WITHHELD : randomWithheld(random, records.length)
      const possible = statistics.possible(filter, shape, withheld)
      const says = compileFilter(filter, shape, withheld)
      records.forEach((record, n) => {
        const outcome = says(record, 0, record.length, n)
        if ((outcome & ~possible[blockOf[n]!]!) !== 0)
          expect({ run, filter, withheld, outcome, possible: possible[blockOf[n]!], record: record.toString() }).toBe(
            'sound',
          )
      })
      settled += possible.filter(isSettledNo).length
      all += possible.length
    }
  }
  // Otherwise anything at all could stand above.
  expect(settled / all).toBeGreaterThan(0.15)
})
