import { expect, test } from 'vitest'
import type { RecordSpec } from './format'
import { openSplitter } from './splitter'
import { split } from './test-split'

const MiB = 2 ** 20

test.each<[string, RecordSpec, string, string]>([
  ['lines', { format: 'lines', pointer: null }, '', ''],
  ['ndjson', { format: 'ndjson', pointer: null }, '"', '"'],
  ['json_array', { format: 'json_array', pointer: '/a' }, '{"a":["', '"]}'],
  ['csv', { format: 'csv', pointer: null }, 'a\n"', '"'],
])('%s: a record of 256 MiB takes no memory', (_, spec, before, after) => {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const spans: [number, number][] = []
  const splitter = openSplitter(spec, { end: (_record, start, end) => spans.push([start, end]) })
  splitter.push(Buffer.from(before))
  const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const began = held()
  for (let i = 0; i < 4096; i++) splitter.push(piece)
  expect(held() - began).toBeLessThan(32 * MiB)
  splitter.push(Buffer.from(after))
  splitter.end()
  expect(spans).toHaveLength(1)
  expect(spans[0]![1] - spans[0]![0]).toBeGreaterThanOrEqual(256 * MiB)
})

test('a log with CRLF, empty lines, a line of 5 MB and no final line feed', () => {
  const long = 'y'.repeat(5_000_000)
  const content = Buffer.from(['first', '', long, '', 'last'].join('\r\n'))
  const found = split({ format: 'lines', pointer: null }, content, [65_536])
  expect(found.map((line) => line.length)).toEqual([5, 0, 5_000_000, 0, 4])
  expect(found[2]).toBe(long)
})

test('lines are any bytes, NUL and invalid UTF-8 too', () => {
  const content = Buffer.from([0, 0xff, 0x0a, 0xc3, 0x0d, 0x0a, 0x0a, 0x0d])
  expect(split({ format: 'lines', pointer: null }, content, [1])).toEqual(['\x00\xff', '\xc3', '', '\r'])
})
