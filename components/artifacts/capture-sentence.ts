import { missingWords } from '@/components/artifact/coverage-lanes'
import { interval } from '@/components/ui/format'
import type { ArtifactRef, Omission } from '@/lib/protocol/artifact-ref'
import { dimensionsOf } from './coverage-cell'

type Completeness = ArtifactRef['completeness']

/** What was captured, and what is missing, in one sentence each. `missing` carries the weight of the sentence. */
export function captureSentence({ status, coverage, omissions }: Completeness): {
  captured: string
  missing: string | null
} {
  const region = dimensionsOf(coverage)
  const missing =
    omissions.length === 0
      ? null
      : omissions.length > 3
        ? `${omissions.length} parts that were asked for are missing`
        : omissions.map((o) => `${what(o, coverage)} is missing: ${o.reason}`).join('; ')
  switch (status) {
    case 'complete':
      return {
        captured: region ? `Captured ${region} in full.` : 'Captured in full.',
        missing: missing && `${missing}.`,
      }
    case 'partial':
      return {
        captured: region ? `Captured ${region}.` : 'Captured in part.',
        missing: missing ? `${missing}.` : 'Part of what was asked for is missing; which, was not declared.',
      }
    case 'unknown':
      return {
        captured: region ? `Names ${region}.` : 'Names no region.',
        missing: `How much of it was captured is unknown${missing ? `; ${missing}` : ''}.`,
      }
  }
}

/** In few words: an interval that is the capture's own is not said again. */
function what(o: Omission, captured: Completeness['coverage']): string {
  if (!o.coverage || o.field || o.records) return missingWords(o)
  const region = dimensionsOf(o.coverage)
  const { start_inclusive: start, end_exclusive: end } = o.coverage
  const same = start === captured.start_inclusive && end === captured.end_exclusive
  const times = (start || end) && !(same && region) ? interval(start, end) : null
  return [region, times].filter(Boolean).join(', ')
}
