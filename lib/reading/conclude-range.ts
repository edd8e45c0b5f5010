import type { Artifact } from '@/lib/artifacts/artifact'
import type { Coverage, Omission } from '@/lib/protocol/artifact-ref'
import type { Conclusion, Scan } from '@/lib/protocol/read'

export const number = (n: number) => n.toLocaleString('en-US')

/** "eu-west, us-east" or "region eu-west, service api": dimensions in the order they were declared. */
function dimensions(c: Coverage): string {
  return Object.entries(c)
    .filter(([name]) => name !== 'start_inclusive' && name !== 'end_exclusive')
    .map(([name, value]) => `${name === 'region' ? '' : `${name} `}${Array.isArray(value) ? value.join(', ') : value}`)
    .join(', ')
}

/** `[2026-11-06T04:00:00Z, 2026-11-06T04:10:00Z)`, or what of it was declared. */
function interval(c: Coverage): string {
  if (!c.start_inclusive && !c.end_exclusive) return ''
  return `[${c.start_inclusive ?? '…'}, ${c.end_exclusive ?? '…'})`
}

export const coverageText = (c: Coverage): string => [dimensions(c), interval(c)].filter(Boolean).join(', ')

function omissionText(o: Omission): string {
  const what = [
    o.coverage && coverageText(o.coverage),
    o.field && `the field ${o.field}`,
    o.records && `records [${number(o.records.start)}, ${number(o.records.end)})`,
  ]
  return `${what.filter(Boolean).join(', ')}: ${o.reason}`
}

/** " of the captured region eu-west", or nothing where none was declared. */
export function regionOf(artifact: Pick<Artifact, 'coverage'>): string {
  const captured = coverageText(artifact.coverage)
  return captured ? ` of the captured region ${captured}` : ''
}

/**
 * The strongest sentence that a range read justifies. Three facts stay apart in it: what was captured, how far this scan
 * has come, and what neither says anything about.
 */
export function concludeRange(artifact: Artifact, requested: { start: number; end: number }, scan: Scan): Conclusion {
  const { unit, examined, total } = scan
  const seen = examined.end - examined.start
  const region = regionOf(artifact)
  const of = `of ${number(total)} captured ${unit}`
  const range = `[${number(examined.start)}, ${number(examined.end)})`

  const statement =
    total === 0
      ? `The capture${region} holds no ${unit}.`
      : seen === 0
        ? `Nothing was examined before the scan was interrupted (${scan.reason}).`
        : scan.status === 'completed'
          ? `${cap(unit)} ${range} ${of}${region} were read in full.`
          : scan.status === 'more'
            ? `${cap(unit)} ${range} ${of}${region} were read so far; more pages remain up to ${number(Math.min(requested.end, total))}.`
            : `${cap(unit)} ${range} ${of}${region} were read before the scan was interrupted (${scan.reason}).`

  const silent = silenceOf(artifact)
  if (total > 0 && (examined.start > 0 || examined.end < total)) silent.unshift(`${unit} outside ${range}`)
  return {
    kind: total === 0 ? 'none_found' : seen === 0 ? 'undetermined' : 'found',
    statement,
    bounds: {
      coverage: artifact.coverage,
      capture_status: artifact.status,
      examined: { unit, ...examined, total },
      says_nothing_about: silent,
    },
  }
}

/** What no read of the artifact can say anything about. */
export const silenceOf = (artifact: Pick<Artifact, 'omissions' | 'status'>): string[] => [
  ...artifact.omissions.map(omissionText),
  ...(artifact.status === 'unknown' ? ['whether the capture is complete: its publisher did not say'] : []),
]

const cap = (s: string) => s[0]!.toUpperCase() + s.slice(1)
