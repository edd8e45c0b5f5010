import { describe, expect, it } from 'vitest'
import { cellOf, cellText, columnsOf, parseRecordPage } from './record-page'

const page = (records: string) => parseRecordPage(`{"returned":1,"records":[${records}],"next_cursor":null}`)

describe('parseRecordPage', () => {
  it('keeps the digits of values and the envelope beside them', () => {
    const { rows, returned } = page('{"index":7,"value":{"b":9007199254740993,"a":1.0}}')
    expect(returned).toBe(1)
    expect(rows[0]).toMatchObject({ index: 7, truncated: false, bytes: null })
    const { columns } = columnsOf(rows)
    expect(columns.map((c) => [c.name, c.numeric, cellText(cellOf(rows[0]!, c)!)])).toEqual([
      ['b', true, '9007199254740993'],
      ['a', true, '1.0'],
    ])
  })

  it('takes the value of the record, not a member of the same name inside it', () => {
    expect(cellText(page('{"index":0,"value":{"value":"inner"}}').rows[0]!.value!)).toBe('{"value":"inner"}')
  })

  it('reads records that are cut or not text', () => {
    const { rows } = page(
      '{"index":0,"truncated":true,"bytes":{"start":0,"end":2,"total":null,"text":"ab"}},{"index":1,"bytes":{"start":3,"end":4,"total":1,"base64":"/w=="}}',
    )
    expect(rows.map((r) => [r.value, r.truncated, r.bytes?.start])).toEqual([
      [null, true, 0],
      [null, false, 3],
    ])
    expect(columnsOf(rows).columns).toEqual([])
  })
})

describe('columnsOf', () => {
  it('is the union of names, and a name that is missing is not null', () => {
    const { rows } = page('{"index":0,"value":{"a":null}},{"index":1,"value":{"b":"x"}}')
    const { columns } = columnsOf(rows)
    expect(columns.map((c) => [c.name, c.numeric])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(cellOf(rows[0]!, columns[0]!)?.source).toBe('null')
    expect(cellOf(rows[0]!, columns[1]!)).toBeUndefined()
  })

  it('says how many names found no column', () => {
    const many = Array.from({ length: 20 }, (_, i) => `"c${i}":0`).join(',')
    expect(columnsOf(page(`{"index":0,"value":{${many}}}`).rows)).toMatchObject({ more: 4 })
  })
})
