'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IdText } from './chip'

/** Moving through rows with j and k asks only about the row where one stays: each question is recorded. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** One thing beside its list; over it where the screen is narrow. */
export function PeekPanel({ id, onClose, children }: { id: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the panel covers the list, so the focus goes with it; beside the list it stays on the row.
    if (matchMedia('(width < 1024px)').matches) panel.current?.focus()
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={`Peek at ${id}`}
      className="fixed inset-0 z-40 flex animate-slide flex-col bg-raised shadow-peek outline-none sm:absolute sm:left-auto sm:w-(--peek) lg:static lg:z-auto lg:shrink-0"
    >
      <header className="flex items-center justify-between gap-2 px-5 pt-4 pb-1">
        <h2 className="min-w-0 truncate font-medium text-md" title={id}>
          <IdText id={id} />
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close the peek"
          className="-mr-1.5 flex size-7 touch:size-11 shrink-0 items-center justify-center rounded-1 text-ink-2 text-lg hover:bg-hover"
        >
          ×
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label="Facts" className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        {children}
      </section>
    </aside>
  )
}
