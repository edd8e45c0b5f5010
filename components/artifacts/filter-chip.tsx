import type { ReactNode } from 'react'

/** "run | is | run_042 | ×". The value opens the filter; the cross removes it. */
export function FilterChip({
  name,
  verb,
  children,
  onEdit,
  onRemove,
}: {
  name: string
  verb: string
  children: ReactNode
  onEdit?: () => void
  onRemove?: () => void
}) {
  const part = 'flex h-full items-center px-2'
  return (
    <span className="inline-flex h-[26px] touch:h-[42px] max-w-full items-center divide-x divide-line rounded-1 border border-line-strong bg-surface text-xs">
      <span className={`${part} shrink-0 text-ink-3`}>{name}</span>
      <span className={`${part} shrink-0 text-ink-2`}>{verb}</span>
      {onEdit ? (
        <button type="button" onClick={onEdit} className={`${part} min-w-0 font-medium hover:bg-hover`}>
          <span className="truncate">{children}</span>
        </button>
      ) : (
        <span className={`${part} min-w-0 font-medium`}>
          <span className="truncate">{children}</span>
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove the filter ${name}`}
          onClick={onRemove}
          className="flex h-full w-6 touch:w-10 shrink-0 items-center justify-center text-ink-2 hover:bg-hover hover:text-ink"
        >
          <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
            <path d="m.5.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="1.2" />
          </svg>
        </button>
      )}
    </span>
  )
}
