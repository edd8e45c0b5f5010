'use client'
import { useArtifact } from './artifact-context'

/** What a reader under a mask is told in the place of what would reveal the withheld fields. */
export function Masked({ what }: { what: string }) {
  const fields = useArtifact().description.masked
  if (!fields) return null
  return (
    <p className="text-ink-2 text-sm">
      The grant withholds {fields.map((f) => `"${f}"`).join(', ')} from you. {what} would reveal{' '}
      {fields.length === 1 ? 'it' : 'them'} and {what.endsWith('s') ? 'are' : 'is'} not served; records are, without{' '}
      {fields.length === 1 ? 'this field' : 'these fields'}.
    </p>
  )
}
