import { describe, expect, it } from 'vitest'
import { partsOf, segmentsOf } from './tally'

const scan = (end: number, total: number, matched = 0, indeterminate = 0, incomparable = 0) => ({
  status: 'more' as const,
  unit: 'records' as const,
  examined: { start: 0, end },
  total,
  matched,
  indeterminate,
  incomparable,
  skipped: 0,
})

describe('partsOf', () => {
  it('puts every record into one part', () => {
    const parts = partsOf(scan(8_000, 12_840, 3, 2, 1))
    expect(parts.map((p) => p.words)).toEqual([
      '3 matched',
      '2 indeterminate: withheld or unreadable',
      '1 incomparable: another type, no match',
      '7,994 examined, no match',
      '4,840 not examined',
    ])
    expect(parts.reduce((n, p) => n + p.count, 0)).toBe(12_840)
  })
})

describe('segmentsOf', () => {
  it('fills the bar without a gap, and draws one in a million', () => {
    const segments = segmentsOf(partsOf(scan(1_000_000, 1_000_000, 1)))
    expect(segments.map((s) => s.kind)).toEqual(['matched', 'examined'])
    expect(segments[0]!.start).toBe(0)
    expect(segments[0]!.end).toBeGreaterThan(0.005)
    expect(segments[1]!.start).toBe(segments[0]!.end)
    expect(segments[1]!.end).toBeCloseTo(1)
  })

  it('draws nothing where there are no records', () => {
    expect(segmentsOf(partsOf(scan(0, 0)))).toEqual([])
  })
})
