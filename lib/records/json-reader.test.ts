import { expect, test } from 'vitest'
import { MISSING } from './json-bytes'
import { JsonReader } from './json-reader'
import { pick, randomJson, seeded, valueAt, writeJson } from './test-json'

const KINDS = ['missing', 'null', 'boolean', 'number', 'string', 'array', 'object']

/** What is found at the paths, in a record that lies between others. */
function read(text: string, paths: string[][], namesAreUnique = false) {
  const bytes = Buffer.from(`"a"${text}"a":{`)
  const reader = new JsonReader(paths)
  reader.read(bytes, 3, 3 + Buffer.byteLength(text), namesAreUnique)
  return paths.map((_, i) => {
    if (reader.repeated[i]) return 'repeated'
    return reader.kinds[i] === MISSING ? null : bytes.toString('utf8', reader.starts[i], reader.ends[i])
  })
}

test.each<[string, string[], string | null]>([
  ['{"a":1}', ['a'], '1'],
  ['{"a"\t:\t1.0 }', ['a'], '1.0'],
  ['{ "b" : [ "a" , {"a":2} ] , "a" : null }', ['a'], 'null'],
  ['{"\\u0061":"x"}', ['a'], '"x"'],
  ['{"a":{"b":"\\""}}', ['a', 'b'], '"\\""'],
  ['{"a":[{"b":1}]}', ['a', 'b'], null],
  ['{"a":{}}', ['a', 'b'], null],
  ['{"a":1}', ['a', 'b'], null],
  ['{"a":1,"a":2}', ['a'], 'repeated'],
  ['{"a":1,"\\u0061":1}', ['a'], 'repeated'],
  ['{"a":{"b":1},"a":{}}', ['a', 'b'], 'repeated'],
  ['{"x":{"a":1},"a":2}', ['a'], '2'],
  ['{"\ufffd":1,"\\ud800":2}', ['\ud800'], '2'],
  ['{"aa":1,"":2,"é":3}', ['é'], '3'],
  ['[{"a":1}]', ['a'], null],
  ['"a"', ['a'], null],
  ['7', ['a'], null],
])('%s at %j', (text, path, expected) => {
  expect(read(text, [path])).toEqual([expected])
})

test('with names known to be unique it stops at the last of the paths', () => {
  expect(read('{"a":1,"b":{"c":2,"d":3},"a":4}', [['a'], ['b', 'c']], true)).toEqual(['1', '2'])
  expect(read('{"a":1,"b":{"c":2,"d":3},"a":4}', [['a'], ['b', 'c']])).toEqual(['repeated', '2'])
})

test('agrees with the value that was written, for values of every shape', () => {
  const random = seeded(1)
  const paths = [['a'], ['b'], ['a', 'b'], ['a', 'b', 'c'], ['é'], [''], ['a"\\'], ['\ud83d\ude00', 'a'], ['__proto__']]
  const reader = new JsonReader(paths)
  for (let run = 0; run < 3000; run++) {
    const json = randomJson(random)
    const text = writeJson(json, random)
    const bytes = Buffer.from(`${pick(random, ['', '{', '"'])}${text}`)
    reader.read(bytes, bytes.length - Buffer.byteLength(text), bytes.length)
    for (const [i, path] of paths.entries()) {
      const { value, repeated } = valueAt(json, path)
      if (repeated) {
        expect(reader.repeated[i], text).toBe(1)
        continue
      }
      expect([reader.repeated[i], KINDS[reader.kinds[i]!]], text).toEqual([0, value?.kind ?? 'missing'])
      if (!value) continue
      const found = bytes.toString('utf8', reader.starts[i], reader.ends[i])
      expect(JSON.parse(found), text).toEqual(JSON.parse(writeJson(value, random)))
      if (value.kind === 'number') expect(found).toBe(value.text)
      if (value.kind === 'string') expect(reader.escaped[i] === 1).toBe(found.includes('\\'))
    }
  }
})

test('bytes that are no JSON do not hold it up, nor lead it beyond the end', () => {
  const random = seeded(2)
  const reader = new JsonReader([['a'], ['a', 'b']])
  const bytes = Buffer.alloc(40)
  for (let run = 0; run < 20_000; run++) {
    for (let i = 0; i < bytes.length; i++) bytes[i] = pick(random, [...Buffer.from('{}[]":,ab1 \t')])
    bytes[4] = 0x7b
    reader.read(bytes, 4, 30)
    for (let i = 0; i < 2; i++) if (reader.kinds[i] !== MISSING) expect(reader.ends[i]).toBeLessThanOrEqual(30)
  }
})
