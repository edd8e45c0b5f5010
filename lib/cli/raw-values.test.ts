import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneLine, rawGroups, rawRecords } from './raw-values'

describe('rawRecords', () => {
  test('keeps what a parser would lose', () => {
    const text = '{"records" : [ {"index":0,"value":{"b":1.0,"a":9007199254740993,"s":"\\u0041"}} ,{"value":-0}],"x":1}'
    expect(rawRecords(text)).toEqual([{ value: '{"b":1.0,"a":9007199254740993,"s":"\\u0041"}' }, { value: '-0' }])
  })

  test('gives the whole item where there is no value', () => {
    const item = '{"index":7,"truncated":true,"bytes":{"start":1,"end":2,"total":9,"text":"a"}}'
    expect(rawRecords(`{"records":[${item}]}`)).toEqual([{ item }])
  })

  test('does not take a nested "records" or "value" for the outer one', () => {
    const value = '{"records":[{"value":1}],"value":"]}\\"{"}'
    expect(rawRecords(`{"capture":{"records":[1]},"records":[{"value":${value}}]}`)).toEqual([{ value }])
    expect(rawRecords('{"capture":{"records":3}}')).toEqual([])
  })

  test('finds the text of any JSON value, spaced or not', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.constantFrom(0, 2), (values, indent) => {
        const text = JSON.stringify(
          { returned: 1, records: values.map((value, index) => ({ index, value })) },
          null,
          indent,
        )
        const got = rawRecords(text).map((r) => ('value' in r ? JSON.parse(oneLine(r.value)) : r))
        expect(got).toEqual(values.map((v) => JSON.parse(JSON.stringify(v))))
      }),
    )
  })
})

test('oneLine changes no value', () => {
  expect(oneLine('{\n  "a": "x\\ny"\r\n}')).toBe('{   "a": "x\\ny"  }')
})

test('rawGroups keeps keys and figures as they are written', () => {
  const groups =
    '[{"key":[1.0,"a\\u0041\\t"],"values":[{"value":9007199254740993,"unknown":0},{"value":"x"}]},{"key":[],"values":[]}]'
  expect(rawGroups(`{"records":[],"aggregate":{"bound":2,"groups": ${groups}}}`)).toEqual([
    { key: ['1.0', '"a\\u0041\\t"'], figures: ['9007199254740993', '"x"'] },
    { key: [], figures: [] },
  ])
  expect(rawGroups('{"records":[{"aggregate":{"groups":[1]}}]}')).toEqual([])
})
