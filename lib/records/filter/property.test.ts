import { describe, expect, test } from 'vitest'
import { FilterError } from './filter-error'
import { parseFilterText } from './parse-text'
import { parseProperty, propertiesOf, propertyText } from './property'

describe('a property and its text', () => {
  test.each<[string, string[]]>([
    ['a', ['a']],
    ['a.b', ['a', 'b']],
    ['"a.b"', ['a.b']],
    ['a."b c".d', ['a', 'b c', 'd']],
    ['"say ""hi"""', ['say "hi"']],
    ['""', ['']],
    ['""."""".a', ['', '"', 'a']],
    ['and.null', ['and', 'null']],
    ['date', ['date']],
    ['eo:cloud_cover', ['eo:cloud_cover']],
    ['größe.変数.\u{20000}', ['größe', '変数', '\u{20000}']],
    ['"1st"."😀"."e\u0301"', ['1st', '😀', 'e\u0301']],
    ['"\u1680"', ['\u1680']],
    ['"\ufeffa"', ['\ufeffa']],
    ['__proto__.constructor', ['__proto__', 'constructor']],
  ])('%s', (text, path) => {
    // U+1F600 is within the standard's identifierStart, and U+0301 within its identifierPart.
    const expected = text.replace('"😀"', '😀').replace('"e\u0301"', 'e\u0301')
    expect(parseProperty(text)).toStrictEqual(path)
    expect(propertyText(path)).toBe(expected)
    expect(parseProperty(expected)).toStrictEqual(path)
  })

  test('a digit may begin a name behind a dot', () => {
    expect(parseProperty('a.0')).toStrictEqual(['a', '0'])
  })

  test.each<[string, number, RegExp]>([
    ['', 0, /^a name was expected, found the end$/],
    ['a.', 2, /^a name was expected, found the end$/],
    ['.a', 0, /^a name was expected/],
    ['1a', 0, /^a name was expected, found "1"$/],
    ['a b', 1, /written in double quotes$/],
    ['a ', 1, /written in double quotes$/],
    ['"a', 0, /no closing double quote$/],
    ['"a"b', 3, /written in double quotes$/],
    ['"a""', 0, /no closing double quote$/],
    ['a.b"', 3, /written in double quotes$/],
  ])('%s is none', (text, at, detail) => {
    expect(() => parseProperty(text)).toThrow(FilterError)
    try {
      parseProperty(text)
    } catch (error) {
      expect(error).toMatchObject({ at, detail: expect.stringMatching(detail) })
    }
  })
})

test('the properties of a filter are all it asks for, each once', () => {
  const filter = parseFilterText(
    "a = 1 AND (b.c IN (d, 2) OR NOT CASEI(e) LIKE 'x') AND f IS NULL AND g BETWEEN h AND i AND a < 2 " +
      "AND T_AFTER(j, INTERVAL('..', k)) AND A_EQUALS(l, ()) AND \"b.c\" = 'a'",
  )
  expect(propertiesOf(filter).map(propertyText)).toStrictEqual('a b.c d e f g h i j k l "b.c"'.split(' '))
  expect(propertiesOf(parseFilterText('TRUE'))).toStrictEqual([])
})
