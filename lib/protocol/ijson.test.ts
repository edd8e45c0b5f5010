import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IJsonError, parseIJson } from './ijson'

const limits = { maxDepth: 64, maxFields: 10_000 }
const refused = (text: string, o = limits) => {
  try {
    parseIJson(text, o)
  } catch (error) {
    if (error instanceof IJsonError) return error
    throw error
  }
  throw new Error(`accepted: ${text}`)
}

test('agrees with JSON.parse on what both accept', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseIJson(text, { ...limits, raw: [''] }).value).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('refuses whatever JSON.parse refuses', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '-', '.', ' ', '\u0001'),
      (json, n, c) => {
        const at = n % (json.length + 1)
        const text = json.slice(0, at) + c + json.slice(at + (n % 2))
        const verdict = (parse: () => unknown) => {
          try {
            parse()
            return true
          } catch {
            return false
          }
        }
        expect(verdict(() => parseIJson(text, { ...limits, raw: [''] }))).toBe(verdict(() => JSON.parse(text)))
      },
    ),
    { numRuns: 2_000 },
  )
})

describe.each([
  ['a duplicate name', '{"a":{"b":1,"b":2}}', '/a/b'],
  ['a duplicate name written as an escape', '{"a":1,"\\u0061":2}', '/a'],
  ['an integer beyond 2^53-1', '{"n":[1,9007199254740993]}', '/n/1'],
  ['a number beyond a double', '{"n":1e999}', '/n'],
  ['half a surrogate pair', '{"s":"\\ud800"}', '/s'],
  ['something behind', '{} {}', ''],
  ['nothing', '', ''],
  ['a byte order mark', '\ufeff{}', ''],
])('%s', (_, text, pointer) => {
  test('is refused with its place', () => expect(refused(text).pointer).toBe(pointer))
})

test('depth and fields are bounded, without exhausting the stack', () => {
  expect(refused('['.repeat(100_000)).detail).toContain('64 levels')
  expect(
    refused(JSON.stringify({ a: Array.from({ length: 30 }, () => []) }), { maxDepth: 4, maxFields: 30 }).pointer,
  ).toBe('/a/29')
  expect(refused(JSON.stringify(Array.from({ length: 30 }, () => 0)), { maxDepth: 4, maxFields: 10 }).detail).toContain(
    '10',
  )
})

test('keeps captured content as the text it is, and checks what lies around it', () => {
  const json = '{"a":1.0,"b":9007199254740993, "a":"\\ud800"}'
  const { slices } = parseIJson(`{"content":{"json": ${json} },"n":1}`, { ...limits, raw: ['/content/json'] })
  expect([...slices]).toEqual([['/content/json', json]])
  expect(refused(`{"content":{"json":${json}},"n":9007199254740993}`).pointer).toBe('/content/json/b')
})

test('keeps each element of an array of content', () => {
  const { slices } = parseIJson('{"b":[{"x":1.0}, [ 2 ]]}', { ...limits, rawEach: ['/b'] })
  expect([...slices]).toEqual([
    ['/b/0', '{"x":1.0}'],
    ['/b/1', '[ 2 ]'],
  ])
})

test('a name like __proto__ is a name', () => {
  const { value } = parseIJson('{"__proto__":{"x":1}}', limits)
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('a string of 20 MB is a string', () => {
  const text = 'x\\n'.repeat(10_000_000)
  expect((parseIJson(`["${text}"]`, limits).value as string[])[0]!.length).toBe(20_000_000)
})
