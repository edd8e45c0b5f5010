import { describe, expect, it } from 'vitest'
import { member, parseExact, renderExact } from './exact-json'

describe('parseExact', () => {
  it('keeps numbers as they were written', () => {
    const node = parseExact('{"a":1.0,"b":9007199254740993,"c":-0,"d":1e400,"e":0.10}')
    expect(['a', 'b', 'c', 'd', 'e'].map((n) => member(node, n)?.source)).toEqual([
      '1.0',
      '9007199254740993',
      '-0',
      '1e400',
      '0.10',
    ])
  })

  it('keeps the order of names, and names that are repeated', () => {
    const node = parseExact('{"z":1,"10":2,"2":3,"z":4}')
    expect(node.kind === 'object' && node.members.map((m) => m.name)).toEqual(['z', '10', '2', 'z'])
    expect(member(node, 'z')?.source).toBe('4')
  })

  it('reads strings with brackets, escapes and lone surrogates', () => {
    const node = parseExact(' [ "a]\\"}", "\\ud800", "\\u00e9\\n" ] ')
    expect(node.kind === 'array' && node.items.map((i) => (i.kind === 'string' ? i.value : null))).toEqual([
      'a]"}',
      '\ud800',
      'é\n',
    ])
  })

  it('keeps the source of each value', () => {
    expect(member(parseExact('{"records":[{"value": {"a" : 1.0 } }]}'), 'records')?.source).toBe(
      '[{"value": {"a" : 1.0 } }]',
    )
  })

  it.each(['', '{', '[1,]', '{"a":1,}', '01', '1 2', '{"a" 1}', 'nul', '"a'])('refuses %j', (text) => {
    expect(() => parseExact(text)).toThrow(SyntaxError)
  })

  it('agrees with JSON.parse where JSON.parse is exact', () => {
    const text = '{"a":[1,2,{"b":null}],"c":"d","e":true,"f":{},"g":[]}'
    expect(JSON.parse(renderExact(parseExact(text)))).toEqual(JSON.parse(text))
  })
})
