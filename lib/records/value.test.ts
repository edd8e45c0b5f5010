import { expect, test } from 'vitest'
import { typedColumns } from './csv-types'
import type { RecordSpec } from './format'
import { recordValue } from './value'

const of = (format: RecordSpec['format']): RecordSpec => ({ format, pointer: null })
const text = (...names: string[]) => typedColumns(names, new Map())

test('JSON is the very text that was captured', () => {
  const text = '{"a":1.0,"b":9007199254740993,"b":-0,"s":"\\ud800 \\u0041$&"}'
  expect(recordValue(of('ndjson'), null, Buffer.from(text))).toEqual({ json: text })
  expect(recordValue(of('json_array'), null, Buffer.from(text))).toEqual({ json: text })
})

test('a csv row is an object of strings in the order of the columns, whatever they are called', () => {
  expect(recordValue(of('csv'), text('b', '1', '__proto__', ''), Buffer.from('x,"y ""z""",1e3,'))).toEqual({
    json: '{"b":"x","1":"y \\"z\\"","__proto__":"1e3","":""}',
  })
  expect(recordValue(of('csv'), text('a'), Buffer.from(''))).toEqual({ json: '{"a":""}' })
})

test('a cell of a typed column is the number that it is to the digit, true, false or null, and else text', () => {
  const columns = [
    { name: 'n', type: 'number' as const },
    { name: 'b', type: 'boolean' as const },
    { name: 't', type: 'text' as const },
  ]
  const value = (row: string) => (recordValue(of('csv'), columns, Buffer.from(row)) as { json: string }).json
  expect(value('9007199254740993.10,true,1')).toBe('{"n":9007199254740993.10,"b":true,"t":"1"}')
  expect(value('"-0e400",false,')).toBe('{"n":-0e400,"b":false,"t":""}')
  expect(value(',"",""')).toBe('{"n":null,"b":null,"t":""}')
  for (const text of ['01', '+1', '1.', '.5', ' 1', '1 ', '0x1', 'NaN', 'true', '1_0'])
    expect(value(`${text},${text}1,x`)).toBe(`{"n":"${text}","b":"${text}1","t":"x"}`)
  expect(value('1,TRUE,null')).toBe('{"n":1,"b":"TRUE","t":"null"}')
})

test('a line is a string where it is text', () => {
  expect(recordValue(of('lines'), null, Buffer.from('a "b"\u0000$\''))).toEqual({ json: '"a \\"b\\"\\u0000$\'"' })
  expect(recordValue(of('lines'), null, Buffer.from([0x61, 0xff]))).toEqual({ invalidUtf8: true })
})
