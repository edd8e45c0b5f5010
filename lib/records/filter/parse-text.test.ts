import { describe, expect, test } from 'vitest'
import { FilterError } from './filter-error'
import { parseFilterText } from './parse-text'
import { filterToText } from './to-text'

const normal = (text: string) => filterToText(parseFilterText(text))

describe('what binds what', () => {
  test.each([
    ['a=1 OR b=2 AND c=3', 'a=1 OR (b=2 AND c=3)'],
    ['a=1 AND b=2 OR c=3', '(a=1 AND b=2) OR c=3'],
    ['NOT a=1 AND b=2', '(NOT (a=1)) AND b=2'],
    ['NOT a=1 OR b=2', '(NOT (a=1)) OR b=2'],
    ['NOT NOT a=1', 'NOT (NOT (a=1))'],
    ['NOT a BETWEEN 1 AND 2 AND b=3', '(NOT (a BETWEEN 1 AND 2)) AND b=3'],
    ['a BETWEEN 1 AND 2 AND b=3', '(a BETWEEN 1 AND 2) AND b=3'],
    ['a=1 OR b=2 OR c=3', 'a=1 OR (b=2 OR c=3)'],
    ['a=1 OR b=2 AND c=3 OR d=4', 'a=1 OR (b=2 AND c=3) OR d=4'],
    ["a NOT IN (1) OR b NOT LIKE 'x'", "(NOT a IN (1)) OR (NOT b LIKE 'x')"],
    ['TRUE AND FALSE = TRUE', 'TRUE AND (FALSE = TRUE)'],
  ])('%s is %s', (text, same) => {
    expect(parseFilterText(text)).toStrictEqual(parseFilterText(same))
  })

  test('and the other way round needs parentheses', () => {
    expect(normal('(a=1 OR b=2) AND c=3')).toBe('(a = 1 OR b = 2) AND c = 3')
    expect(normal('NOT (a=1 AND b=2)')).toBe('NOT (a = 1 AND b = 2)')
  })
})

describe('what is written in more than one way', () => {
  test.each([
    [
      'a = .5 OR a = 5. OR a = +007 OR a = -0.10E+3 OR a = 1.e2',
      'a = 0.5 OR a = 5 OR a = 7 OR a = -0.10E+3 OR a = 1e2',
    ],
    ['a=9007199254740993000000000000000000001', 'a = 9007199254740993000000000000000000001'],
    ['a>-5 and not b is not null', 'a > -5 AND NOT (b IS NOT NULL)'],
    ['a\u00a0=\u30001\n\t', 'a = 1'],
    ["t_after(a , interval( '..' ,b))", "T_AFTER(a, INTERVAL('..', b))"],
    [
      "T_DURING(a, INTERVAL(DATE('2016-12-31'), TIMESTAMP('2016-12-31T23:59:60Z')))",
      "T_DURING(a, INTERVAL('2016-12-31', '2016-12-31T23:59:60Z'))",
    ],
    ["T_DURING(a, INTERVAL('2026-01-01', '2026-01-01'))", "T_DURING(a, INTERVAL('2026-01-01', '2026-01-01'))"],
    ['a_contains(a,())', 'A_CONTAINS(a, ())'],
    ["a = 'it''s' OR a = 'it\\'s'", "a = 'it''s' OR a = 'it''s'"],
    [`a = '\\a\\b\\t\\n\\v\\f\\r\\\\x'`, `a = '\\a\\b\\t\\n\\v\\f\\r\\\\x'`],
    [`a = '\u0007\b\t\n\v\f\r'`, `a = '\\a\\b\\t\\n\\v\\f\\r'`],
    [
      `a LIKE '100\\%' OR a LIKE '100\\\\%' OR a LIKE 'C:\\\\\\\\_'`,
      `a LIKE '100\\%' OR a LIKE '100\\%' OR a LIKE 'C:\\\\\\\\_'`,
    ],
    ['date > 1 AND timestamp.x = 2 AND point = 3', '"date" > 1 AND timestamp.x = 2 AND "point" = 3'],
    ['"and" = 1 AND a."b.c".d = 2 AND a.0 = 3 AND "" = 4', '"and" = 1 AND a."b.c".d = 2 AND a."0" = 3 AND "" = 4'],
    ['größe = 1 AND 変数 = 2 AND ın = 3', 'größe = 1 AND 変数 = 2 AND ın = 3'],
    ['1 = 1 AND a < b', '1 = 1 AND a < b'],
    ["CASEI('x') LIKE CASEI(CASEI('X'))", "CASEI('x') LIKE CASEI(CASEI('X'))"],
    [
      "a < DATE('2026-01-01') OR a > TIMESTAMP('2026-01-01t00:00:00.5+01:00')",
      "a < DATE('2026-01-01') OR a > TIMESTAMP('2026-01-01t00:00:00.5+01:00')",
    ],
    ["a > '2026-01-01' OR a = '2026-01-01T00:00:00'", "a > '2026-01-01' OR a = '2026-01-01T00:00:00'"],
    [
      "a LIKE '2026-01-01T00:00:00Z' OR CASEI(a) = CASEI('2026-01-01T00:00:00Z')",
      "a LIKE '2026-01-01T00:00:00Z' OR CASEI(a) = CASEI('2026-01-01T00:00:00Z')",
    ],
  ])('%s', (text, expected) => {
    expect(normal(text)).toBe(expected)
    expect(normal(expected)).toBe(expected)
  })
})

const refusal = (text: string): FilterError => {
  try {
    parseFilterText(text)
  } catch (error) {
    if (error instanceof FilterError) return error
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('what is refused, and where', () => {
  test.each<[string, number, RegExp]>([
    ['', 0, /^the filter is empty$/],
    ['a > < 5', 4, /^a value was expected \(a property, a text, a number, .*\), found "<"$/],
    ['a > 10 a < 5', 7, /^AND, OR or the end was expected, found "a"$/],
    ['a=1) OR 1=1', 3, /^AND, OR or the end was expected, found "\)"$/],
    ['(a=1', 4, /^"\)" was expected, found the end$/],
    ['a = ', 4, /^a value was expected .* found the end$/],
    ['a b', 2, /^a comparison was expected .* found "b"$/],
    ['1', 1, /^a comparison was expected/],
    ['a', 0, /^"a" alone is no condition: write a = TRUE/],
    ['b = 1 AND NOT (a."x y")', 15, /alone is no condition: write a\."x y" = TRUE/],
    ['(a) = 1', 1, /alone is no condition/],
    ['(a = 1) = TRUE', 8, /^AND, OR or the end was expected, found "="$/],
    ['a = NULL', 4, /^nothing is equal to NULL: write IS NULL/],
    ['a IN (1, NULL)', 9, /IS NULL/],
    ['a IS 5', 5, /^NULL was expected, found "5"$/],
    ['a NOT = 5', 6, /^BETWEEN, IN or LIKE was expected/],
    ['a BETWEEN 1 OR 2', 12, /^AND was expected, found "OR"$/],
    ["a IN 'x'", 5, /^"\(" was expected/],
    ['a IN ()', 5, /^IN has at least one value$/],
    ["a = ('x')", 4, /without parentheses/],
    ['1 IS NULL', 0, /^IS NULL is asked of a property$/],
    ["'x' LIKE 'x'", 0, /^LIKE is asked of a property/],
    ['a LIKE b', 7, /^a pattern of LIKE is a text/],
    ['a LIKE CASEI(b)', 7, /^a pattern of LIKE is a text/],
    [`a LIKE 'x\\\\'`, 7, /ends with a backslash/],
    [`a = '100\\%'`, 8, /escaped in patterns of LIKE alone/],
    [`a = 'C:\\Users'`, 7, /^this backslash escapes nothing/],
    ["a = 'x", 4, /no closing quote/],
    [`a = 'x\\`, 4, /no closing quote/],
    ['"a = 1', 0, /no closing double quote/],
    ['a. = 1', 2, /^a name was expected, found U\+0020$/],
    ['a. ', 2, /^a name was expected/],
    ['a..b = 1', 2, /^a name was expected, found "\."$/],
    ['S_INTERSECTS(g, POINT(1 2))', 0, /^S_INTERSECTS: spatial functions and geometries are not supported$/],
    ['a = POINT(1 2)', 4, /spatial/],
    ["ACCENTI(a) = 'x'", 0, /^ACCENTI is not supported; CASEI is$/],
    ['avg(a) > 1', 0, /^the function avg is not supported/],
    ['T_SOON(a, b)', 0, /^the function T_SOON is not supported/],
    ['a = T_AFTER(b, c)', 4, /is a condition, not a value$/],
    ['a - 5 > 1', 2, /^arithmetic/],
    ['a > b*2', 5, /^arithmetic/],
    ['a > - b', 4, /^arithmetic/],
    ['a > - 5', 4, /^arithmetic/],
    ['a = 1-5', 5, /^arithmetic/],
    ['a DIV 2 = 1', 2, /^arithmetic/],
    ['a BETWEEN 1 + 1 AND 3', 12, /^arithmetic/],
    ['a = 1 -- OR b = 2', 6, /^comments are not supported$/],
    ['a = 1 /* x */', 6, /^comments/],
    ['a != 1', 2, /^"!=" is no operator: unequal is written <>$/],
    ['a == 1', 2, /equal is written =$/],
    ['a = 1;', 5, /^";" is no part of the language$/],
    ['a = “x”', 4, /^"“" is no part of the language$/],
    ['\ufeffa = 1', 0, /^U\+FEFF is no part/],
    ['a = \ud800', 4, /^half of a surrogate pair/],
    ['a = 10x', 6, /^AND, OR or the end was expected, found "x"$/],
    ['a > TRUE', 4, /^TRUE and FALSE have no order/],
    ['FALSE <= a', 0, /^TRUE and FALSE have no order/],
    ['a BETWEEN FALSE AND b', 10, /^TRUE and FALSE have no order/],
    ["1 = 'x'", 4, /^a text cannot be compared with a number$/],
    ["a BETWEEN 1 AND 'x'", 16, /^a text cannot be compared with a number$/],
    ["a IN (1, DATE('2026-01-01'))", 9, /^a time cannot be compared with a number$/],
    ['CASEI(a) = 5', 11, /^a number cannot be compared with a text$/],
    ["TRUE = 'TRUE'", 7, /^a text cannot be compared with TRUE or FALSE$/],
    ["a = DATE('2026-02-30')", 9, /^"2026-02-30" is no day there is/],
    ["a = DATE('2026-1-1')", 9, /is no day there is/],
    ["a = TIMESTAMP('2026-02-28')", 14, /is no time there is/],
    ["a = TIMESTAMP('2025-02-29T00:00:00Z')", 14, /is no time there is/],
    ["a = TIMESTAMP('2026-02-28T24:00:00Z')", 14, /is no time there is/],
    ["a = TIMESTAMP('2026-01-01T23:59:60Z')", 14, /is no time there is/],
    ['a = TIMESTAMP(b)', 14, /^a text was expected/],
    ["T_AFTER(a, INTERVAL('2026-02-30', '..'))", 20, /is no time there is/],
    ["T_AFTER(a, INTERVAL(1, '..'))", 20, /^an end of an interval is/],
    ["T_AFTER(a, INTERVAL('2026-02-02', '2026-02-01'))", 11, /^the interval ends before it starts$/],
    ["T_AFTER(a, '2026-02-02')", 11, /^a time is a property, TIMESTAMP/],
    ['T_AFTER(a)', 9, /^"," was expected, found "\)"$/],
    ["a = INTERVAL('..', b)", 4, /compared by T_/],
    ["A_EQUALS(a, 'x')", 12, /^an array is a property or a list/],
    ['A_EQUALS(a, (b))', 13, /literals alone/],
    ["a > '2026-02-28T13:00:00+02:00'", 4, /write TIMESTAMP\('2026-02-28T13:00:00\+02:00'\)$/],
    ["a IN ('x', '2026-02-28T13:00:00Z')", 11, /write TIMESTAMP/],
    ["a BETWEEN '2026-02-28T13:00:00Z' AND b", 10, /write TIMESTAMP/],
    ["A_OVERLAPS(a, ('2026-02-28T13:00:00Z'))", 15, /write TIMESTAMP/],
    ['CASEI(5) = a', 6, /^CASEI is of a property or a text$/],
  ])('%s', (text, at, detail) => {
    const error = refusal(text)
    expect(error.detail).toMatch(detail)
    expect(error.at).toBe(at)
    expect(error.message).toBe(`at character ${at + 1}: ${error.detail}`)
  })

  test('what could have stood there is a list too', () => {
    expect(refusal('a = ').expected).toContain("DATE('…')")
    expect(refusal('a = 1 b').expected).toStrictEqual(['AND', 'OR', 'the end'])
    expect(refusal('a = NULL').expected).toStrictEqual([])
  })

  test('little of a long filter is repeated', () => {
    expect(refusal(`a = 1 ${'x'.repeat(5_000)}`).message.length).toBeLessThan(120)
  })
})
