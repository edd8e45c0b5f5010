import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FAULT, JsonMachine, MAX_JSON_DEPTH } from './json-machine'

/** Whether the bytes, in pieces of the given sizes, are one JSON text. */
function accepts(bytes: Uint8Array, sizes: readonly number[] = [bytes.length]): boolean {
  const machine = new JsonMachine()
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const stop = Math.min(bytes.length, at + Math.max(1, sizes[n % sizes.length]!))
    while (at < stop) {
      at = machine.run(bytes, at, stop)
      if (machine.event === FAULT) return false
    }
  }
  machine.finish()
  return machine.event !== FAULT
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(strict.decode(bytes))
    return true
  } catch {
    return false
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })

test('accepts what JSON.parse accepts, in any pieces', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\r\n\t'), sizes, (json, space, s) => {
      const bytes = Buffer.from(JSON.stringify(JSON.parse(json), null, space as string))
      expect(accepts(bytes, s)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('decides as JSON.parse does when bytes are changed, put in or left out', () => {
  const odd = fc.oneof(
    fc.constantFrom(...Buffer.from('"\\{}[],:.0123456789-+eEutfn \n')),
    fc.integer({ min: 0, max: 255 }),
  )
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(2), odd), { minLength: 1, maxLength: 3 })
  let valid = 0
  fc.assert(
    fc.property(fc.json({ stringUnit: 'grapheme' }), edits, sizes, (json, changes, s) => {
      const bytes = [...Buffer.from(json)]
      for (const [n, remove, byte] of changes) bytes.splice(n % (bytes.length + 1), remove, byte)
      const edited = Uint8Array.from(bytes)
      const expected = parses(edited)
      if (expected) valid++
      expect(accepts(edited, s)).toBe(expected)
    }),
    { numRuns: 10_000 },
  )
  // Both verdicts were put to the test.
  expect(valid).toBeGreaterThan(100)
})

test('decides as JSON.parse does over all short texts of the number and literal alphabet', () => {
  const alphabet = '-01.eE+tru'
  const texts = ['']
  for (let i = 0; i < texts.length && texts[i]!.length < 5; i++) for (const c of alphabet) texts.push(texts[i]! + c)
  const wrong = texts.filter((text) => text !== '' && accepts(Buffer.from(text), [1]) !== parses(Buffer.from(text)))
  expect(texts.length).toBe(111_111)
  expect(wrong).toEqual([])
})

test('decides as the decoder does over all sequences of two bytes, and the bounds of longer ones', () => {
  const wrong: string[] = []
  const tryBytes = (...inside: number[]) => {
    const bytes = Uint8Array.from([0x22, ...inside, 0x22])
    if (accepts(bytes, [1]) !== parses(bytes)) wrong.push(Buffer.from(inside).toString('hex'))
  }
  for (let a = 0; a < 256; a++) for (let b = 0; b < 256; b++) tryBytes(a, b)
  const bounds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
  for (let a = 0xe0; a < 256; a++)
    for (const b of bounds)
      for (const c of bounds) {
        tryBytes(a, b, c)
        for (const d of bounds) tryBytes(a, b, c, d)
      }
  expect(wrong).toEqual([])
})

test('a lone surrogate written as an escape is within the grammar', () => {
  expect(accepts(Buffer.from('"\\ud800"'))).toBe(true)
})

test('nesting is bounded, alternating kinds included', () => {
  const nested = (depth: number) => Buffer.from(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`)
  expect(accepts(nested(MAX_JSON_DEPTH))).toBe(true)
  expect(accepts(nested(MAX_JSON_DEPTH + 2))).toBe(false)
  expect(accepts(Buffer.from('[{"a":[1}]]'))).toBe(false)
})
