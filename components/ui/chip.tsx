import Link from 'next/link'
import { CopyMark } from './copy-button'
import { cx } from './cx'
import { middle } from './middle'

/**
 * An id: shortened in its middle, whole in the title, copied whole, linked where it has a page. The prefix up to the first
 * `_` is quieter. `strike` for something deleted, which stays in its place.
 */
export function IdChip({
  id,
  href,
  what = 'the id',
  strike = false,
  copy = true,
  className,
}: {
  id: string
  href?: string
  /** Completes "Copy …". */
  what?: string
  strike?: boolean
  copy?: boolean
  className?: string
}) {
  const text = <IdText id={id} strike={strike} />
  return (
    <span
      title={id}
      className={cx(
        'inline-flex h-6 max-w-full items-center rounded-[2px] bg-sunken pl-1.5 align-middle',
        !copy && 'pr-1.5',
        className,
      )}
    >
      {href ? (
        <Link href={href} className="link min-w-0 truncate">
          {text}
        </Link>
      ) : (
        <span className="min-w-0 truncate">{text}</span>
      )}
      {copy && <CopyMark text={id} what={what} />}
    </span>
  )
}

/** The id alone, for rows and headings. */
export function IdText({ id, strike = false, whole = false }: { id: string; strike?: boolean; whole?: boolean }) {
  const shown = whole ? id : middle(id)
  const cut = shown.indexOf('_') + 1
  return (
    <span className={cx('font-value text-[.95em]', strike && 'text-ink-3 line-through')}>
      {cut > 0 && <span className="text-ink-3">{shown.slice(0, cut)}</span>}
      {shown.slice(cut)}
    </span>
  )
}

/** A digest: enough of both ends to compare by eye, the whole for the clipboard. */
export function Digest({ value, copy = true, what = 'the digest' }: { value: string; copy?: boolean; what?: string }) {
  return (
    <span title={value} className="inline-flex items-center gap-0.5 font-value text-xs">
      {middle(value, value.startsWith('sha256:') ? 15 : 8, 6)}
      {copy && <CopyMark text={value} what={what} />}
    </span>
  )
}
