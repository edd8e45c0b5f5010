import { missingWords } from '@/components/artifact/coverage-lanes'
import type { ArtifactRef } from '@/lib/protocol/artifact-ref'
import { dimensionsOf } from './coverage-cell'

/** What was captured, and what is missing, in one sentence each. `missing` carries the weight of the sentence. */
export function captureSentence({ status, coverage, omissions }: ArtifactRef['completeness']): {
  captured: string
  missing: string | null
} {
  const region = dimensionsOf(coverage)
  const missing =
    omissions.length === 0
      ? null
      : omissions.length > 3
        ? `${omissions.length} parts that were asked for are missing`
        : omissions.map((o) => `${missingWords(o)} is missing: ${o.reason}`).join('; ')
  switch (status) {
    case 'complete':
      return {
        captured: region ? `Captured ${region} in full.` : 'Captured in full.',
        missing: missing && `${missing}.`,
      }
    case 'partial':
      return {
        captured: region ? `Captured ${region}, in part.` : 'Captured in part.',
        missing: missing ? `${missing}.` : 'What is missing was not declared.',
      }
    case 'unknown':
      return {
        captured: region ? `Names ${region}.` : 'Names no region.',
        missing: `How much of it was captured is unknown${missing ? `; ${missing}` : ''}.`,
      }
  }
}
