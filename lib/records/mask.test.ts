import { expect, test } from 'vitest'
import { maskJson } from './mask'

const mask = (text: string, ...fields: string[]) => maskJson(text, new Set(fields))

test.each([
  ['{"secret":1,"b":2}', '{"b":2}'],
  ['{"a":1,"secret":{"x":[1,{"y":2}]},"b":2}', '{"a":1,"b":2}'],
  ['{"a":1,"secret":"s"}', '{"a":1}'],
  ['{"secret":1}', '{}'],
  ['{ "a" : 1 , "secret" : 2 , "b" : 3 }', '{ "a" : 1 , "b" : 3 }'],
  ['{"\\u0073ecret":1,"b":9007199254740993}', '{"b":9007199254740993}'],
  ['{"secret":1,"secret":2,"a":1.0}', '{"a":1.0}'],
  ['{"a":[{"secret":1,"k":-0},{"secret":2}]}', '{"a":[{"k":-0},{}]}'],
  ['{"a":"the \\"secret\\":1, stays","Secret":2}', '{"a":"the \\"secret\\":1, stays","Secret":2}'],
  ['{"a":{"secret":{"secret":1}},"b":[]}', '{"a":{},"b":[]}'],
  ['[1,"secret",{"secret":null}]', '[1,"secret",{}]'],
  ['"secret"', '"secret"'],
  ['12e400', '12e400'],
  ['{"secret":"ends with a backslash \\\\","b":1}', '{"b":1}'],
])('%s', (text, expected) => {
  expect(mask(text, 'secret')).toBe(expected)
})

test('a deep text needs no deep stack', () => {
  const depth = 200_000
  const text = `${'{"a":['.repeat(depth)}{"secret":1}${']}'.repeat(depth)}`
  expect(mask(text, 'secret')).toBe(text.replace('"secret":1', ''))
})

test('agrees with removing from the parsed value, for values of every shape', () => {
  let seed = 7
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % n
  }
  const make = (depth: number): unknown => {
    const kind = random(depth > 3 ? 4 : 6)
    if (kind === 0) return random(1000) / 8
    if (kind === 1) return ['secret', 'a"b\\', 'é\n', ''][random(4)]
    if (kind === 2) return null
    if (kind === 3) return random(2) === 0
    const items = Array.from({ length: random(4) }, () => make(depth + 1))
    if (kind === 4) return items
    return Object.fromEntries(items.map((v, i) => [['secret', 'key', 'other', 'p"q'][(i + random(4)) % 4]!, v]))
  }
  const strip = (v: unknown): unknown =>
    Array.isArray(v)
      ? v.map(strip)
      : v && typeof v === 'object'
        ? Object.fromEntries(
            Object.entries(v).flatMap(([k, x]) => (k === 'secret' || k === 'p"q' ? [] : [[k, strip(x)]])),
          )
        : v
  for (let i = 0; i < 2_000; i++) {
    const value = make(0)
    const text = JSON.stringify(value, null, random(2))
    expect(JSON.parse(mask(text, 'secret', 'p"q'))).toEqual(strip(value))
  }
})
