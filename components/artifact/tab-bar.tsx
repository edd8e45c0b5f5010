'use client'
import { useEffect, useRef } from 'react'
import { cx } from '@/components/ui/cx'
import { count } from '@/components/ui/format'
import { useArtifact } from './artifact-context'
import { useTabLink } from './tab-link'
import type { TabKey } from './url-state'

/** Tabs are places with an address: links, that open elsewhere with a modifier and change only the tab without one. */
export function TabBar({ tabs, current }: { tabs: { key: TabKey; label: string }[]; current: TabKey }) {
  const { artifact, locators } = useArtifact().description
  const link = useTabLink()
  const bar = useRef<HTMLElement>(null)
  // Where the bar is wider than the screen, the current tab is brought into it; the page itself stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab that becomes the current one
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - bar.current.clientWidth / 2
  }, [current])
  const omitted = artifact.completeness.omissions.length
  const notes: Partial<Record<TabKey, string>> = {
    ...(omitted > 0 && { coverage: `${count(omitted)} omitted` }),
    ...(locators.length > 0 && { locators: count(locators.length) }),
  }
  return (
    <nav ref={bar} aria-label="Parts of this artifact" className="relative overflow-x-auto border-line border-b">
      <ul className="flex gap-5">
        {tabs.map(({ key, label }) => (
          <li key={key}>
            <a
              {...link(key)}
              aria-current={key === current ? 'page' : undefined}
              className={cx(
                '-mb-px flex h-9 touch:h-11 items-center gap-1.5 whitespace-nowrap border-b-2 focus-visible:-outline-offset-2',
                key === current
                  ? 'border-accent font-semibold text-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {label}
              {notes[key] && <span className="font-normal text-ink-3 text-xs">{notes[key]}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
