import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from './test-server'

/** Real files, published and read back through the API, held against parsers that are not ours. */
let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const file = (name: string) => readFileSync(`node_modules/vega-datasets/data/${name}`)
const json = (bytes: Buffer) => JSON.parse(bytes.toString())

/** These files quote no commas and no line feeds, so splitting is a parser of its own. */
function csv(bytes: Buffer): unknown[] {
  const [header, ...rows] = bytes
    .toString()
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(row.map((field, i) => [header![i]!, field])))
}

describe.each<[string, Record<string, unknown>, (bytes: Buffer) => unknown[]]>([
  ['movies.json', { record_format: 'json_array' }, json],
  ['flights-20k.json', {}, json],
  ['airports.csv', { record_format: 'csv' }, csv],
  ['weather.csv', { media_type: 'text/csv' }, csv],
  [
    'us-10m.json',
    { record_format: 'json_array', records_pointer: '/objects/counties/geometries' },
    (b) => json(b).objects.counties.geometries,
  ],
])('%s', (name, manifest, parse) => {
  test('has the hash of its bytes, and the records that a parser finds', async () => {
    const bytes = file(name)
    const expected = parse(bytes)
    const { artifact } = await w.publish(manifestFor(w, manifest), bytes)
    expect(artifact.content_hash).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    expect(artifact.completeness.records).toBe(expected.length)
    for (const i of [0, expected.length >> 1, expected.length - 1]) {
      const response = await w.call('POST', `/artifacts/${artifact.artifact_id}/read`, {
        key: w.agent,
        json: { selector: { type: 'record_range', start: i, end: i + 1 } },
      })
      const { records } = await response.json()
      expect(records.map((r: { index: number; value: unknown }) => [r.index, r.value])).toEqual([[i, expected[i]]])
    }
  })
})

test('flights-3m.parquet is opaque bytes, and comes back whole', async () => {
  const bytes = file('flights-3m.parquet')
  const { artifact } = await w.publish(manifestFor(w, { media_type: 'application/vnd.apache.parquet' }), bytes)
  expect(artifact.completeness.records).toBeNull()
  const content = await w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
  expect(
    createHash('sha256')
      .update(Buffer.from(await content.arrayBuffer()))
      .digest('hex'),
  ).toBe(artifact.content_hash.slice('sha256:'.length))
  expect(artifact.content_hash).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
})
