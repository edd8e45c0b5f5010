import '@fontsource-variable/ibm-plex-sans/index.css'
import '@fontsource/ibm-plex-mono/400.css'
import '@fontsource/ibm-plex-mono/500.css'
import '@fontsource/ibm-plex-mono/600.css'
import '@fontsource/ibm-plex-serif/400.css'
import '@fontsource/ibm-plex-serif/600.css'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { THEME_COOKIE, themeOf } from '@/components/shell/preferences'
import { Providers } from '@/components/shell/providers'
import { Shell } from '@/components/shell/shell'
import { chosenTenant, endedMembership } from '@/components/shell/tenant'
import { SvgDefs } from '@/components/ui/svg-defs'
import { me } from '@/lib/authority/users'
import { runtime } from '@/lib/runtime'
import { currentCaller } from './caller'

export const metadata: Metadata = {
  title: { default: 'Holdfast', template: '%s · Holdfast' },
  description: 'Immutable, protected references to tool results.',
  robots: { index: false },
}
export const viewport: Viewport = { colorScheme: 'light dark', width: 'device-width', initialScale: 1 }

/**
 * Every page is rendered for its request: the nonce of its scripts, the person, and the theme are of this request alone.
 * Said here and not by what a page awaits, because the build would else begin every page, and with it the database.
 */
export const dynamic = 'force-dynamic'

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [rt, caller, cookieStore, headerList] = await Promise.all([runtime(), currentCaller(), cookies(), headers()])
  const theme = themeOf(cookieStore.get(THEME_COOKIE)?.value)
  const nonce = /'nonce-([^']+)'/.exec(headerList.get('content-security-policy') ?? '')?.[1] ?? null
  const session = {
    me: caller && (await me(rt, caller)),
    tenant: caller && (await chosenTenant(caller, null)),
    ended: caller && (await endedMembership(caller)),
    baseUrl: rt.config.baseUrl,
  }
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <body>
        <SvgDefs />
        <Providers session={session} nonce={nonce}>
          {caller ? <Shell>{children}</Shell> : children}
        </Providers>
      </body>
    </html>
  )
}
