import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from './cx'

const CONTROL =
  'w-full rounded-1 border border-line-strong bg-surface px-2 text-sm text-ink placeholder:text-ink-3 aria-invalid:border-blocked-mark disabled:bg-sunken disabled:text-ink-3'

export const Input = ({ className, exact, ...rest }: ComponentProps<'input'> & { exact?: boolean }) => (
  <input className={cx(CONTROL, 'h-7 touch:h-11 touch:text-md', exact && 'font-value', className)} {...rest} />
)
export const Textarea = ({ className, exact, ...rest }: ComponentProps<'textarea'> & { exact?: boolean }) => (
  <textarea className={cx(CONTROL, 'min-h-16 py-1.5', exact && 'font-value', className)} {...rest} />
)
/** The platform's own list: it works with every keyboard and reader, and needs no style of its own in the CSP. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select className={cx(CONTROL, 'h-7 touch:h-11 touch:text-md', className)} {...rest} />
)

/** A labelled control. The render function receives the ids that tie label, hint and error to it. */
export function Field({
  label,
  hint,
  error,
  children,
  className,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
  className?: string
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('space-y-1', className)}>
      <label htmlFor={id} className="block text-xs text-ink-2">
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-blocked-text">
          {error}
        </p>
      )}
    </div>
  )
}
