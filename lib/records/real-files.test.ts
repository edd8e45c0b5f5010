import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { csvFields } from './csv-row'
import type { RecordSpec } from './format'
import { split } from './test-split'

const file = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../node_modules/vega-datasets/data/${name}`, import.meta.url)))

/** A line at a time: these files quote no line feeds, so this is a parser of its own. */
const csvRows = (bytes: Buffer) => bytes.toString().split(/\r?\n/).filter(Boolean).slice(1)

describe.each<[string, RecordSpec, (bytes: Buffer) => unknown[]]>([
  ['movies.json', { format: 'json_array', pointer: '' }, (b) => JSON.parse(b.toString())],
  ['flights-20k.json', { format: 'json_array', pointer: '' }, (b) => JSON.parse(b.toString())],
  [
    'us-10m.json',
    { format: 'json_array', pointer: '/objects/counties/geometries' },
    (b) => JSON.parse(b.toString()).objects.counties.geometries,
  ],
])('%s', (name, spec, parse) => {
  test('has the records that JSON.parse finds', () => {
    const bytes = file(name)
    const found = split(spec, bytes, [65_536, 7, 1_000])
    const expected = parse(bytes)
    expect(found.length).toBe(expected.length)
    expect(found.length).toBeGreaterThan(1_000)
    for (const i of [0, found.length >> 1, found.length - 1])
      expect(JSON.parse(Buffer.from(found[i]!, 'latin1').toString())).toEqual(expected[i])
  })
})

describe.each(['airports.csv', 'weather.csv'])('%s', (name) => {
  test('has the rows that its lines are', () => {
    const bytes = file(name)
    const found = split({ format: 'csv', pointer: null }, bytes, [4_096, 3]).map((r) =>
      Buffer.from(r, 'latin1').toString(),
    )
    expect(found).toEqual(csvRows(bytes))
    expect(found.length).toBeGreaterThan(1_000)
    expect(csvFields(found[0]!).length).toBeGreaterThan(4)
  })
})
