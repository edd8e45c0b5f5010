import { expect, test } from 'vitest'
import { NOTHING_WITHHELD } from '@/lib/records/withheld'
import { nearest } from './nearest'
import type { FieldSummary } from './statistics'

const field = (...path: string[]): FieldSummary => ({ path, kinds: ['string'], present: 1, null: 0, missing: 0 })
const FIELDS = [
  field('severity'),
  field('service'),
  field('timestamp'),
  field('http', 'status'),
  field('http', 'statusText'),
  field('user_id'),
  field('password'),
]
const near = (...path: string[]) => nearest(path, FIELDS, NOTHING_WITHHELD)

test('what was meant, by a slip, another case, a beginning, or without where it lies', () => {
  expect(near('severty')).toEqual(['severity'])
  expect(near('Severity')).toEqual(['severity'])
  expect(near('sevreity')).toEqual(['severity'])
  expect(near('time')).toEqual(['timestamp'])
  expect(near('status')).toEqual(['http.status', 'http.statusText'])
  expect(near('http', 'stauts')).toEqual(['http.status'])
  expect(near('userid')).toEqual(['user_id'])
})

test('nothing for what is like nothing', () => {
  expect(near('qqqq')).toEqual([])
  expect(nearest(['severity'], [], NOTHING_WITHHELD)).toEqual([])
})

test('at most three, and long names without end', () => {
  expect(
    nearest(
      ['aa'],
      ['aab', 'aac', 'aad', 'aae'].map((n) => field(n)),
      NOTHING_WITHHELD,
    ),
  ).toHaveLength(3)
  expect(nearest(['x'.repeat(100_000)], [field('x'.repeat(200))], NOTHING_WITHHELD)).toHaveLength(1)
})

test('never one that is masked', () => {
  const withheld = { mask: new Set(['password', 'http']), omitted: [] }
  expect(nearest(['passwrd'], FIELDS, withheld)).toEqual([])
  expect(nearest(['status'], FIELDS, withheld)).toEqual([])
})
