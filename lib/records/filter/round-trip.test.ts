import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FilterError } from './filter-error'
import { MAX_JSON, MAX_TEXT } from './limits'
import { parseFilterJson } from './parse-json'
import { parseFilterText } from './parse-text'
import { filters } from './test-filters'
import { filterToJson } from './to-json'
import { filterToText } from './to-text'

describe('whatever a filter says', () => {
  test('its text and its JSON say the same, and have one form', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const text = filterToText(filter)
        const json = filterToJson(filter)
        expect(parseFilterText(text)).toStrictEqual(filter)
        expect(parseFilterJson(json)).toStrictEqual(filter)
        expect(filterToText(parseFilterJson(json))).toBe(text)
        expect(filterToJson(parseFilterText(text))).toBe(json)
      }),
      { numRuns: 400 },
    )
  })

  test('its JSON is JSON, and never too long to be read', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const json = filterToJson(filter)
        JSON.parse(json)
        // The braces around a single comparison of two letters, then seven times the rest.
        expect(json.length).toBeLessThanOrEqual(40 + 7 * filterToText(filter).length)
      }),
      { numRuns: 300 },
    )
    expect(40 + 7 * MAX_TEXT).toBeLessThanOrEqual(MAX_JSON)
  })
})

/** Anything but a filter or a FilterError is a fault of the parser. */
function survives(parse: (text: string) => unknown, text: string): void {
  try {
    parse(text)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    expect(error.at).toBeGreaterThanOrEqual(0)
    expect(error.at).toBeLessThanOrEqual(text.length)
  }
}

const WORDS = (
  "a \"b\" a.b 'x' '..' '2026-01-01' '%\\\\' '\\ 1 -1 .5 1e9 5. ( ) ( ) , , . - + * / ^ % = <> < > <= >= AND OR NOT IN IS NULL LIKE " +
  'BETWEEN TRUE FALSE CASEI( TIMESTAMP( DATE( INTERVAL( T_AFTER( T_DURING( A_EQUALS( S_WITHIN( ACCENTI( f( div -- /* != " \' \\ \ud800 \u0000 😀'
).split(' ')

describe('whatever is sent', () => {
  test('soup of words is a filter or a FilterError', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }), fc.constantFrom(' ', ''), (words, space) =>
        survives(parseFilterText, words.join(space)),
      ),
      { numRuns: 1_000 },
    )
  })

  test('a filter with a piece cut out or put in is a filter or a FilterError', () => {
    const cut = fc.tuple(filters, fc.nat(), fc.nat(20), fc.constantFrom(...WORDS, '{', '}', '[', ']', '"op"', ':'))
    fc.assert(
      fc.property(cut, ([filter, at, length, piece]) => {
        for (const [parse, form] of [
          [parseFilterText, filterToText],
          [parseFilterJson, filterToJson],
        ] as const) {
          const text = form(filter)
          const i = at % (text.length + 1)
          survives(parse, text.slice(0, i) + piece + text.slice(i + length))
        }
      }),
      { numRuns: 500 },
    )
  })
})
