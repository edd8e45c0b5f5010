import Link from 'next/link'
import { cx } from '@/components/ui/cx'

/** A choice of one view among few, as links: each is an address of its own. */
export function ViewChoice({
  label,
  views,
  current,
}: {
  label: string
  views: { key: string; label: string; href: string }[]
  current: string
}) {
  return (
    <nav aria-label={label} className="max-w-full overflow-x-auto rounded-1 border border-line-strong bg-surface">
      <ul className="flex">
        {views.map((view) => (
          <li key={view.key} className="border-line border-l first:border-l-0">
            <Link
              href={view.href}
              scroll={false}
              aria-current={view.key === current ? 'page' : undefined}
              className={cx(
                'flex h-[26px] touch:h-[42px] items-center whitespace-nowrap px-3 text-sm focus-visible:-outline-offset-2',
                view.key === current ? 'bg-selected font-semibold text-ink' : 'text-ink-2 hover:bg-hover',
              )}
            >
              {view.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
