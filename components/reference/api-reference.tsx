'use client'

import { ApiReferenceReact } from '@scalar/api-reference-react'
import '@scalar/api-reference-react/style.css'
import { useSession } from '@/components/shell/session'
import './reference.css'
import { useDark } from './use-dark'

/**
 * The interactive reference, generated from the description that validates requests. It asks this instance and nobody
 * else: no proxy, no fonts from outside, no telemetry. A signed-in person's requests carry their session.
 */
export function ApiReference() {
  const dark = useDark()
  const { me } = useSession()
  if (dark === null) return null
  return (
    <ApiReferenceReact
      configuration={{
        url: '/api/v1/openapi.json',
        theme: 'none',
        forceDarkModeState: dark ? 'dark' : 'light',
        hideDarkModeToggle: true,
        withDefaultFonts: false,
        telemetry: false,
        // ⌘K is the palette's, here as everywhere.
        searchHotKey: 'm',
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        persistAuth: false,
        // Of a key that nobody typed it would send an empty one, and no session counts beside a key.
        authentication: { preferredSecurityScheme: me ? 'session' : 'key' },
        defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      }}
    />
  )
}
