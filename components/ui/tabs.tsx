import Link from 'next/link'
import { cx } from './cx'
import { count } from './format'

export type Tab = { key: string; label: string; href: string; count?: number }

/** Tabs are places with an address: links, so that they open in a new window, work without script and can be sent. */
export function Tabs({ tabs, current, label }: { tabs: Tab[]; current: string; label: string }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-5">
        {tabs.map((tab) => (
          <li key={tab.key}>
            <Link
              href={tab.href}
              scroll={false}
              aria-current={tab.key === current ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 touch:h-11',
                tab.key === current
                  ? 'border-accent font-semibold text-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && <span className="font-normal text-xs text-ink-3">{count(tab.count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
