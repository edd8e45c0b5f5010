import type { ReactNode } from 'react'
import { cx } from './cx'
import { Glyph, type GlyphName } from './glyph'
import { TONE, type Tone } from './tone'

/** Every status word of this build: its glyph and its tone. A word that is not here is not a status. */
export const STATUS = {
  available: { glyph: 'available', tone: 'settled' },
  expired: { glyph: 'expired', tone: 'neutral' },
  deleted: { glyph: 'deleted', tone: 'neutral' },
  quarantined: { glyph: 'quarantined', tone: 'blocked' },
  restricted: { glyph: 'restricted', tone: 'neutral' },
  complete: { glyph: 'complete', tone: 'settled' },
  partial: { glyph: 'partial', tone: 'attention' },
  unknown: { glyph: 'unknown', tone: 'neutral' },
  completed: { glyph: 'completed', tone: 'settled' },
  more: { glyph: 'more', tone: 'motion' },
  interrupted: { glyph: 'interrupted', tone: 'attention' },
  verified: { glyph: 'verified', tone: 'settled' },
  permitted: { glyph: 'permitted', tone: 'settled' },
  denied: { glyph: 'denied', tone: 'blocked' },
  unavailable: { glyph: 'unavailable', tone: 'blocked' },
  'integrity failed': { glyph: 'integrity-failed', tone: 'blocked' },
  'not inspected': { glyph: 'not-inspected', tone: 'attention' },
  'not asked yet': { glyph: 'not-inspected', tone: 'neutral' },
  'not verified yet': { glyph: 'not-inspected', tone: 'neutral' },
  stale: { glyph: 'stale', tone: 'attention' },
  'in progress': { glyph: 'in-progress', tone: 'motion' },
  active: { glyph: 'active', tone: 'settled' },
  revoked: { glyph: 'revoked', tone: 'neutral' },
  'not yet': { glyph: 'not-yet', tone: 'neutral' },
  draining: { glyph: 'funnel', tone: 'motion' },
  drained: { glyph: 'acknowledged', tone: 'settled' },
  pending: { glyph: 'review', tone: 'attention' },
  granted: { glyph: 'permitted', tone: 'settled' },
  blocked: { glyph: 'restricted', tone: 'blocked' },
  'awaiting review': { glyph: 'review', tone: 'attention' },
  lifted: { glyph: 'acknowledged', tone: 'neutral' },
  'not joined': { glyph: 'none', tone: 'neutral' },
  acknowledged: { glyph: 'acknowledged', tone: 'settled' },
  allow: { glyph: 'permitted', tone: 'settled' },
  refuse: { glyph: 'refuse', tone: 'blocked' },
} satisfies Record<string, { glyph: GlyphName; tone: Tone }>
export type StatusWord = keyof typeof STATUS

/** In rows: the plain glyph and an ink word; only a blocked word takes its colour. `children` replaces the word. */
export function Status({ word, children, className }: { word: StatusWord; children?: ReactNode; className?: string }) {
  const { glyph, tone } = STATUS[word]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium',
        tone === 'blocked' ? 'text-blocked-text' : 'text-ink',
        className,
      )}
    >
      <Glyph name={glyph} className={TONE[tone].mark} />
      {children ?? word}
    </span>
  )
}

/** Boxed: once per header or panel, never in rows. */
export function StatusBox({ word, children }: { word: StatusWord; children?: ReactNode }) {
  const { glyph, tone } = STATUS[word]
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-[2px] border px-2 text-xs font-medium',
        TONE[tone].box,
      )}
    >
      <Glyph name={glyph} className={TONE[tone].mark} />
      {children ?? word}
    </span>
  )
}
