import { cx } from '@/components/ui/cx'

/** Exact text that may be long: it scrolls by itself, and takes the focus so that a keyboard can scroll it. */
export function ScrollText({ label, children, className }: { label: string; children: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className={cx('overflow-auto', className)}>
      <pre className="whitespace-pre-wrap px-3.5 py-3 text-xs leading-5 [overflow-wrap:anywhere]">{children}</pre>
    </section>
  )
}
