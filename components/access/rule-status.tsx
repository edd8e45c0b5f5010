import { Status, type StatusWord } from '@/components/ui/status'
import type { RuleRow } from '@/lib/protocol/authority'

const WORD: Record<NonNullable<RuleRow['ended']>, { word: StatusWord; says?: string }> = {
  revoked: { word: 'revoked' },
  expired: { word: 'expired' },
  not_yet: { word: 'not yet' },
  left: { word: 'revoked', says: 'left' },
  restricted: { word: 'restricted' },
}

/** Whether a rule holds now, or what ended it. */
export function RuleStatus({ ended }: { ended: string | null }) {
  if (ended === null) return <Status word="active" />
  const { word, says } = WORD[ended as keyof typeof WORD]
  return <Status word={word}>{says}</Status>
}
