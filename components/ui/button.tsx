import Link from 'next/link'
import type { ComponentProps } from 'react'
import { cx } from './cx'

const SHAPE =
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-1 border font-medium transition-colors duration-(--dur-1) disabled:border-line disabled:bg-sunken disabled:text-ink-3'
const SIZES = {
  default: 'h-7 px-3 text-sm touch:h-11 touch:px-4',
  small: 'h-6 px-2 text-xs touch:h-9 touch:px-3',
  /** Square, for a mark alone: give it an aria-label. */
  icon: 'size-7 text-sm touch:size-11',
}
const VARIANTS = {
  primary: 'border-accent bg-accent text-ink-inverse hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-blocked-mark bg-surface text-blocked-text hover:bg-blocked-tint',
}
type Look = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES }

export const buttonClass = ({ variant = 'secondary', size = 'default' }: Look = {}, className?: string): string =>
  cx(SHAPE, SIZES[size], VARIANTS[variant], className)

export function Button({ variant, size, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...rest} />
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={buttonClass({ variant, size }, className)} {...rest} />
}
