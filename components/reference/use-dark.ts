'use client'
import { useSyncExternalStore } from 'react'
import { shownTheme } from '@/components/shell/preferences'

const SYSTEM = '(prefers-color-scheme: dark)'

function subscribe(changed: () => void): () => void {
  const system = matchMedia(SYSTEM)
  const chosen = new MutationObserver(changed)
  system.addEventListener('change', changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', changed)
    chosen.disconnect()
  }
}

/** Whether the page is shown dark, for parts that do not take their colours from the tokens. null on the server. */
export const useDark = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => (shownTheme() === 'system' ? matchMedia(SYSTEM).matches : shownTheme() === 'dark'),
    () => null,
  )
