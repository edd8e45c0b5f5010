import { expect, test } from 'vitest'
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
