import type { ReactNode } from 'react'
import { cx } from './cx'

/**
 * Who says so. *declared*: somebody stated it and the service kept the words (an open quotation mark, outlined).
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
          <g fill="none" stroke="currentColor">
            <rect x="1.5" y="1.5" width="9" height="9" strokeDasharray="2 1.6" />
            <path
              d="M5.2 4C4.2 4.4 3.9 5.3 3.9 7.4H5.2V6H4.4M8.6 4C7.6 4.4 7.3 5.3 7.3 7.4H8.6V6H7.8"
              strokeWidth=".9"
            />
          </g>
        )}
      </svg>
      {children ?? kind}
    </span>
  )
}
