'use client'
import { useEffect, useState } from 'react'
import { cx } from './cx'
import { relative, utc, utcClock, utcExact } from './format'

/**
 * An instant. `relative` (default) reads "4 min ago" and keeps itself current; `utc` is date and time, `exact` to
 * the millisecond; `clock` is the time of
 * day alone. The exact instant is in the title and in `datetime`, whichever is shown.
 */
export function Time({
  at,
  show = 'relative',
  className,
}: {
  at: string
  show?: 'relative' | 'utc' | 'exact' | 'clock'
  className?: string
}) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (show !== 'relative') return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), Math.abs(Date.parse(at) - Date.now()) < 120_000 ? 1000 : 30_000)
    return () => clearInterval(timer)
  }, [at, show])
  const exact = new Date(at).toISOString()
  return (
    <time
      dateTime={exact}
      title={exact}
      // The server's "now" is a moment earlier than the browser's.
      suppressHydrationWarning
      className={cx('whitespace-nowrap', show !== 'relative' && 'font-value text-xs', className)}
    >
      {show === 'relative' ? relative(at, now) : { utc, exact: utcExact, clock: utcClock }[show](at)}
    </time>
  )
}
