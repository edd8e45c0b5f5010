'use client'
import { Origin } from '@/components/ui/origin'
import { useArtifact } from './artifact-context'
import { COMPUTED } from './fields'

/** Whose word status, coverage and omissions are. What the service computes rests on what was declared of the input. */
export function CompletenessOrigin({ className }: { className?: string }) {
  const { executed } = useArtifact()
  return (
    <Origin kind="declared" {...(className && { className })}>
      {executed ? COMPUTED : 'declared by the publisher'}
    </Origin>
  )
}
