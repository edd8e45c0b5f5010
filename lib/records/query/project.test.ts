import { expect, test } from 'vitest'
import { maskJson } from '@/lib/records/mask'
import { randomJson, seeded, valueAt, writeJson } from '@/lib/records/test-json'
import { projectRecord } from './project'

test.each([
  ['{"a":1,"b":2,"c":3}', [['c'], ['a']], '{"a":1,"c":3}'],
  ['{ "a" : 1.50 , "b":{"x":[1, {"y":2}],"z":"\\u0041"} }', [['b', 'z']], '{"b":{"z":"\\u0041"}}'],
  ['{"a":{"b":1,"c":{"d":2}},"e":3}', [['a', 'c', 'd'], ['e']], '{"a":{"c":{"d":2}},"e":3}'],
  ['{"a":{"b":1},"x":"}"}', [['a'], ['a', 'b']], '{"a":{"b":1}}'],
  ['{"a":5}', [['a', 'b']], '{}'],
  ['{"a":[{"b":1}],"c":null}', [['a', 'b'], ['c']], '{"c":null}'],
  ['{"\\u0061":1,"a":2,"q\\"}":[ ]}', [['a'], ['q"}']], '{"\\u0061":1,"a":2,"q\\"}":[ ]}'],
  ['{"a":-12e3,"b":true}', [['b']], '{"b":true}'],
  ['{}', [['a']], '{}'],
  ['[1,2]', [['a']], 'null'],
  ['"text"', [['a']], 'null'],
])('%s', (json, paths, expected) => {
  expect(projectRecord(json, paths)).toBe(expected)
  JSON.parse(projectRecord(json, paths))
})

test('what is asked for is there with its value, and nothing else, for records of every shape', () => {
  const random = seeded(6)
  const paths = [['a'], ['b', 'c'], ['b', 'a', 'c'], ['token']]
  for (let run = 0; run < 2000; run++) {
    const json = randomJson(random)
    const projected = maskJson(projectRecord(writeJson(json, random), paths), new Set(['token']))
    if (json.kind !== 'object') {
      expect(projected).toBe('null')
      continue
    }
    const parsed = JSON.parse(projected)
    expect(projected).not.toContain('token')
    expect(Object.keys(parsed).every((name) => name === 'a' || name === 'b')).toBe(true)
    for (const path of paths.slice(0, 3)) {
      const { value, repeated } = valueAt(json, path)
      if (repeated || value?.kind === 'object' || value?.kind === 'array') continue
      const found = path.reduce((v, name) => v?.[name], parsed)
      expect(found, projected).toEqual(value ? JSON.parse(writeJson(value, random)) : undefined)
    }
  }
})
