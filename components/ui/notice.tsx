import type { ReactNode } from 'react'
import { cx } from './cx'
import { Glyph, type GlyphName } from './glyph'
import { TONE, type Tone } from './tone'

const MARK: Partial<Record<Tone, GlyphName>> = {
  attention: 'not-inspected',
  blocked: 'denied',
  settled: 'verified',
  motion: 'in-progress',
}

/** A fact that changes how the rest of the page must be read. Stays until the fact changes. */
export function Notice({
  tone = 'neutral',
  glyph = MARK[tone],
  children,
  className,
  role,
}: {
  tone?: Tone
  glyph?: GlyphName
  children: ReactNode
  className?: string
  role?: 'status' | 'alert'
}) {
  return (
    <div role={role} className={cx('flex gap-2.5 rounded-1 border px-3 py-2 text-ink', TONE[tone].box, className)}>
      {glyph && <Glyph name={glyph} className={cx('mt-[3px]', TONE[tone].mark)} />}
      <div className="min-w-0 text-ink">{children}</div>
    </div>
  )
}
