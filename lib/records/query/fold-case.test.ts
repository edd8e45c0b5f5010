import { expect, test } from 'vitest'
import { foldCase } from './fold-case'

test.each([
  ['ABC', 'abc'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['\u212a', 'k'],
  ['ſ', 'S'],
  ['µ', 'μ'],
  ['ﬁ', 'FI'],
  ['ǅ', 'ǆ'],
  ['İ', 'i\u0307'],
])('%s and %s are one', (a, b) => {
  expect(foldCase(a)).toBe(foldCase(b))
})

test.each([
  ['ı', 'i'],
  ['I', 'ı'],
  ['e', 'é'],
  ['é', 'e\u0301'],
])('%s and %s are not', (a, b) => {
  expect(foldCase(a)).not.toBe(foldCase(b))
})

test('folding again changes nothing, and a part folds as it does in the whole', () => {
  for (let c = 0; c < 0x20000; c++) {
    if (c >= 0xd800 && c < 0xe000) continue
    const text = String.fromCodePoint(c)
    const folded = foldCase(text)
    if (foldCase(folded) !== folded) expect(foldCase(folded), c.toString(16)).toBe(folded)
    if (foldCase(`aΣ${text}Σ`) !== `aσ${folded}σ`) expect(foldCase(`aΣ${text}Σ`), c.toString(16)).toBe(`aσ${folded}σ`)
  }
})
