import type { ComponentProps } from 'react'
import { cx } from './cx'

/**
 * Rows split by hairlines under a strong one; no zebra. The wrapper scrolls sideways rather than the page, and takes focus
 * so that a keyboard can scroll it (axe: scrollable-region-focusable).
 */
export function TableScroll({ label, className, ...rest }: ComponentProps<'section'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className={cx('relative overflow-x-auto', className)} {...rest} />
  )
}
export const Table = ({ className, ...rest }: ComponentProps<'table'>) => (
  <table className={cx('w-full border-collapse text-left text-sm', className)} {...rest} />
)
export const THead = ({ className, ...rest }: ComponentProps<'thead'>) => (
  <thead className={cx('border-b border-line-strong', className)} {...rest} />
)
export const Th = ({ className, numeric, ...rest }: ComponentProps<'th'> & { numeric?: boolean }) => (
  <th
    scope="col"
    className={cx(
      'h-8 whitespace-nowrap px-2 font-medium text-xs text-ink-3 first:pl-3.5 last:pr-3.5',
      numeric && 'text-right',
      className,
    )}
    {...rest}
  />
)
export const Tr = ({ className, selected, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) => (
  <tr
    data-selected={selected || undefined}
    className={cx(
      'border-b border-line last:border-b-0',
      selected ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
      className,
    )}
    {...rest}
  />
)
/** `long`: a name of any length, which breaks where it must rather than push the other columns out. */
export const Td = ({
  className,
  numeric,
  long,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean; long?: boolean }) => (
  <td
    className={cx(
      'h-9 px-2 py-1 align-middle first:pl-3.5 last:pr-3.5',
      long && 'wrap-anywhere',
      numeric && 'text-right font-value text-xs',
      className,
    )}
    {...rest}
  />
)

/** A cell whose value is withheld: never blank, never dots. */
export const Masked = () => (
  <span className="rounded-[2px] border border-line-strong border-dashed px-1.5 text-xs text-ink-3">masked</span>
)
