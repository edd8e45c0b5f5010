import { expect, test } from 'vitest'
import { compareNumbers, numberKey } from './number'

/** In order; those of one row are equal. */
const ORDER = [
  ['-1e999999999999999999', '-1E+99999999999999999'],
  ['-1e400'],
  ['-9007199254740993', '-9007199254740993.000'],
  ['-9007199254740992'],
  ['-1.5', '-15e-1'],
  ['-1e-400'],
  ['0', '-0', '0.000', '0e5', '-0.0E-99', '0e999999999999999999999'],
  ['1e-9999999999'],
  ['1e-400'],
  ['0.1', '0.10', '1e-1', '0.1000000000000000000000000'],
  ['0.10000000000000000000001'],
  ['0.3', '3e-1'],
  ['0.30000000000000004'],
  ['1', '1.0', '1e0', '1E+0', '10e-1', '0.001e3'],
  ['1.00000000000000000001'],
  ['10', '1e1', '1e+1'],
  ['9007199254740992'],
  ['9007199254740993', '9.007199254740993e15'],
  ['9007199254740994'],
  ['1e400', '10e399', '0.1e401'],
  ['1e999999999'],
  ['2e999999999'],
]

test('compares exactly, whatever the digits and the exponent', () => {
  ORDER.forEach((row, i) => {
    ORDER.forEach((other, j) => {
      for (const a of row)
        for (const b of other) expect(Math.sign(compareNumbers(a, b)) + 0, `${a} ${b}`).toBe(Math.sign(i - j) + 0)
    })
  })
})

test('equal numbers have one key, others another', () => {
  const keys = ORDER.map((row) => new Set(row.map(numberKey)))
  expect(keys.every((k) => k.size === 1)).toBe(true)
  expect(new Set(keys.flatMap((k) => [...k])).size).toBe(ORDER.length)
  expect(
    keys
      .flatMap((k) => [...k])
      .map((k) => JSON.parse(k))
      .every(Number.isFinite),
  ).toBe(false)
  for (const row of ORDER) expect(compareNumbers(numberKey(row[0]!), row[0]!)).toBe(0)
})

test('agrees with integers of any length', () => {
  for (let i = 0; i < 500; i++) {
    const a = (BigInt(i * 7919) * 10n ** BigInt(i % 40)) / 3n - 10n ** 20n
    const b = a + BigInt((i % 3) - 1)
    expect(Math.sign(compareNumbers(`${a}`, `${b}`)) + 0).toBe(a < b ? -1 : a > b ? 1 : 0)
  }
})
