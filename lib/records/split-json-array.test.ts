import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FormatError } from './format'
import { openSplitter } from './splitter'
import { split } from './test-split'

const at = (pointer: string | null) => ({ format: 'json_array', pointer }) as const
const found = (pointer: string | null, json: string) => split(at(pointer), Buffer.from(json))

function refusal(pointer: string, json: string): string {
  try {
    found(pointer, json)
  } catch (error) {
    if (error instanceof FormatError) return error.detail
    throw error
  }
  throw new Error('it was accepted')
}

/** Every place in a value, by pointer. */
function places(value: unknown, pointer = ''): [string, unknown][] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, v]) =>
          places(v, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
        )
      : []
  return [[pointer, value], ...inside]
}

test('any pointer into any document: the elements of an array, else a refusal', () => {
  const key = fc.string({ unit: fc.constantFrom('a', '/', '~', '"', '\\', 'é', '0', ']') })
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(0, -1.5e3, null, true, '', '[{"\\', ']},'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    ),
  }))
  let arrays = 0
  fc.assert(
    fc.property(
      tree,
      fc.constantFrom(undefined, 2),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
      (value, space, sizes) => {
        const content = Buffer.from(JSON.stringify(value, null, space))
        for (const [pointer, target] of places(JSON.parse(content.toString()))) {
          if (Array.isArray(target)) {
            arrays++
            const records = split(at(pointer), content, sizes).map((r) =>
              JSON.parse(Buffer.from(r, 'latin1').toString()),
            )
            expect(records).toEqual(target)
          } else expect(() => split(at(pointer), content, sizes)).toThrow('not an array')
          expect(() => split(at(`${pointer}/nothing`), content, sizes)).toThrow('names nothing')
        }
      },
    ),
    { numRuns: 1_500 },
  )
  expect(arrays).toBeGreaterThan(500)
})

test('elements are as captured, without the white space around them', () => {
  expect(found('', ' [ 1.0 ,\n{"b" : 9007199254740993, "b":1}\t,[ "]" ]] ')).toEqual([
    '1.0',
    '{"b" : 9007199254740993, "b":1}',
    '[ "]" ]',
  ])
  expect(found(null, '[]')).toEqual([])
})

test('a name on the way may be escaped, and must be there once', () => {
  expect(found('/abc', '{"ab\\u0063":[1]}')).toEqual(['1'])
  expect(found('/💥', '{"\\ud83d\\udca5":[1]}')).toEqual(['1'])
  expect(refusal('/a/b', '{"a":{"b":[1]},"a":0}')).toContain('"a"')
  expect(refusal('/a/b', '{"a":{"c":1},"\\u0061":{"b":[1]}}')).toContain('occurs twice')
  // Elsewhere two equal names are the publisher's own affair.
  expect(found('/a', '{"x":1,"x":2,"a":[{"k":1,"k":2}]}')).toEqual(['{"k":1,"k":2}'])
})

test('numbers name elements of arrays only as RFC 6901 writes them', () => {
  expect(found('/1', '[[1],[2,3]]')).toEqual(['2', '3'])
  for (const pointer of ['/01', '/-', '/2', '/+1']) expect(refusal(pointer, '[[1],[2]]')).toContain('names nothing')
})

test('the document is validated to its end, and the place is told', () => {
  expect(refusal('', '[1,2')).toContain('ends in the middle')
  expect(refusal('', '')).toContain('no JSON text')
  expect(refusal('/a', '{"a":[1],"b":tru}')).toContain('inside what begins like true')
  const splitter = openSplitter(at(''), { end: () => {} })
  expect(() => splitter.push(Buffer.from('[1,\n2,\n3,]'))).toThrow(
    expect.objectContaining({ at: { record: 4, line: 3, byte: 9 } }),
  )
})
