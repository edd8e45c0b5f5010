'use client'
import type { ReactNode } from 'react'
import { useArtifact } from './artifact-context'
import { type TabKey, useTab } from './url-state'

/** A plain left click without modifiers: everything else is the browser's, so that tabs open in new windows. */
const plain = (e: React.MouseEvent) => e.button === 0 && !e.metaKey && !e.ctrlKey && !e.shiftKey && !e.altKey

/** The props of a link to a tab of this page. The address works without script; with it, nothing is asked again. */
export function useTabLink(): (tab: TabKey) => { href: string; onClick: (e: React.MouseEvent) => void } {
  const [, setTab] = useTab()
  const { purpose } = useArtifact()
  return (tab) => ({
    href: `?${new URLSearchParams({ tab, ...(purpose !== null && { purpose }) })}`,
    onClick: (e) => {
      if (!plain(e)) return
      e.preventDefault()
      void setTab(tab)
    },
  })
}

export function TabLink({
  tab,
  children,
  className = 'link text-xs',
}: {
  tab: TabKey
  children: ReactNode
  className?: string
}) {
  return (
    <a className={className} {...useTabLink()(tab)}>
      {children}
    </a>
  )
}
