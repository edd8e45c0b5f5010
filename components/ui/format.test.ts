import { describe, expect, it } from 'vitest'
import { boundedCount, bytes, duration, interval, plural, relative, utc } from './format'

describe('format', () => {
  it('counts with separators and states a bound', () => {
    expect(boundedCount({ count: 10_000, at_least: true })).toBe('≥ 10,000')
    expect(boundedCount({ count: 212, at_least: false })).toBe('212')
    expect(plural(1, 'record')).toBe('1 record')
    expect(plural(12_840, 'record')).toBe('12,840 records')
  })
  it('writes bytes in decimal units', () => {
    expect(bytes(999)).toBe('999 bytes')
    expect(bytes(3_100_000)).toBe('3.1 MB')
    expect(bytes(999_999)).toBe('1 MB')
  })
  it('writes instants in UTC whatever their offset', () => {
    expect(utc('2026-11-06T06:39:50.250+02:00')).toBe('2026-11-06 04:39:50Z')
  })
  it('writes durations in at most two units', () => {
    expect(duration(23 * 3600_000 + 28 * 60_000)).toBe('23 h 28 min')
    expect(duration(292_000)).toBe('4 min 52 s')
    expect(duration(12 * 86_400_000)).toBe('12 d')
  })
  it('says how long ago or how soon', () => {
    const now = Date.parse('2026-11-06T05:00:00Z')
    expect(relative('2026-11-06T04:59:58Z', now)).toBe('2 s ago')
    expect(relative('2026-11-06T04:59:59Z', now)).toBe('now')
    expect(relative('2026-11-07T04:28:00Z', now)).toBe('in 23 h 28 min')
  })
  it('writes intervals half-open', () => {
    expect(interval('2026-11-06T04:00:00Z', '2026-11-06T04:10:00Z')).toBe('[04:00, 04:10)')
    expect(interval('2026-11-06T04:00:05Z', undefined)).toBe('[2026-11-06 04:00:05, …)')
  })
})
