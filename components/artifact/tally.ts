import type { Segment } from '@/components/ui/bar'
import { count } from '@/components/ui/format'
import type { Scan } from '@/lib/protocol/read'

export type Part = { kind: Segment['kind']; count: number; words: string }

/** A single record among a million is still drawn: the least share of the bar, for what is not 0. */
const LEAST = 0.008

/** What became of every record of the artifact under a filter: each is in one part, and they add up to the total. */
export function partsOf(scan: Scan): Part[] {
  const { examined, total, matched, indeterminate, incomparable } = scan
  const looked = examined.end - examined.start
  const part = (kind: Segment['kind'], n: number, words: string): Part => ({
    kind,
    count: n,
    words: `${count(n)} ${words}`,
  })
  return [
    part('matched', matched, 'matched'),
    part('indeterminate', indeterminate, 'indeterminate: withheld or unreadable'),
    part('incomparable', incomparable, 'incomparable: another type, no match'),
    part('examined', looked - matched - indeterminate - incomparable, 'examined, no match'),
    part('rest', total - looked, 'not examined'),
  ]
}

/** The parts side by side on one bar. Shares, not places. */
export function segmentsOf(parts: Part[]): Segment[] {
  const present = parts.filter((p) => p.count > 0)
  const sum = present.reduce((n, p) => n + p.count, 0)
  const widths = present.map((p) => Math.max(LEAST, p.count / sum))
  const all = widths.reduce((n, w) => n + w, 0)
  let at = 0
  return present.map(({ kind }, i) => {
    const start = at
    at += widths[i]! / all
    return { kind, start, end: at }
  })
}
