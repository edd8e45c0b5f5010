import { expect, test } from 'vitest'
import type { RecordSpec } from './format'
import { recordValue } from './value'

const of = (format: RecordSpec['format']): RecordSpec => ({ format, pointer: null })

test('JSON is the very text that was captured', () => {
  const text = '{"a":1.0,"b":9007199254740993,"b":-0,"s":"\\ud800 \\u0041$&"}'
  expect(recordValue(of('ndjson'), null, Buffer.from(text))).toEqual({ json: text })
  expect(recordValue(of('json_array'), null, Buffer.from(text))).toEqual({ json: text })
})

test('a csv row is an object of strings in the order of the columns, whatever they are called', () => {
  expect(recordValue(of('csv'), ['b', '1', '__proto__', ''], Buffer.from('x,"y ""z""",1e3,'))).toEqual({
    json: '{"b":"x","1":"y \\"z\\"","__proto__":"1e3","":""}',
  })
  expect(recordValue(of('csv'), ['a'], Buffer.from(''))).toEqual({ json: '{"a":""}' })
})

test('a line is a string where it is text', () => {
  expect(recordValue(of('lines'), null, Buffer.from('a "b"\u0000$\''))).toEqual({ json: '"a \\"b\\"\\u0000$\'"' })
  expect(recordValue(of('lines'), null, Buffer.from([0x61, 0xff]))).toEqual({ invalidUtf8: true })
})
