import { expect, test } from 'vitest'
import { randomJson, seeded, valueAt, writeJson } from '@/lib/records/test-json'
import { lineObject, projectRecord } from './project'

test.each<[string, string[][], string]>([
  ['{"a":1,"b":2}', [['a']], '{"a":1}'],
  ['{ "b" : 2.50 , "a"\t:\t"\\u0061" }', [['a'], ['b']], '{"b":2.50,"a":"\\u0061"}'],
  ['{"\\u0061":9007199254740993,"a":-0}', [['a']], '{"\\u0061":9007199254740993,"a":-0}'],
  ['{"a":{"b":[1, {"c":2}],"c":3},"d":4}', [['a', 'b']], '{"a":{"b":[1, {"c":2}]}}'],
  ['{"a":{"b":1,"c":2}}', [['a', 'b'], ['a']], '{"a":{"b":1,"c":2}}'],
  ['{"a":{"b":1,"c":2}}', [['a'], ['a', 'b']], '{"a":{"b":1,"c":2}}'],
  [
    '{"a":{"b":1,"c":{"d":2,"e":3}}}',
    [
      ['a', 'c', 'd'],
      ['a', 'b'],
    ],
    '{"a":{"b":1,"c":{"d":2}}}',
  ],
  ['{"a":{"c":1}}', [['a', 'b']], '{}'],
  ['{"a":[{"b":1}],"x":"}"}', [['a', 'b']], '{}'],
  ['{"a.b":1,"a":{"b":2}}', [['a.b']], '{"a.b":1}'],
  ['{"__proto__":1,"":2}', [['__proto__'], ['']], '{"__proto__":1,"":2}'],
  ['{}', [['a']], '{}'],
  ['[{"a":1}]', [['a']], 'null'],
  ['"a"', [['a']], 'null'],
  ['{"a":1}', [['token'], ['a']], '{"a":1}'],
  ['{"token":1,"\\u0074oken":2,"a":3}', [['token'], ['a']], '{"a":3}'],
  ['{"a":{"token":1}}', [['a', 'token']], '{}'],
  ['{"token":{"a":1}}', [['token', 'a']], '{}'],
  ['{"a":{"token":1,"b":[{"token":2,"c":3}]}}', [['a']], '{"a":{"b":[{"c":3}]}}'],
  ['{"a":{"token":1,"b":[{"token":2,"c":3}]}}', [['a', 'b']], '{"a":{"b":[{"c":3}]}}'],
])('%s, of which %j: %s', (record, paths, expected) => {
  expect(projectRecord(record, paths, new Set(['token']))).toBe(expected)
})

test('a line has its number and its text', () => {
  expect(projectRecord(lineObject('"a \\"b\\""', 6), [['line_number']], new Set())).toBe('{"line_number":7}')
  expect(projectRecord(lineObject('"x"', 0), [['line'], ['line_number'], ['z']], new Set())).toBe(
    '{"line_number":1,"line":"x"}',
  )
})

test('what is asked for is there with its value, and nothing else, for records of every shape', () => {
  const random = seeded(6)
  const paths = [['a'], ['b', 'c'], ['b', 'a', 'c'], ['token']]
  for (let run = 0; run < 2000; run++) {
    const json = randomJson(random)
    const projected = projectRecord(writeJson(json, random), paths, new Set(['token']))
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
