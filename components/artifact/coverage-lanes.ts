import { interval, utcDate } from '@/components/ui/format'
import type { ArtifactRef, Coverage, Omission } from '@/lib/protocol/artifact-ref'

/** Part of a lane, as fractions of the axis, half-open. */
export type LanePart = { kind: 'captured' | 'omitted'; start: number; end: number; reason?: string }
export type Lane = { label: string; parts: LanePart[] }
export type Lanes = {
  /** The dimension that the lanes are values of; null when none was declared. */
  dimension: string | null
  /** What holds for every lane: the other dimensions, as declared. */
  constant: string
  axis: { start: string; end: string } | null
  lanes: Lane[]
}

const TIMES = new Set(['start_inclusive', 'end_exclusive'])
const values = (v: string | string[] | undefined): string[] => (v === undefined ? [] : Array.isArray(v) ? v : [v])
const dimensionsOf = (c: Coverage): [string, string[]][] =>
  Object.entries(c)
    .filter(([name]) => !TIMES.has(name))
    .map(([name, value]) => [name, values(value as string | string[] | undefined)])

/** "region eu-west, us-east, service api, [from, to)": the words of a declared region. */
export function regionWords(c: Coverage): string {
  const words = dimensionsOf(c).map(([name, list]) => `${name} ${list.join(', ')}`)
  if (c.start_inclusive || c.end_exclusive) words.push(`[${c.start_inclusive ?? '…'}, ${c.end_exclusive ?? '…'})`)
  return words.join(', ')
}

/** The same for a narrow place: one day is named once, "2026-11-06 [04:00, 04:10) UTC". Exact to the minute or second. */
export function shortRegionWords(c: Coverage): string {
  const { start_inclusive: start, end_exclusive: end, ...dimensions } = c
  const words = regionWords(dimensions)
  if (!start && !end) return words
  const day = start && end && utcDate(start) === utcDate(end) ? `${utcDate(start)} ` : ''
  return [words, `${day}${interval(start, end)} UTC`].filter(Boolean).join(', ')
}

/** "region us-east", "field customer_id", "records [10, 20)": what an omission says is missing. */
export const missingWords = (o: Omission, region: (c: Coverage) => string = regionWords): string =>
  [
    o.coverage && region(o.coverage),
    o.field && `field ${o.field}`,
    o.records && `records [${o.records.start.toLocaleString('en-US')}, ${o.records.end.toLocaleString('en-US')})`,
  ]
    .filter(Boolean)
    .join(', ')

/**
 * What was captured and what was left out, as lanes on one time axis: a lane a value of the dimension with most values.
 * Only what was declared is drawn; an omission without an interval fills its lane. Field and record omissions have no
 * place on this axis: the table beside it lists them.
 */
export function coverageLanes(completeness: ArtifactRef['completeness']): Lanes {
  const regional = completeness.omissions.filter((o) => o.coverage)
  const all = [completeness.coverage, ...regional.map((o) => o.coverage!)]
  const axis = axisOf(all)
  const dimension = primaryDimension(all)
  const constant = dimensionsOf(completeness.coverage)
    .filter(([name]) => name !== dimension)
    .map(([name, list]) => `${name} ${list.join(', ')}`)
    .join(', ')
  const labels = dimension
    ? [...new Set(all.flatMap((c) => values(c[dimension] as string | string[] | undefined)))]
    : axis
      ? ['captured interval']
      : []
  const captured = dimension ? new Set(values(completeness.coverage[dimension] as string | string[] | undefined)) : null
  const lanes = labels.map((label): Lane => {
    const omitted = merged(
      regional
        .filter(
          (o) =>
            !dimension ||
            o.coverage![dimension] === undefined ||
            values(o.coverage![dimension] as string | string[]).includes(label),
        )
        .map((o) => ({ kind: 'omitted', ...span(o.coverage!, axis), reason: o.reason })),
    )
    const kept = captured === null || captured.has(label) ? subtract(span(completeness.coverage, axis), omitted) : []
    return { label, parts: [...kept, ...omitted].sort((a, b) => a.start - b.start) }
  })
  return { dimension, constant, axis: axis && { start: axis.startText, end: axis.endText }, lanes }
}

/** The dimension with the most distinct values; the first of them when several have as many. */
function primaryDimension(regions: Coverage[]): string | null {
  const found = new Map<string, Set<string>>()
  for (const [name, list] of regions.flatMap(dimensionsOf)) {
    const set = found.get(name) ?? new Set()
    for (const value of list) set.add(value)
    found.set(name, set)
  }
  let best: string | null = null
  for (const [name, set] of found) if (best === null || set.size > found.get(best)!.size) best = name
  return best
}

type Axis = { start: number; end: number; startText: string; endText: string }

function axisOf(regions: Coverage[]): Axis | null {
  const starts = regions.flatMap((c) => (c.start_inclusive ? [c.start_inclusive] : []))
  const ends = regions.flatMap((c) => (c.end_exclusive ? [c.end_exclusive] : []))
  const startText = starts.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]
  const endText = ends.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
  if (!startText || !endText) return null
  const [start, end] = [Date.parse(startText), Date.parse(endText)]
  return start < end ? { start, end, startText, endText } : null
}

function span(c: Coverage, axis: Axis | null): { start: number; end: number } {
  if (!axis) return { start: 0, end: 1 }
  const place = (text: string | undefined, otherwise: number) =>
    text ? Math.min(1, Math.max(0, (Date.parse(text) - axis.start) / (axis.end - axis.start))) : otherwise
  return { start: place(c.start_inclusive, 0), end: place(c.end_exclusive, 1) }
}

/** Neighbouring gaps become one span, so that their reasons fit in it. */
function merged(parts: LanePart[]): LanePart[] {
  const result: LanePart[] = []
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && part.start <= last.end) {
      last.end = Math.max(last.end, part.end)
      if (part.reason && !last.reason?.split(', ').includes(part.reason)) last.reason = `${last.reason}, ${part.reason}`
    } else result.push({ ...part })
  }
  return result
}

function subtract(whole: { start: number; end: number }, gaps: LanePart[]): LanePart[] {
  const parts: LanePart[] = []
  let at = whole.start
  for (const gap of gaps) {
    if (gap.start > at) parts.push({ kind: 'captured', start: at, end: Math.min(gap.start, whole.end) })
    at = Math.max(at, gap.end)
  }
  if (at < whole.end) parts.push({ kind: 'captured', start: at, end: whole.end })
  return parts.filter((p) => p.start < p.end)
}
