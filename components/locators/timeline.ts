import type { LocatorMove } from '@/lib/protocol/admin'

export type Read = LocatorMove['readers'][number]
export type Step =
  | { kind: 'move'; at: string; move: number }
  | { kind: 'read'; at: string; move: number; read: Read }
  | { kind: 'now' }

export type Lane = {
  move: number
  /** From the step where the locator came to name this artifact to the one where it stopped, as fractions. */
  named: { start: number; end: number; current: boolean }
  reads: { at: number; read: Read }[]
}

/**
 * A locator's history as lanes, oldest artifact first. The axis is the order of events, each with the same room: moves can
 * be milliseconds apart and reads days later, and on a scale of time one of them would vanish. The last step is now.
 */
export function timeline(moves: LocatorMove[]): { steps: Step[]; lanes: Lane[] } {
  const ordered = moves.toSorted((a, b) => Date.parse(a.moved_at) - Date.parse(b.moved_at))
  const steps: Step[] = ordered
    .flatMap((m, move): Exclude<Step, { kind: 'now' }>[] => [
      { kind: 'move', at: m.moved_at, move },
      ...m.readers.map((read) => ({ kind: 'read' as const, at: read.at, move, read })),
    ])
    .toSorted(
      (a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.kind === 'move' ? -1 : 1) - (b.kind === 'move' ? -1 : 1),
    )
  const all: Step[] = [...dedupe(steps as Exclude<Step, { kind: 'now' }>[]), { kind: 'now' }]
  const place = (index: number) => (all.length < 2 ? 0 : index / (all.length - 1))
  const lanes = ordered.map((m, move): Lane => {
    const start = all.findIndex((s) => s.kind === 'move' && s.move === move)
    // The next move may be one that the viewer does not see; the end then stands where the first later event does.
    const ended =
      m.until === null
        ? -1
        : all.findIndex(
            (s) =>
              s.kind === 'now' || (s.kind === 'move' && s.at === m.until) || Date.parse(s.at) > Date.parse(m.until!),
          )
    return {
      move,
      named: { start: place(start), end: ended < 0 ? 1 : place(ended), current: m.until === null },
      reads: all.flatMap((s, i) => (s.kind === 'read' && s.move === move ? [{ at: place(i), read: s.read }] : [])),
    }
  })
  return { steps: all, lanes }
}

/** One artifact can be named twice: its reads are told for each naming, and count once, for the latest naming before them. */
function dedupe(steps: Exclude<Step, { kind: 'now' }>[]): Exclude<Step, { kind: 'now' }>[] {
  const last = new Map<string, number>()
  for (const s of steps)
    if (s.kind === 'read') last.set(s.read.disclosure_id, Math.max(s.move, last.get(s.read.disclosure_id) ?? -1))
  return steps.filter((s) => s.kind === 'move' || last.get(s.read.disclosure_id) === s.move)
}
