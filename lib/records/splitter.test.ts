import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typedColumns } from './csv-types'
import { FormatError, type RecordSpec } from './format'
import { IndexBuilder, RecordIndex } from './record-index'
import { openSplitter } from './splitter'
import { split } from './test-split'
import { recordValue } from './value'

const of = (format: RecordSpec['format'], pointer: string | null = null): RecordSpec => ({ format, pointer })
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

function refusal(spec: RecordSpec, content: string | Buffer): FormatError {
  try {
    split(spec, Buffer.from(content as string))
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('in whatever pieces the bytes arrive', () => {
  test('lines are what splitting at line feeds gives', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r\n', 'é', '\r', '')), sizes, (parts, s) => {
        const content = Buffer.from(parts.join(''))
        const expected = content.toString('latin1').split('\n')
        if (expected.at(-1) === '') expected.pop()
        const ended = content.toString('latin1').endsWith('\n')
        expect(split(of('lines'), content, s)).toEqual(
          expected.map((l, i) => (i < expected.length - 1 || ended ? l.replace(/\r$/, '') : l)),
        )
      }),
    )
  })

  test('ndjson values are what was joined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.json()),
        fc.constantFrom('\n', '\r\n', '\n\n', ' \n\t'),
        fc.boolean(),
        sizes,
        (values, end, last, s) => {
          const content = Buffer.from(values.join(end) + (last ? end : ''))
          expect(split(of('ndjson'), content, s)).toEqual(values.map(latin1))
        },
      ),
    )
  })

  test('elements of an array at a pointer are the elements', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), fc.json(), fc.json(), sizes, (items, before, after, s) => {
        const content = Buffer.from(
          `{"b\\"]":${before},"a/\\u0062":[ ${before} , {"items" : [${items.join(' , ')} ]}],"z":${after}}`,
        )
        expect(split(of('json_array', '/a~1b/1/items'), content, s)).toEqual(items.map(latin1))
      }),
    )
  })

  test('csv rows are the rows, quoted or not', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', 'é', ' ') })
    const quote = (f: string) => (/[",\r\n]/.test(f) || f === '' ? `"${f.replaceAll('"', '""')}"` : f)
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field)), fc.constantFrom('\n', '\r\n'), sizes, (rows, end, s) => {
        const lines = rows.map((r) => r.map(quote).join(','))
        const content = Buffer.from(['x,y', ...lines].join(end) + end)
        const found = split(of('csv'), content, s)
        expect(found).toEqual(lines.map(latin1))
        rows.forEach(([x, y], i) => {
          const value = recordValue(of('csv'), typedColumns(['x', 'y'], new Map()), Buffer.from(found[i]!, 'latin1'))
          expect(JSON.parse((value as { json: string }).json)).toEqual({ x, y })
        })
      }),
    )
  })
})

describe('ndjson agrees with JSON.parse on every line', () => {
  test('mutated', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '\\', '{', ']', ',', ':', '0', '-', 'e', '.', 'x'),
        (json, n, c) => {
          const at = n % (json.length + 1)
          const text = json.slice(0, at) + c + json.slice(at + (n % 2))
          let valid = true
          try {
            JSON.parse(text)
          } catch {
            valid = false
          }
          if (text.trim() === '') return
          if (valid) expect(split(of('ndjson'), Buffer.from(text))).toHaveLength(1)
          else expect(() => split(of('ndjson'), Buffer.from(text))).toThrow(FormatError)
        },
      ),
      { numRuns: 3_000 },
    )
  })
})

describe('resumed at any indexed record, the rest is the same', () => {
  const cases: [RecordSpec, string][] = [
    [of('lines'), Array.from({ length: 300 }, (_, i) => `line ${i}`).join('\r\n')],
    [of('ndjson'), Array.from({ length: 300 }, (_, i) => `{"n":${i}}`).join('\n')],
    [of('csv'), `a,b\n${Array.from({ length: 300 }, (_, i) => `${i},"x\n${i}"`).join('\n')}`],
    [of('json_array', '/r'), `{"r":[${Array.from({ length: 300 }, (_, i) => ` [${i},"]"]`).join(',')}],"z":[1]}`],
  ]
  test.each(cases)('%o', (spec, text) => {
    const content = Buffer.from(text)
    const whole = split(spec, content)
    const builder = new IndexBuilder(100)
    const splitter = openSplitter(spec, builder)
    splitter.push(content)
    splitter.end()
    const index = RecordIndex.decode(
      builder.encode({ records: 300, columns: splitter.header && typedColumns(splitter.header, new Map()) }),
    )
    expect(index.records).toBe(300)
    for (let record = 0; record < 300; record += 7) {
      const from = index.locate(record)
      expect(from.record).toBeLessThanOrEqual(record)
      expect(record - from.record).toBeLessThan(60)
      const found: string[] = []
      const resumed = openSplitter(
        spec,
        {
          end: (r, s, e) => {
            found[r] = content.toString('latin1', s, e)
          },
        },
        { resume: { ...from, header: index.header } },
      )
      resumed.push(content.subarray(from.offset))
      resumed.end()
      expect(found.slice(record)).toEqual(whole.slice(record))
    }
  })

  test('bytes that are not an index are refused', () => {
    expect(() => RecordIndex.decode(Buffer.from('HFI'))).toThrow()
    expect(() => RecordIndex.decode(Buffer.from([0x48, 0x46, 0x49, 1, 255, 255]))).toThrow()
  })
})

describe('what does not have its format is refused with the place', () => {
  test.each<[string, RecordSpec, string | Buffer, Partial<FormatError['at']>, RegExp]>([
    ['ndjson: a bad line', of('ndjson'), '{"a":1}\n\n{"a":}\n', { record: 2, line: 3, byte: 14 }, /value/],
    ['ndjson: two values on a line', of('ndjson'), '1 2\n', { record: 1, line: 1 }, /follows/],
    ['ndjson: a cut last line', of('ndjson'), '{"a":1}\n{"a"', { record: 2, line: 2 }, /middle/],
    ['ndjson: invalid UTF-8', of('ndjson'), Buffer.from([0x22, 0xc3, 0x28, 0x22]), { byte: 2 }, /UTF-8/],
    ['json_array: an object', of('json_array', '/a'), '{"a":{}}', {}, /an object, not an array/],
    ['json_array: absent', of('json_array', '/a/b'), '{"a":[1]}', {}, /names nothing/],
    ['json_array: twice', of('json_array', '/a'), '{"a":[],"\\u0061":[]}', {}, /twice/],
    ['json_array: behind it', of('json_array', ''), '[1] x', {}, /nothing more/],
    ['csv: a ragged row', of('csv'), 'a,b\n1,2\n3\n', { record: 2, line: 3 }, /1 fields, the header 2/],
    ['csv: a ragged row behind a quoted line feed', of('csv'), 'a,b\n1,"x\ny"\n3\n', { record: 2, line: 4 }, /fields/],
    ['csv: twin names', of('csv'), 'a,b,a\n', { line: 1 }, /"a" twice/],
    ['csv: an open quote', of('csv'), 'a\n"x\n', { record: 1 }, /never ends/],
    ['csv: a stray quote', of('csv'), 'a\nx"y\n', { record: 1 }, /quote/],
    ['csv: text behind a quote', of('csv'), 'a\n"x"y\n', { record: 1 }, /closing quote/],
    ['csv: nothing', of('csv'), '', {}, /header/],
  ])('%s', (_, spec, content, at, detail) => {
    const error = refusal(spec, content)
    expect(error.at).toMatchObject(at)
    expect(error.detail).toMatch(detail)
  })

  test('one bad line in a million', () => {
    const lines = Array.from({ length: 1_000_000 }, (_, i) => (i === 765_432 ? '{"n":01}' : `{"n":${i}}`))
    expect(refusal(of('ndjson'), lines.join('\n')).at).toMatchObject({ record: 765_433, line: 765_433 })
  })
})

test('a byte order mark is no part of the first record', () => {
  for (const [spec, text] of [
    [of('lines'), 'a\nb'],
    [of('ndjson'), '1\n2'],
    [of('csv'), 'h\na\nb'],
    [of('json_array', ''), '[1,2]'],
  ] as const)
    expect(split(spec, Buffer.from(`\ufeff${text}`), [1])).toEqual(
      spec.format === 'lines' || spec.format === 'csv' ? ['a', 'b'] : ['1', '2'],
    )
})
