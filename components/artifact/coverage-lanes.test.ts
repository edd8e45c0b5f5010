import { describe, expect, it } from 'vitest'
import type { Omission } from '@/lib/protocol/artifact-ref'
import { coverageLanes, missingWords, regionWords, shortRegionWords } from './coverage-lanes'

const from = '2026-11-06T04:00:00Z'
const to = '2026-11-06T04:10:00Z'
const gap = (coverage: Omission['coverage'], reason: Omission['reason'] = 'timeout'): Omission => ({
  coverage,
  reason,
  retryable: true,
})
const completeness = (coverage: Record<string, string | string[]>, omissions: Omission[] = []) => ({
  status: 'partial' as const,
  coverage,
  records: 1,
  omissions,
})

describe('coverageLanes', () => {
  it('draws an omitted value as a lane of its own', () => {
    const lanes = coverageLanes(
      completeness({ region: 'eu-west', service: 'api', start_inclusive: from, end_exclusive: to }, [
        gap({ region: 'us-east' }),
      ]),
    )
    expect(lanes).toEqual({
      dimension: 'region',
      constant: 'service api',
      axis: { start: from, end: to },
      lanes: [
        { label: 'eu-west', parts: [{ kind: 'captured', start: 0, end: 1 }] },
        { label: 'us-east', parts: [{ kind: 'omitted', start: 0, end: 1, reason: 'timeout' }] },
      ],
    })
  })

  it('cuts the gap out of what was captured, and compares instants, not texts', () => {
    const { lanes } = coverageLanes(
      completeness({ region: ['a', 'b'], start_inclusive: from, end_exclusive: to }, [
        gap({ region: 'a', start_inclusive: '2026-11-06T05:02:00+01:00', end_exclusive: '2026-11-06T04:05:00Z' }),
      ]),
    )
    expect(lanes[0]!.parts.map((p) => [p.kind, p.start, p.end])).toEqual([
      ['captured', 0, 0.2],
      ['omitted', 0.2, 0.5],
      ['captured', 0.5, 1],
    ])
    expect(lanes[1]!.parts.map((p) => p.kind)).toEqual(['captured'])
  })

  it('merges gaps that touch and keeps both reasons', () => {
    const at = (minute: number) => `2026-11-06T04:0${minute}:00Z`
    const { lanes } = coverageLanes(
      completeness({ start_inclusive: from, end_exclusive: to }, [
        gap({ start_inclusive: at(2), end_exclusive: at(4) }),
        gap({ start_inclusive: at(4), end_exclusive: at(6) }, 'denied'),
      ]),
    )
    expect(lanes[0]!.parts.filter((p) => p.kind === 'omitted')).toEqual([
      { kind: 'omitted', start: 0.2, end: 0.6, reason: 'timeout, denied' },
    ])
  })

  it('draws nothing where nothing was declared', () => {
    expect(coverageLanes(completeness({})).lanes).toEqual([])
  })
})

describe('words', () => {
  it('names one day once', () => {
    expect(shortRegionWords({ region: 'a', start_inclusive: from, end_exclusive: to })).toBe(
      'region a, 2026-11-06 [04:00, 04:10) UTC',
    )
    expect(shortRegionWords({ start_inclusive: from })).toBe('[2026-11-06 04:00, …) UTC')
    expect(shortRegionWords({ region: 'a' })).toBe('region a')
  })

  it('says a region and a gap', () => {
    expect(regionWords({ region: ['a', 'b'], start_inclusive: from, end_exclusive: to })).toBe(
      `region a, b, [${from}, ${to})`,
    )
    expect(
      missingWords({ field: 'customer_id', records: { start: 1000, end: 2000 }, reason: 'redacted', retryable: false }),
    ).toBe('field customer_id, records [1,000, 2,000)')
  })
})
