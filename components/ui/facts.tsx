import type { ReactNode } from 'react'
import { cx } from './cx'

/** Name and value, one a line, split by hairlines. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('divide-y divide-line', className)}>{children}</dl>
}

/** `align="end"`: values at the right edge, as in check panels; `start`: in a column, as in the peek panel. */
export function Fact({
  name,
  children,
  align = 'start',
  wire = false,
}: {
  name: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  /** The name is a name on the wire, set in the exact-value face. */
  wire?: boolean
}) {
  return (
    <div
      className={cx(
        'grid min-h-7 items-center gap-x-3 py-1 text-xs',
        align === 'end' ? 'grid-cols-[auto_minmax(0,1fr)]' : 'grid-cols-[104px_minmax(0,1fr)]',
      )}
    >
      <dt className={cx('text-ink-3', wire && 'font-value')}>{name}</dt>
      <dd className={cx('min-w-0 break-words text-ink', align === 'end' && 'text-right')}>{children}</dd>
    </div>
  )
}
