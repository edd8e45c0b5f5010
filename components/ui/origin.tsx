import type { ReactNode } from 'react'
import { cx } from './cx'

/**
 * Who says so. *declared*: somebody stated it and the service kept the words (opening quotation marks, outlined).
 * *verified*: the service counted, computed or checked it itself (a filled square with a tick). The word is always there.
 */
export function Origin({
  kind,
  children,
  className,
}: {
  kind: 'declared' | 'verified'
  /** Replaces the word, e.g. "counted by the service" or "declared by the publisher". Keep the difference in words. */
  children?: ReactNode
  className?: string
}) {
  return (
    <span
      data-origin={kind}
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap text-2xs',
        kind === 'verified' ? 'text-settled-text' : 'text-ink-3',
        className,
      )}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="shrink-0">
        {kind === 'verified' ? (
          <path
            d="M1 1H11V11H1ZM2.9 6.4 5 8.5 9.2 4.1 8.2 3.1 5 6.4 3.9 5.4Z"
            fill="currentColor"
            fillRule="evenodd"
            className="text-settled-mark"
          />
        ) : (
          <path
            d="M4.9 2.6C3 3.2 1.6 4.9 1.6 7.2c0 1.4.8 2.3 1.9 2.3 1 0 1.8-.7 1.8-1.8 0-1-.7-1.7-1.6-1.7h-.3c.1-1 .8-2 1.8-2.5ZM10.3 2.6C8.4 3.2 7 4.9 7 7.2c0 1.4.8 2.3 1.9 2.3 1 0 1.8-.7 1.8-1.8 0-1-.7-1.7-1.6-1.7h-.3c.1-1 .8-2 1.8-2.5Z"
            fill="none"
            stroke="currentColor"
            strokeWidth=".9"
          />
        )}
      </svg>
      {children ?? kind}
    </span>
  )
}
