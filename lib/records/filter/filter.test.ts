import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connect } from './connect'
import type { Expression, Literal, Scalar } from './expression'
import { ARRAYS, COMPARISONS, TEMPORAL } from './expression'
import { FilterError } from './filter-error'
import { parseFilterJson } from './parse-json'
import { parseFilterText } from './parse-text'
import { parseProperty, propertiesOf, propertyText } from './property'
import { filterToJson } from './to-json'
import { filterToText } from './to-text'

const canonical = (text: string) => filterToText(parseFilterText(text))

describe('what is understood', () => {
  // Of the examples of the standard (OGC 21-065, clause 7 and annex B), those of the subset.
  test.each([
    ["city = 'Toronto'", "city = 'Toronto'"],
    ['balance - 150.0 > 0', /arithmetic/],
    ["updated >= DATE('2020-09-21')", "updated >= DATE('2020-09-21')"],
    ['windSpeed BETWEEN 20 AND 30', 'windSpeed BETWEEN 20 AND 30'],
    ["eo:instrument LIKE 'OLI%'", "eo:instrument LIKE 'OLI%'"],
    ["mission IN ('sentinel-1', 'sentinel-2')", "mission IN ('sentinel-1', 'sentinel-2')"],
    [
      "swimming_pool = true and (floors > 5 or material = 'brick')",
      "swimming_pool = TRUE AND (floors > 5 OR material = 'brick')",
    ],
    ['geophys:SURVEY_NAME IS NOT NULL', 'geophys:SURVEY_NAME IS NOT NULL'],
    ["CASEI(road_class) IN (CASEI('Οδος'),CASEI('Straße'))", "CASEI(road_class) IN (CASEI('Οδος'), CASEI('Straße'))"],
    ["A_CONTAINS(layer:ids, ('layers-ca','layers-us'))", "A_CONTAINS(layer:ids, ('layers-ca', 'layers-us'))"],
    [
      "T_DURING(INTERVAL(starts_at, ends_at), INTERVAL('2005-01-10', '2010-02-10'))",
      "T_DURING(INTERVAL(starts_at, ends_at), INTERVAL('2005-01-10', '2010-02-10'))",
    ],
    [
      "T_AFTER(updated_at, TIMESTAMP('2010-02-10T05:30:00Z'))",
      "T_AFTER(updated_at, TIMESTAMP('2010-02-10T05:30:00Z'))",
    ],
    [
      "T_INTERSECTS(event_time, INTERVAL('1969-07-16T05:32:00Z', '..'))",
      "T_INTERSECTS(event_time, INTERVAL('1969-07-16T05:32:00Z', '..'))",
    ],
    ['value=field', 'value = field'],
    ["name <> 'O''Brien'", "name <> 'O''Brien'"],
    ['n = -1.5e-3 OR m=-0', 'n = -1.5e-3 OR m = -0'],
    ['n = 9007199254740993', 'n = 9007199254740993'],
    [
      '"a.b" = 1 AND a.b = 2 AND a."b c" = 3 AND "and" = 4 AND "q""q" = 5',
      '"a.b" = 1 AND a.b = 2 AND a."b c" = 3 AND "and" = 4 AND "q""q" = 5',
    ],
    ['NOT a = 1 AND b = 2', 'NOT (a = 1) AND b = 2'],
    ['a = 1 OR b = 2 AND c = 3', 'a = 1 OR b = 2 AND c = 3'],
    ['TRUE', 'TRUE'],
  ])('%s', (text, expected) => {
    if (expected instanceof RegExp) expect(() => canonical(text)).toThrow(expected)
    else expect(canonical(text)).toBe(expected)
  })

  test('AND binds tighter than OR, and NOT tighter than AND', () => {
    expect(parseFilterText('a=1 OR NOT b=2 AND c=3')).toMatchObject({
      kind: 'or',
      of: [{ kind: 'compare' }, { kind: 'and', of: [{ kind: 'not' }, { kind: 'compare' }] }],
    })
  })

  test('the properties of a filter, each once', () => {
    expect(
      propertiesOf(parseFilterText("a.b = 1 AND (c IN (d, 2) OR T_AFTER(INTERVAL(e, '..'), a.b))")).map(propertyText),
    ).toEqual(['a.b', 'c', 'd', 'e'])
  })
})

describe('what is refused, with its place', () => {
  test.each([
    ['a > 10 a < 5', /at character 8: AND, OR or the end was expected, found a/],
    ['a=1) OR 1=1', /at character 4: AND, OR or the end was expected, found \)/],
    ['a', /at character 1: a property alone is no condition: write a = TRUE/],
    ['a AND b = 1', /at character 1: a property alone/],
    ['a = 1 -- x', /at character 7: comments/],
    ['a = NULL', /at character 5: NULL is compared with IS NULL/],
    ['a = ', /at character 5: a property, a text .* was expected, found the end/],
    ["a = 'x", /at character 5: a closing '/],
    ['a = "x', /at character 5: a closing "/],
    ['a == 1', /at character 4: a property, .* found =/],
    ['a != 1', /write <>/],
    ["d = DATE('2026-02-30')", /at character 5: '2026-02-30' is no date/],
    ["t > TIMESTAMP('2026-13-01T00:00:00Z')", /no RFC 3339 date-time/],
    ["t > '2026-11-06T04:00:00+01:00'", /compares wrong across offsets: write TIMESTAMP/],
    ["t IN ('2026-11-06T04:00:00Z')", /write TIMESTAMP/],
    ["a = 1 AND b BETWEEN 1 AND 'x'", /at character 11: a number and a text have no comparison/],
    ['a > TRUE', /TRUE and FALSE have no order/],
    ['S_INTERSECTS(geom, POINT(1 2))', /spatial functions \(S_INTERSECTS\) are not supported/],
    ["ACCENTI(a) = 'x'", /ACCENTI is not supported/],
    ['a + 1 = 2', /arithmetic \("\+"\)/],
    ['a = b * 2', /arithmetic/],
    ["upper(a) = 'X'", /the function upper is not known/],
    ['a NOT = 1', /BETWEEN, IN or LIKE was expected/],
    ['a IN ()', /was expected, found \)/],
    ["1 LIKE 'x'", /LIKE takes a property/],
    ['a = 12x', /a number ends before this/],
    ['', /at character 1: .* found the end/],
    ['a = 1;', /";" has no meaning here/],
  ])('%s', (text, message) => {
    expect(() => parseFilterText(text)).toThrow(FilterError)
    expect(() => parseFilterText(text)).toThrow(message)
  })

  test('20,000 parentheses, and other bombs, at once', () => {
    expect(() => parseFilterText('('.repeat(8_000))).toThrow(/nest at most 64 deep/)
    expect(() => parseFilterText('('.repeat(20_000))).toThrow(/at most 8192 characters/)
    expect(() => parseFilterText(`${'NOT '.repeat(2_000)}a=1`)).toThrow(/nest at most 64 deep/)
    expect(() => parseFilterText(`a IN (${Array(501).fill('1').join(',')})`)).toThrow(/at most 500 members/)
    expect(() => parseFilterText(Array(600).fill('a=1').join(' AND '))).toThrow(/at most 1000/)
    expect(() => parseFilterJson('{"op":"not","args":['.repeat(3_000))).toThrow(/nest at most 64 deep/)
    expect(parseFilterText(`${'('.repeat(60)}a=1${')'.repeat(60)}`)).toMatchObject({ kind: 'compare' })
  })

  test.each([
    ['{"op":"=","args":[{"property":"a"}]}', /takes 2 arguments/],
    ['{"op":"=","args":[{"property":"a"},null]}', /isNull/],
    ['{"op":"=","op":"<","args":[1,2]}', /used twice/],
    ['{"op":"s_intersects","args":[1,2]}', /spatial/],
    ['{"property":"a"}', /alone is no condition/],
    ['{"op":"=","args":[{"property":"a b"},1]}', /a property such as/],
    ['{"op":"=","args":[{"property":"a"},"\\ud800"]}', /surrogate/],
    ['[1]', /an object was expected/],
    ['{', /expected|not JSON/],
  ])('%s', (json, message) => {
    expect(() => parseFilterJson(json)).toThrow(FilterError)
    expect(() => parseFilterJson(json)).toThrow(message)
  })

  test('a soup of tokens is a filter or a FilterError, never anything else', () => {
    const pieces = [
      'a',
      '"b"',
      "'x'",
      '1',
      '-',
      '(',
      ')',
      ',',
      'AND',
      'OR',
      'NOT',
      'IN',
      'LIKE',
      'IS',
      'NULL',
      '=',
      '<>',
      'BETWEEN',
      'CASEI',
      'INTERVAL',
      'T_AFTER',
      'A_EQUALS',
      '.',
      'TRUE',
      "DATE('2020-01-01')",
      '\u0000',
      '\ud800',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), fc.boolean(), (parts, spaced) => {
        try {
          parseFilterText(parts.join(spaced ? ' ' : ''))
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('round trips', () => {
  const name = fc.oneof(
    fc.constantFrom('a', 'severity', 'and', 'a.b', 'q"q', 'ß'),
    fc.string({ minLength: 1, unit: 'grapheme' }),
  )
  const property = fc.array(name, { minLength: 1, maxLength: 3 }).map((path) => ({ kind: 'property' as const, path }))
  const string = fc.string({ unit: 'grapheme' }).map((value) => ({ kind: 'string' as const, value }))
  const number = fc
    .constantFrom('0', '-0', '1.50', '9007199254740993', '1e400', '-2E-3')
    .map((text) => ({ kind: 'number' as const, text }))
  const boolean = fc.boolean().map((value) => ({ kind: 'boolean' as const, value }))
  const instant = fc.constantFrom<Literal & { kind: 'timestamp' | 'date' }>(
    { kind: 'timestamp', text: '2026-11-06T04:00:00+01:00' },
    { kind: 'date', text: '2026-11-06' },
  )
  const caseless = fc.oneof(property, string).map((of) => ({ kind: 'casei' as const, of }))
  const same = (a: fc.Arbitrary<Scalar>) => fc.tuple(property, fc.array(a, { minLength: 2, maxLength: 3 }))
  const sides = fc.oneof(same(fc.oneof(string, caseless)), same(number), same(instant))
  const literals = fc.array(fc.oneof<fc.Arbitrary<Literal>[]>(string, number, boolean, instant), { maxLength: 3 })
  const temporal = fc.oneof(
    property,
    instant,
    fc.record({
      kind: fc.constant('interval' as const),
      start: fc.oneof(property, instant, fc.constant(null)),
      end: fc.oneof(property, instant, fc.constant(null)),
    }),
  )
  const array = fc.oneof(
    property,
    literals.map((items) => ({ kind: 'array' as const, items })),
  )
  const { filter } = fc.letrec<{ filter: Expression }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      sides.chain(([left, [right]]) =>
        fc.constantFrom(...COMPARISONS).map((op): Expression => ({ kind: 'compare', op, left, right: right! })),
      ),
      sides.map(([value, [low, high]]): Expression => ({ kind: 'between', value, low: low!, high: high! })),
      sides.map(([value, items]): Expression => ({ kind: 'in', value, items })),
      fc
        .tuple(fc.oneof(property, caseless), fc.oneof(string, caseless))
        .map(([value, pattern]): Expression => ({ kind: 'like', value, pattern })),
      property.map((value): Expression => ({ kind: 'isNull', value })),
      fc
        .tuple(fc.constantFrom(...TEMPORAL), temporal, temporal)
        .map(([op, left, right]): Expression => ({ kind: 'temporal', op, left, right })),
      fc
        .tuple(fc.constantFrom(...ARRAYS), array, array)
        .map(([op, left, right]): Expression => ({ kind: 'array', op, left, right })),
      fc.boolean().map((value): Expression => ({ kind: 'constant', value })),
      tie('filter').map((of): Expression => ({ kind: 'not', of })),
      fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('filter'), { minLength: 2, maxLength: 4 }))
        .map(([kind, of]) => connect(kind, of)),
    ),
  }))

  test('text and JSON say the same', () => {
    fc.assert(
      fc.property(filter, (e) => {
        const text = filterToText(e)
        const json = filterToJson(e)
        expect(parseFilterText(text)).toEqual(e)
        expect(parseFilterJson(json)).toEqual(e)
        expect(filterToText(parseFilterJson(filterToJson(parseFilterText(text))))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  test('any name is a property', () => {
    fc.assert(
      fc.property(property, ({ path }) => {
        expect(parseProperty(propertyText(path))).toEqual(path)
      }),
    )
  })
})
