import { expect, test } from 'vitest'
import { JsonWalker } from './json-walk'
import { type Json, randomJson, seeded, writeJson } from './test-json'

const KINDS = ['missing', 'null', 'boolean', 'number', 'string', 'array', 'object']
const PLENTY = { depth: 20, paths: 10_000, name: 100 }

function walk(texts: string[], limits = PLENTY) {
  const seen: string[] = []
  let bytes = Buffer.alloc(0)
  const walker = new JsonWalker(
    {
      value: (node, kind, start, end) =>
        seen.push(`${JSON.stringify(node.path)} ${KINDS[kind]} ${bytes.toString('utf8', start, end)}`),
      repeated: (node) => seen.push(`${JSON.stringify(node.path)} again`),
    },
    limits,
  )
  for (const text of texts) {
    bytes = Buffer.from(`"${text}}`)
    walker.walk(bytes, 1, bytes.length - 1)
  }
  return { seen, root: walker.root }
}

test('every value, with its path, text and kind; a name that occurs again is told', () => {
  expect(walk(['{"a" :1.0,"b":{"\\u0063":[1,{"d":2}]},"a":null}', '"x"', '{"b":true,"a":"\\""}']).seen).toEqual([
    '["a"] number 1.0',
    '["b","c"] array [1,{"d":2}]',
    '["b"] object {"\\u0063":[1,{"d":2}]}',
    '["a"] again',
    '["a"] null null',
    '[] object {"a" :1.0,"b":{"\\u0063":[1,{"d":2}]},"a":null}',
    '[] string "x"',
    '["b"] boolean true',
    '["a"] string "\\""',
    '[] object {"b":true,"a":"\\""}',
  ])
})

test('a limit leaves out what is beyond it, and says where', () => {
  const deep = walk(['{"a":{"b":{"c":1}},"d":2}'], { ...PLENTY, depth: 2 })
  expect(deep.seen.map((s) => s.split(' ')[0])).toEqual(['["a","b"]', '["a"]', '["d"]', '[]'])
  expect(deep.root.children.map((n) => [n.name, n.truncated, n.children[0]?.truncated])).toEqual([
    ['a', false, true],
    ['d', false, undefined],
  ])
  const few = walk(['{"a":1,"b":2,"c":3}', '{"c":3,"b":2}'], { ...PLENTY, paths: 3 })
  expect(few.seen.filter((s) => s.includes('number'))).toEqual(['["a"] number 1', '["b"] number 2', '["b"] number 2'])
  expect(few.root.truncated).toBe(true)
  const long = walk(['{"abc":1,"ab":2}'], { ...PLENTY, name: 2 })
  expect([long.root.children.map((n) => n.name), long.root.truncated]).toEqual([['ab'], true])
  const spelled = walk(['{"ab":1}', '{"\\u0061\\u0062":2}'], { ...PLENTY, name: 2 })
  expect(spelled.seen).toContain('["ab"] number 2')
  expect(spelled.root.truncated).toBe(false)
})

test('a name that takes an escape is not what it would be without', () => {
  // `a":"b` is no name that `{"a":"b"}` has.
  expect(walk(['{"a\\":\\"b":1}', '{"a":"b"}']).seen).toContain('["a"] string "b"')
  expect(walk(['{"\\ud800":1}', '{"\ufffd":2}']).root.children.map((n) => n.name)).toEqual(['\ud800', '\ufffd'])
})

test('agrees with the value that was written, for values of every shape', () => {
  const random = seeded(3)
  const expected = (json: Json, path: string[], seen: Set<string>): string[] => {
    const place = JSON.stringify(path)
    const again = seen.has(place) ? [`${place} again`] : []
    seen.add(place)
    const inside = json.kind === 'object' ? json.members.flatMap(([n, v]) => expected(v, [...path, n], seen)) : []
    return [...again, ...inside, `${place} ${json.kind}`]
  }
  const records = Array.from({ length: 1500 }, () => randomJson(random))
  const { seen } = walk(records.map((r) => writeJson(r, random)))
  expect(seen.map((s) => s.split(' ').slice(0, 2).join(' '))).toEqual(
    records.flatMap((r) => expected(r, [], new Set())),
  )
})
