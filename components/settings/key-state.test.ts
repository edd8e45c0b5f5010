import { describe, expect, it } from 'vitest'
import { keyState } from './key-state'

const now = Date.parse('2026-11-06T05:00:00Z')

describe('keyState', () => {
  it('is active without an end', () => {
    expect(keyState({ revoked_at: null, expires_at: null }, now)).toBe('active')
  })
  it('is expired from the instant of its expiry', () => {
    expect(keyState({ revoked_at: null, expires_at: '2026-11-06T05:00:00Z' }, now)).toBe('expired')
    expect(keyState({ revoked_at: null, expires_at: '2026-11-06T05:00:01Z' }, now)).toBe('active')
  })
  it('is revoked even when it has expired too', () => {
    expect(keyState({ revoked_at: '2026-11-01T00:00:00Z', expires_at: '2026-11-02T00:00:00Z' }, now)).toBe('revoked')
  })
})
