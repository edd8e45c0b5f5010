'use client'
import { useEffect, useState } from 'react'

/**
 * The token in the fragment of this page's address, taken out of it at once, so that it is in no screenshot, bookmark or
 * history. `keep`: a name to keep it under in this tab, for the way to a provider and back. `null` until it was looked for.
 */
export function useFragmentToken(keep?: string): { token: string | null } | null {
  const [found, setFound] = useState<{ token: string | null } | null>(null)
  useEffect(() => {
    const take = () => {
      const token = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1]
      if (token) {
        if (keep) sessionStorage.setItem(keep, token)
        window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
      }
      setFound((before) => ({ token: token ?? before?.token ?? (keep ? sessionStorage.getItem(keep) : null) }))
    }
    take()
    // A link pasted where this page is open already differs in its fragment alone, and loads nothing.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [keep])
  return found
}
