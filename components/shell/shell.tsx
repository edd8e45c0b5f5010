import type { ReactNode } from 'react'
import { Account } from './account'
import { Brand } from './brand'
import { MembershipNotice } from './membership-notice'
import { Nav } from './nav'

/** The rail and beside it the page. Under 640 px the rail is behind the menu of the bar. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh sm:grid sm:grid-cols-[var(--rail)_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-1 bg-accent px-3 py-2 text-ink-inverse focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside aria-label="Rail" className="sticky top-0 hidden h-dvh flex-col border-line border-r sm:flex">
        <div className="flex h-(--bar) shrink-0 items-center px-4">
          <Brand />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Nav />
        </div>
        <Account />
      </aside>
      <div className="min-w-0">
        <MembershipNotice />
        {children}
      </div>
    </div>
  )
}
