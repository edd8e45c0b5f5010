import type { ReactNode } from 'react'
import { cx } from './cx'
import { TONE, type Tone } from './tone'

/** A framed part of a page. `tone` gives the heavy top edge of a panel that carries a verdict. */
export function Panel({
  children,
  tone,
  className,
  ...rest
}: {
  children: ReactNode
  tone?: Tone
  className?: string
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string
}) {
  return (
    <section
      className={cx(
        'min-w-0 rounded-1 border border-line bg-surface',
        tone && cx('rounded-t-none border-t-[3px]', TONE[tone].edge),
        className,
      )}
      {...rest}
    >
      {children}
    </section>
  )
}

/** Title, a quieter hint beside it, and what can be done on the right. `level` is the heading's. */
export function PanelHeader({
  title,
  hint,
  children,
  id,
  level = 2,
}: {
  title: ReactNode
  hint?: ReactNode
  children?: ReactNode
  id?: string
  level?: 2 | 3
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-3.5 py-1.5">
      <Heading id={id} className="font-semibold text-sm text-ink">
        {title}
      </Heading>
      {hint && <span className="min-w-0 text-sm text-ink-3">{hint}</span>}
      {children && <div className="ml-auto flex items-center gap-2">{children}</div>}
    </header>
  )
}

export const PanelBody = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('px-3.5 py-3', className)}>{children}</div>
)
/** What stands below a hairline: how much is shown, and the next step. */
export const PanelFooter = ({ children, className }: { children: ReactNode; className?: string }) => (
  <footer
    className={cx(
      'flex min-h-10 flex-wrap items-center justify-between gap-2 border-t border-line px-3.5 py-1.5 text-xs text-ink-2',
      className,
    )}
  >
    {children}
  </footer>
)
