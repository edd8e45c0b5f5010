'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { CommandsProvider } from './commands'
import { type Session, SessionProvider } from './session'

/**
 * Reads are disclosures and are recorded: nothing is fetched again because a window came to the front, and a refusal is
 * not asked for a second time.
 */
const client = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
    },
  })

/** `nonce`: libraries that add a style sheet of their own (the scroll lock of dialogs) take it from here. */
export function Providers({
  session,
  nonce,
  children,
}: {
  session: Session
  nonce: string | null
  children: ReactNode
}) {
  const [queries] = useState(client)
  // The document's policy is that of its first load: a later render brings another nonce, which it would refuse.
  if (typeof window !== 'undefined' && nonce)
    (window as unknown as { __webpack_nonce__?: string }).__webpack_nonce__ ??= nonce
  return (
    <NuqsAdapter>
      <QueryClientProvider client={queries}>
        <SessionProvider value={session}>
          <CommandsProvider signedIn={session.me !== null}>{children}</CommandsProvider>
        </SessionProvider>
      </QueryClientProvider>
    </NuqsAdapter>
  )
}
