import { expect, test } from 'vitest'
import type { RecordSpec } from './format'
import { Inspection } from './inspection'
import { HELD_BYTES } from './record-feed'
import { RecordIndex } from './record-index'

function inspect(format: RecordSpec['format'], content: string, schema: object | null, pointer: string | null = null) {
  const job = { spec: { format, pointer }, chunkSize: 64, schema: schema && JSON.stringify(schema) }
  const inspection = new Inspection(job)
  const bytes = Buffer.from(content)
  // In pieces, so that records lie across their borders.
  for (let at = 0; at < bytes.length; at += 7) inspection.push(bytes.subarray(at, at + 7), at + 7 >= bytes.length)
  return inspection.end()
}

const host = {
  type: 'object',
  properties: { host: { type: 'string' }, load: { type: 'number', maximum: 1 } },
  required: ['host'],
}

test('counts the records that do not fit the schema, and says where the first one does not', () => {
  const { records, validated } = inspect('ndjson', '{"host":"a","load":0.5}\n{"host":1}\n{"load":1}\n', host)
  expect([records, validated]).toEqual([
    3,
    { invalid: 2, first: { record: 1, pointer: '/host', message: 'must be string' } },
  ])
  expect(inspect('json_array', '{"items":[{"host":"a"},{"host":"b"}]}', host, '/items').validated).toEqual({
    invalid: 0,
    first: null,
  })
  expect(inspect('ndjson', '', host).validated).toEqual({ invalid: 0, first: null })
  expect(inspect('ndjson', '{"host":1}', null).validated).toBeNull()
})

test('rows of csv are validated with the types that the schema gives them, and keep those', () => {
  const found = inspect('csv', 'host,load\r\na,0.5\r\nb,\r\nc,much\r\nd,2\r\n', {
    ...host,
    properties: { ...host.properties, load: { type: ['number', 'null'], maximum: 1 } },
  })
  expect(found.validated).toEqual({
    invalid: 2,
    first: { record: 2, pointer: '/load', message: 'must be number,null' },
  })
  const columns = [
    { name: 'host', type: 'text' },
    { name: 'load', type: 'number' },
  ]
  expect(found.columns).toEqual(columns)
  expect(RecordIndex.decode(found.index).columns).toEqual(columns)
  expect(inspect('csv', 'load\n', host).columns).toEqual([{ name: 'load', type: 'number' }])
})

test('a line is a string; one that is not text, or longer than may be held, does not fit', () => {
  expect(inspect('lines', 'ok\nno\n', { pattern: '^ok' }).validated).toMatchObject({ invalid: 1, first: { record: 1 } })
  const inspection = new Inspection({ spec: { format: 'lines', pointer: null }, chunkSize: 64, schema: '{}' })
  inspection.push(Buffer.from([0xff, 0x0a]), false)
  inspection.push(Buffer.alloc(HELD_BYTES + 1, 0x61), true)
  expect(inspection.end().validated).toEqual({
    invalid: 2,
    first: { record: 0, pointer: '', message: 'is not valid UTF-8' },
  })
})
