import { describe, expect, it } from 'vitest'
import type { LocatorMove } from '@/lib/protocol/admin'
import { timeline } from './timeline'

const read = (at: string, id: string, while_current: boolean) => ({
  principal_id: 'agt_1',
  name: 'diagnosis-agent',
  at,
  disclosure_id: id,
  while_current,
})
const move = (
  artifact_id: string,
  moved_at: string,
  until: string | null,
  readers: LocatorMove['readers'] = [],
): LocatorMove => ({
  locator: '/tmp/incident.json',
  run_id: 'run_1',
  artifact_id,
  state: 'available',
  observed_at: moved_at,
  moved_at,
  until,
  moved_by: { principal_id: 'agt_2', name: 'collector' },
  readers,
})
const T = (minute: number) => `2026-11-06T10:${String(minute).padStart(2, '0')}:00.000Z`

describe('timeline', () => {
  it('puts the oldest artifact first and gives every event the same room', () => {
    const { steps, lanes } = timeline([
      move('art_b', T(12), null),
      move('art_a', T(10), T(12), [read(T(14), 'dsc_1', false)]),
    ])
    expect(steps.map((s) => s.kind)).toEqual(['move', 'move', 'read', 'now'])
    expect(lanes[0]!.named).toEqual({ start: 0, end: 1 / 3, current: false })
    expect(lanes[0]!.reads.map((r) => r.at)).toEqual([2 / 3])
    expect(lanes[1]!.named).toEqual({ start: 1 / 3, end: 1, current: true })
  })
  it('ends a lane at the first later event where the next move is not shown', () => {
    const { lanes } = timeline([move('art_a', T(10), T(12), [read(T(11), 'dsc_1', true), read(T(14), 'dsc_2', false)])])
    expect(lanes[0]!.named.end).toBe(2 / 3)
  })
  it('tells a read once where an artifact was named twice', () => {
    const { steps, lanes } = timeline([
      move('art_a', T(14), null, [read(T(15), 'dsc_1', true)]),
      move('art_b', T(12), T(14)),
      move('art_a', T(10), T(12), [read(T(15), 'dsc_1', false)]),
    ])
    expect(steps.filter((s) => s.kind === 'read')).toHaveLength(1)
    expect(lanes[2]!.reads).toHaveLength(1)
    expect(lanes[0]!.reads).toHaveLength(0)
  })
  it('draws a lone move from its beginning to now', () => {
    expect(timeline([move('art_a', T(10), null)]).lanes[0]!.named).toEqual({ start: 0, end: 1, current: true })
  })
})
