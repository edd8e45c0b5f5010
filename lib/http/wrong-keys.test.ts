import { expect, test } from 'vitest'
import { countWrongKey, MAX_WRONG_KEYS } from './wrong-keys'

const outcome = (address: string, now: number) => {
  try {
    countWrongKey(address, now)
    return 'counted'
  } catch (e) {
    return e as { code: string; extra: { headers: Record<string, string> } }
  }
}

test('an address hears to wait after its limit, another does not, and the window ends', () => {
  for (let i = 0; i < MAX_WRONG_KEYS; i++) expect(outcome('10.0.0.1', 0)).toBe('counted')
  expect(outcome('10.0.0.1', 20_000)).toMatchObject({
    code: 'rate_limited',
    extra: { headers: { 'Retry-After': '40' } },
  })
  expect(outcome('10.0.0.2', 20_000)).toBe('counted')
  expect(outcome('10.0.0.1', 60_000)).toBe('counted')
})

test('ten thousand addresses are remembered, no more', () => {
  for (let i = 0; i < MAX_WRONG_KEYS; i++) countWrongKey('first', 0)
  for (let i = 0; i < 10_000; i++) countWrongKey(`a${i}`, 0)
  expect(outcome('first', 0), 'forgotten').toBe('counted')
})
