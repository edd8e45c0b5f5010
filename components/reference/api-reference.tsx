'use client'

import { ApiReferenceReact } from '@scalar/api-reference-react'
import '@scalar/api-reference-react/style.css'

/**
 * The interactive reference, generated from the description that validates requests. It asks this instance and nobody
 * else: no proxy, no fonts from outside, no telemetry. A signed-in person's requests carry their session.
 */
export function ApiReference() {
  return (
    <ApiReferenceReact
      configuration={{
        url: '/api/v1/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        persistAuth: false,
        defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      }}
    />
  )
}
