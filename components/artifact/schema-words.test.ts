import { expect, test } from 'vitest'
import { fitsWords } from './schema-words'

test('says how many records fit, and of what does not where it is', () => {
  expect(fitsWords({ status: 'valid', records: 12_840 })).toBe('all 12,840')
  expect(fitsWords({ status: 'valid', records: 0 })).toBe('there are none')
  const first = { record: 1, pointer: '/lo\u202ead', message: 'must be number' }
  expect(fitsWords({ status: 'invalid', count: 2, first })).toBe(
    '2 records do not; first record 1 at /lo‹U+202E›ad: must be number',
  )
  expect(fitsWords({ status: 'invalid', count: 1, first: { ...first, pointer: '' } })).toBe(
    '1 record does not; first record 1: must be number',
  )
  expect(fitsWords({ status: 'invalid', count: 1, first: null })).toBe('1 record does not')
})
