import type { ReactNode } from 'react'
import { cx } from './cx'

/**
 * A sentence the service would sign, between the brackets of a half-open interval, and under it what it says nothing
 * about. Only for conclusions, check results and gate summaries; nothing unsigned gets the serif.
 */
export function Finding({
  children,
  saysNothingAbout,
  className,
}: {
  children: ReactNode
  saysNothingAbout?: ReactNode
  className?: string
}) {
  return (
    <div className={cx('bounded', className)}>
      <p className="font-finding text-md text-ink [&_b]:font-semibold [&_strong]:font-semibold">{children}</p>
      {saysNothingAbout && <p className="mt-0.5 text-xs text-ink-2">{saysNothingAbout}</p>}
    </div>
  )
}

/** The same voice inside a panel that has its own frame. */
export function FindingText({ children, className }: { children: ReactNode; className?: string }) {
  return <p className={cx('font-finding text-md text-ink', className)}>{children}</p>
}
