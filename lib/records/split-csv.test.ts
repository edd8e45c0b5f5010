import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFields } from './csv-row'
import { FormatError } from './format'
import { split } from './test-split'

const CSV = { format: 'csv', pointer: null } as const
const rows = (content: string) => split(CSV, Buffer.from(content)).map(csvFields)

function refusal(content: string): FormatError {
  try {
    split(CSV, Buffer.from(content))
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
  throw new Error('it was accepted')
}

/** The grammar of RFC 4180 §2 as expressions, over the whole text at once; null where it does not fit. */
function oracle(text: string): string[][] | null {
  const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
  const found: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      field.lastIndex = at
      const match = field.exec(text)!
      at = field.lastIndex
      row.push(match[1]?.replaceAll('""', '"') ?? match[2]!)
      if (text[at] !== ',') break
      at++
    }
    const end = text.startsWith('\r\n', at) ? 2 : text[at] === '\n' ? 1 : at === text.length ? 0 : null
    if (end === null) return null
    at += end
    found.push(row)
  }
  const width = found[0]?.length ?? 0
  const blank = (row: string[]) => width > 1 && row.length === 1 && row[0] === ''
  while (found.length > 1 && blank(found.at(-1)!)) found.pop()
  if (width === 0 || new Set(found[0]).size < width || found.some((row) => row.length !== width)) return null
  return found
}

test('finds, or refuses, what the grammar says', () => {
  const piece = fc.constantFrom('a', 'b', ',', ',', '"', '""', '\n', '\r\n', '\r', 'é')
  const content = fc.tuple(fc.constantFrom('x,y\n', 'x\n', 'x,y\r\n', ''), fc.array(piece, { maxLength: 12 }))
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
  let accepted = 0
  fc.assert(
    fc.property(content, sizes, ([head, rest], s) => {
      const text = head + rest.join('')
      const expected = oracle(text)
      // An empty first line and a quoted empty one read the same; only the splitter tells them apart.
      if (text.startsWith('\n') || text.startsWith('\r\n') || /(^|\n)""(\r?\n|$)/.test(text)) return
      if (expected === null) {
        expect(() => split(CSV, Buffer.from(text), s)).toThrow(FormatError)
        return
      }
      accepted++
      const found = split(CSV, Buffer.from(text), s).map((r) => csvFields(Buffer.from(r, 'latin1').toString()))
      expect(found).toEqual(expected.slice(1))
    }),
    { numRuns: 10_000 },
  )
  expect(accepted).toBeGreaterThan(1_000)
})

test('empty lines: allowed at the end, a ragged row elsewhere, a value where there is one column', () => {
  expect(rows('a,b\n1,2\n\n\r\n\n')).toEqual([['1', '2']])
  expect(refusal('a,b\n1,2\n\n3,4\n')).toMatchObject({ at: { record: 2, line: 3, byte: 8 } })
  expect(rows('a\n1\n\n\r\n2\n')).toEqual([['1'], [''], [''], ['2']])
  expect(refusal('\r\na,b\n').detail).toContain('header row is empty')
})

test('a quoted empty field is a row, where an empty line would not be', () => {
  expect(rows('a\n""\n')).toEqual([['']])
  expect(refusal('a,b\n""\n')).toMatchObject({ at: { record: 1, line: 2 } })
})

test('150,000 columns are compared at once', () => {
  const names = Array.from({ length: 150_000 }, (_, i) => i.toString(36))
  const began = performance.now()
  expect(refusal(`${names.join(',')},0\n`).detail).toContain('"0" twice')
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('a header is held only up to a mebibyte', () => {
  expect(refusal('x'.repeat(1_048_577)).detail).toContain('longer than 1048576 bytes')
})

test('rows behind a quoted line feed are named by their own lines', () => {
  expect(refusal('a,b\r\n"1\r\n2",3\r\n4,5,6\r\n')).toMatchObject({ at: { record: 2, line: 4 } })
  expect(refusal('a\n1\r2\n').detail).toContain('carriage return')
  expect(refusal('a\n1\r').detail).toContain('carriage return')
})
