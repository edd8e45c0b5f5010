import { describe, expect, test } from 'vitest'
import { parseFilterJson } from './parse-json'
import { parseFilterText } from './parse-text'
import { filterToJson } from './to-json'
import { filterToText } from './to-text'

const many = (count: number, one: string, between: string) => Array(count).fill(one).join(between)
const not = (levels: number, inner: string) => `${'{"op":"not","args":['.repeat(levels)}${inner}${']}'.repeat(levels)}`

describe('limits', () => {
  test('8,192 characters', () => {
    const filter = (length: number) => `a = '${'x'.repeat(length - 6)}'`
    expect(parseFilterText(filter(8_192))).toMatchObject({ kind: 'compare' })
    expect(() => parseFilterText(filter(8_193))).toThrow(/the filter has 8193 characters: at most 8,192 are allowed/)
    expect(() => parseFilterJson(filterToJson(parseFilterText(filter(8_192))))).not.toThrow()
    expect(() => parseFilterJson(`{"op":"=","args":[{"property":"a"},"${'x'.repeat(8_187)}"]}`)).toThrow(/too long/)
    expect(() => parseFilterJson(`true${' '.repeat(65_532)}`)).not.toThrow()
    expect(() => parseFilterJson(`true${' '.repeat(65_533)}`)).toThrow(/at most 65,536/)
  })

  test('64 levels, counted down to the values', () => {
    expect(parseFilterText(`${'NOT '.repeat(62)}a=1`)).toMatchObject({ kind: 'not' })
    expect(() => parseFilterText(`${'NOT '.repeat(63)}a=1`)).toThrow(/levels of nesting: at most 64/)
    expect(() => parseFilterJson(not(62, '{"op":"=","args":[1,1]}'))).not.toThrow()
    expect(() => parseFilterJson(not(63, '{"op":"=","args":[1,1]}'))).toThrow(/levels of nesting/)
    expect(() => parseFilterText(`${'CASEI('.repeat(63)}a${')'.repeat(63)} = 'x'`)).toThrow(/levels of nesting/)
    const deepest = parseFilterJson(not(63, 'true'))
    expect(parseFilterText(filterToText(deepest))).toStrictEqual(deepest)
  })

  test('levels of AND and OR, and parentheses that mean nothing', () => {
    const alternating = (levels: number) => `${'(a=1 OR b=2 AND '.repeat(levels)}c=3${')'.repeat(levels)}`
    expect(parseFilterText(alternating(31))).toMatchObject({ kind: 'or' })
    expect(() => parseFilterText(alternating(32))).toThrow(/levels of nesting/)
    expect(parseFilterText(`${'('.repeat(128)}a=1${')'.repeat(128)}`)).toMatchObject({ kind: 'compare' })
    expect(() => parseFilterText(`${'('.repeat(129)}a=1${')'.repeat(129)}`)).toThrow(/levels of nesting/)
  })

  test('1,000 conditions and values', () => {
    // An OR, and three for each comparison.
    expect(parseFilterText(many(333, 'a=1', ' OR '))).toMatchObject({ kind: 'or' })
    expect(() => parseFilterText(many(334, 'a=1', ' OR '))).toThrow(/too many conditions and values: at most 1,000/)
    expect(() => parseFilterText(`A_EQUALS(a, (${many(998, '1', ',')}))`)).toThrow(/at most 1,000/)
  })

  test('500 values in IN', () => {
    expect(parseFilterText(`a IN (${many(500, '1', ',')})`)).toMatchObject({ kind: 'in' })
    expect(() => parseFilterText(`a IN (${many(501, '1', ',')})`)).toThrow(/at character 1007: .*IN: at most 500/)
    expect(() => parseFilterJson(`{"op":"in","args":[1,[${many(501, '1', ',')}]]}`)).toThrow(/\(\/args\/1\/500\): /)
  })

  test('64 names in a property', () => {
    expect(parseFilterText(`${many(64, 'a', '.')} = 1`)).toMatchObject({ kind: 'compare' })
    expect(() => parseFilterText(`${many(65, 'a', '.')} = 1`)).toThrow(/more than 64 names/)
  })
})

describe('what was made to take long or to exhaust the stack', () => {
  test.each([
    ['parentheses', '('.repeat(20_000)],
    ['closed parentheses', `${'('.repeat(4_000)}a=1${')'.repeat(4_000)}`],
    ['NOT', `${'NOT '.repeat(2_000)}a=1`],
    ['CASEI', `${'CASEI('.repeat(1_300)}`],
    ['backslashes', `a LIKE '${'\\\\'.repeat(2_000)}`],
    ['quotes', `a = ${"'".repeat(8_001)}`],
    ['double quotes', '"'.repeat(8_001)],
    ['digits', `${'1'.repeat(8_000)}e`],
    ['zeros', `${'0'.repeat(8_000)}.x`],
    ['dots', `a${'.a'.repeat(4_000)}.`],
    ['white space', `a${' '.repeat(8_000)}`],
    ['letters of a date', `a = TIMESTAMP('${'2'.repeat(8_000)}')`],
  ])('%s in text', (_, text) => {
    expect(() => parseFilterText(text)).toThrow(/^at character/)
  })

  test.each([
    ['objects', '{"op":"not","args":['.repeat(3_000)],
    ['arrays', '['.repeat(60_000)],
    ['backslashes', `"${'\\'.repeat(60_001)}`],
    ['digits', `{"op":"=","args":[1,${'1'.repeat(60_000)}x]}`],
    ['members', `{${Array.from({ length: 4_000 }, (_, i) => `"${i}":0`).join(',')}}`],
  ])('%s in JSON', (_, json) => {
    expect(() => parseFilterJson(json)).toThrow(/^at character/)
  })
})
