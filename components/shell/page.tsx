import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { type Crumb, TopBar } from './top-bar'

/**
 * A page within the shell: its crumbs in the bar, then its content. Every page draws its bar itself, because only it
 * knows where it is. `tenant`: of the thing shown, where the page is about one thing. `fill`: the page is as high as the
 * window and scrolls inside.
 */
export function Page({
  crumbs,
  tenant,
  fill = false,
  children,
  className,
}: {
  crumbs: Crumb[]
  tenant?: string
  fill?: boolean
  children: ReactNode
  className?: string
}) {
  return (
    <>
      <TopBar crumbs={crumbs} {...(tenant !== undefined && { tenant })} />
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'outline-none',
          fill ? 'flex min-h-[480px] flex-col sm:h-[calc(100dvh-var(--bar))]' : 'px-4 py-5 sm:px-7',
          className,
        )}
      >
        {children}
      </main>
    </>
  )
}

/** The one title of a page, what it counts, and what can be done with the page. */
export function PageTitle({
  children,
  hint,
  actions,
  className,
}: {
  children: ReactNode
  hint?: ReactNode
  actions?: ReactNode
  className?: string
}) {
  return (
    <div className={cx('mb-4 flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <h1 className="min-w-0 break-words font-semibold text-ink text-xl">{children}</h1>
      {hint && <p className="min-w-0 text-ink-2 text-sm">{hint}</p>}
      {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
