import { expect, test } from 'vitest'
import { compareInstants, endOfDay, parseInstant } from './instant'

/** In order; those of one row are one instant. */
const ORDER = [
  ['0000-01-01', '0000-01-01T00:00:00Z'],
  ['1969-12-31T23:59:59.9Z'],
  ['1970-01-01', '1970-01-01T00:00:00Z', '1969-12-31t19:00:00-05:00', '1970-01-01T00:00:00.000z'],
  ['1990-12-31T23:59:59.999999999999999999Z'],
  ['1990-12-31T23:59:60Z', '1990-12-31T15:59:60-08:00', '1991-01-01T00:59:60.0+01:00'],
  ['1990-12-31T23:59:60.5Z'],
  ['1991-01-01T00:00:00Z', '1991-01-01'],
  ['2000-02-29', '2000-02-28T23:00:00-01:00', '2000-02-29T23:59:00+23:59'],
  ['2024-02-29T12:00:00.1Z', '2024-02-29T12:00:00.100Z', '2024-02-29T14:30:00.1+02:30'],
  ['2024-02-29T12:00:00.10000000000000000001Z'],
  ['2024-02-29T12:00:00.2Z'],
  ['9999-12-31T23:59:59Z'],
]

test('instants are in order, across offsets, fractions and the leap second', () => {
  ORDER.forEach((row, i) => {
    ORDER.forEach((other, j) => {
      for (const a of row)
        for (const b of other)
          expect(Math.sign(compareInstants(parseInstant(a)!, parseInstant(b)!)), `${a} ${b}`).toBe(Math.sign(i - j) + 0)
    })
  })
})

test('a second is counted as the calendar does', () => {
  for (let i = 0; i < 4000; i++) {
    const at = new Date(Date.UTC(1900, 0, 1) + i * 29.7 * 86_400_000 + i * 1000)
    const text = at.toISOString()
    expect(parseInstant(text)!.tick / 2).toBe(Math.floor(at.getTime() / 1000))
    expect(parseInstant(text.slice(0, 10))!.tick / 2).toBe(Date.parse(text.slice(0, 10)) / 1000)
  }
})

test.each([
  '',
  '2024',
  '2024-02-30',
  '2023-02-29',
  '1900-02-29',
  '2024-00-10',
  '2024-13-10',
  '2024-01-00',
  '2024-1-1',
  ' 2024-01-01',
  '2024-01-01T00:00:00',
  '2024-01-01 00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:60:00Z',
  '2024-01-01T00:00:61Z',
  '2024-06-30T22:59:60Z',
  '2024-06-29T23:59:60Z',
  '2024-06-30T23:59:60+01:00',
  '2024-01-01T00:00:00.Z',
  '2024-01-01T00:00:00+0100',
  '2024-01-01T00:00:00+24:00',
  '2024-01-01T00:00:00+01:60',
  '2024-01-01T00:00Z',
  '２024-01-01',
  '2024-01-01T00:00:00Z\n',
])('%j is no instant', (text) => {
  expect(parseInstant(text)).toBe(null)
})

test('the end of a day is behind all of it and before the next', () => {
  const end = endOfDay(parseInstant('1990-12-31')!)
  expect(compareInstants(parseInstant('1990-12-31T23:59:60.99999999999Z')!, end)).toBeLessThan(0)
  expect(compareInstants(end, parseInstant('1991-01-01')!)).toBeLessThan(0)
})
