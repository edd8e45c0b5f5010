import { Bar, type Segment } from '@/components/ui/bar'
import { plural } from '@/components/ui/format'
import type { ArtifactRow } from '@/lib/protocol/admin'

/** "eu-west, us-east": the declared dimensions without their times; null when none were declared. */
export function dimensionsOf(coverage: unknown): string | null {
  if (typeof coverage !== 'object' || coverage === null) return null
  const values = Object.entries(coverage)
    .filter(([name]) => name !== 'start_inclusive' && name !== 'end_exclusive')
    .flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : [String(value)]))
  return values.length === 0 ? null : values.join(', ')
}

const SHAPE: Record<ArtifactRow['status'], { segments: Segment[]; label: string }> = {
  complete: { segments: [{ kind: 'captured', start: 0, end: 1 }], label: 'declared complete' },
  partial: {
    segments: [
      { kind: 'captured', start: 0, end: 0.48 },
      { kind: 'omitted', start: 0.52, end: 1 },
    ],
    label: 'declared partial; not to scale',
  },
  unknown: { segments: [{ kind: 'expired', start: 0, end: 1 }], label: 'not declared' },
}

/** What the publisher declared, as a shape and in words. The list knows no proportions, so the shape is not to scale. */
export function CoverageCell({ row, bar = true }: { row: ArtifactRow; bar?: boolean }) {
  const { segments, label } = SHAPE[row.status]
  const words = dimensionsOf(row.coverage) ?? 'not dimensioned'
  const missing = row.omissions > 0 ? plural(row.omissions, 'omission') : null
  return (
    <span className="flex min-w-0 items-center gap-1.5 overflow-hidden text-ink-3 text-xs">
      {bar && (
        <span className="w-[46px] shrink-0">
          <Bar segments={segments} label={`Coverage: ${label}`} />
        </span>
      )}
      <span className="truncate" title={words}>
        {words}
      </span>
      {missing && <span className="shrink-0 text-attention-text">{missing}</span>}
    </span>
  )
}
