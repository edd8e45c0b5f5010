'use client'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx'

export const DialogRoot = Radix.Root
export const DialogTrigger = Radix.Trigger

/**
 * A modal dialog. `wide` is the 1000 px form in two columns; `bare` has no header of its own but keeps its name;
 * `side` stands at the left edge, as high as the window. */
export function DialogContent({
  title,
  description,
  children,
  wide = false,
  bare = false,
  side = false,
  className,
}: {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  wide?: boolean
  bare?: boolean
  side?: boolean
  className?: string
}) {
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
      <Radix.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        className={cx(
          'fixed z-50 flex animate-fade flex-col bg-raised shadow-dialog outline-none',
          side
            ? 'inset-y-0 left-0 w-64 overflow-y-auto'
            : 'top-[10dvh] left-1/2 max-h-[80dvh] w-[calc(100%-32px)] -translate-x-1/2 rounded-2',
          !side && (wide ? 'max-w-[1000px]' : 'max-w-[560px]'),
          className,
        )}
      >
        {bare ? (
          <Radix.Title className="sr-only">{title}</Radix.Title>
        ) : (
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-4">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-lg text-ink">{title}</Radix.Title>
              {description && <Radix.Description className="text-sm text-ink-2">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mr-1 size-7 shrink-0 rounded-1 text-ink-2 text-lg touch:size-11 hover:bg-hover"
            >
              ×
            </Radix.Close>
          </header>
        )}
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}

export const DialogBody = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('min-h-0 overflow-y-auto px-5 py-4', className)}>{children}</div>
)
/** What holds, on the left; what can be done, on the right. */
export const DialogFooter = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
    {note && <span className="mr-auto text-xs text-ink-2">{note}</span>}
    {children}
  </footer>
)
