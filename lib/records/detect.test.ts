import { expect, test } from 'vitest'
import { detectFormat } from './detect'

const pretty = JSON.stringify({ a: [1, 2], b: { c: null } }, null, 2)

test.each<[string, string | Buffer, string | undefined, string]>([
  ['ndjson by type', 'x', 'application/x-ndjson', 'ndjson'],
  ['csv by type', 'x', 'text/csv; charset=utf-8', 'csv'],
  ['a json array by type', ' [1,2]', 'application/json', 'json_array'],
  ['a json document by type', '{"a":[1]}', 'application/json', 'bytes'],
  ['json values, one a line, by type', '{"a":1}\r\n\r\n[2]\r\n', 'application/json', 'ndjson'],
  ['a pretty json document by type', pretty, 'application/json; charset=utf-8', 'bytes'],
  ['arrays, one a line, by type', '[1]\n[2]\n', 'application/json', 'ndjson'],
  ['json by type that is not json', '{"a":\n', 'application/json', 'bytes'],
  ['a suffix for ndjson', 'x', 'application/vnd.holdfast.content-blocks.v1+ndjson', 'ndjson'],
  ['csv without a header row', '1,2\n', 'text/csv; header=absent', 'lines'],
  ['an empty csv file', '', 'text/csv', 'lines'],
  ['text by type', '{"a":1}\n', 'text/plain', 'lines'],
  ['an image by type', 'abc\n', 'image/png', 'bytes'],
  ['ndjson by looks', '{"a":1}\n{"a":2}\n', undefined, 'ndjson'],
  ['one object and a line feed', '{"a":1}\n', undefined, 'ndjson'],
  ['a json document by looks', pretty, undefined, 'bytes'],
  ['a json array by looks', '[\n {"a":1},\n {"a":2}\n]\n', 'application/octet-stream', 'json_array'],
  ['a log that begins with a bracket', '[2026-11-06] started\n[2026-11-06] failed\n', undefined, 'lines'],
  ['a log with one json line', '{"a":1}\nstarted\n', undefined, 'lines'],
  ['bytes', Buffer.from([1, 0, 2]), undefined, 'bytes'],
  ['not UTF-8', Buffer.from([0x61, 0xff, 0x0a]), undefined, 'bytes'],
  ['nothing', '', undefined, 'bytes'],
])('%s', (_, content, type, format) => {
  expect(detectFormat(Buffer.from(content as string), true, type).format).toBe(format)
})

test('a beginning that ends inside a character is still text', () => {
  expect(detectFormat(Buffer.from('naïve\n').subarray(0, 3), false).format).toBe('lines')
  expect(detectFormat(Buffer.from('naïve\n').subarray(0, 3), true).format).toBe('bytes')
})
