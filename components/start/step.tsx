import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { Glyph } from '@/components/ui/glyph'

/** One step: a number until the service has the fact that settles it, then the mark and the fact in words. */
export function Step({
  number,
  title,
  fact,
  children,
}: {
  number: number
  title: string
  /** What the service knows that settles the step; null while it knows nothing. */
  fact: ReactNode | null
  children: ReactNode
}) {
  return (
    <li
      className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 border-line border-b px-4 py-4 last:border-b-0"
      data-step={number}
      data-settled={fact !== null}
    >
      <span
        aria-hidden="true"
        className={cx(
          'mt-px flex size-6 items-center justify-center rounded-full border text-xs',
          fact === null ? 'border-line-strong text-ink-2' : 'border-transparent text-settled-mark',
        )}
      >
        {fact === null ? number : <Glyph name="acknowledged" />}
      </span>
      <div className="min-w-0 space-y-3">
        <div>
          <h2 className="font-semibold text-md">{title}</h2>
          {fact !== null && <p className="text-settled-text text-xs">{fact}</p>}
        </div>
        {children}
      </div>
    </li>
  )
}
