import { describe, expect, it } from 'vitest'
import { parseProperty } from '@/lib/records/filter/property'
import { propertiesIn, spaced } from './properties'
import { parseRecordPage } from './record-page'

const rowsOf = (...values: string[]) =>
  parseRecordPage(`{"records":[${values.map((v, i) => `{"index":${i},"value":${v}}`)}]}`).rows

describe('propertiesIn', () => {
  it('names what records hold, nested and quoted where a filter needs it', () => {
    const rows = rowsOf(
      '{"severity":"low","host":{"region":"eu","tags":["a"]}}',
      '{"severity":"high","a.b":1,"and":2,"wi\\"th":null}',
    )
    const names = propertiesIn(rows)
    expect(names).toEqual(['severity', 'host.region', 'host.tags', '"a.b"', '"and"', '"wi""th"'])
    expect(names.map((n) => parseProperty(n).length)).toEqual([1, 2, 2, 1, 1, 1])
  })

  it('names nothing in records that are not objects', () => {
    expect(propertiesIn(rowsOf('"a line"', '7', '[{"a":1}]'))).toEqual([])
  })
})

describe('spaced', () => {
  it('keeps a name from touching its neighbours', () => {
    expect(spaced('a', '', '')).toBe('a ')
    expect(spaced('a', 'NOT', '= 1')).toBe(' a ')
    expect(spaced('a', 'CASEI(', ')')).toBe('a')
    expect(spaced('a', 'x AND ', ' = 1')).toBe('a')
  })
})
