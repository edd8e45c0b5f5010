'use client'
import Link from 'next/link'
import { useState } from 'react'
import {
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuRoot,
  MenuSeparator,
  MenuTrigger,
} from '@/components/ui/menu'
import { signOut } from '@/lib/client/sign-in'
import { applyTheme, shownTheme, type Theme } from './preferences'
import { useSession, useTenant } from './session'

/** Who is signed in, in which tenant and as what; the theme; the way out. */
export function Account() {
  const { me } = useSession()
  const tenant = useTenant()
  const [theme, setTheme] = useState<Theme>('system')
  if (!me) return null
  const roles = me.tenants.find((t) => t.tenant_id === tenant)?.roles ?? []
  return (
    <MenuRoot onOpenChange={(open) => open && setTheme(shownTheme())}>
      <MenuTrigger className="w-full border-line border-t px-4 py-3 text-left hover:bg-hover">
        <span className="block truncate font-semibold text-ink">{me.name}</span>
        {tenant && (
          <span className="block truncate font-value text-ink-2 text-xs" title={tenant}>
            {tenant}
          </span>
        )}
        <span className="block truncate text-xs text-ink-3">
          {roles.join(', ') || (me.operator ? 'operator' : 'no tenant')}
        </span>
      </MenuTrigger>
      <MenuContent align="start" side="top" className="w-52">
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup
          value={theme}
          onValueChange={(value) => {
            applyTheme(value as Theme)
            setTheme(value as Theme)
          }}
        >
          <MenuRadioItem value="system">As the system</MenuRadioItem>
          <MenuRadioItem value="light">Light</MenuRadioItem>
          <MenuRadioItem value="dark">Dark</MenuRadioItem>
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuItem asChild>
          <Link href="/settings/sign-in">Your sign-in</Link>
        </MenuItem>
        <MenuItem
          onSelect={async () => {
            await signOut()
            // A full load, so that nothing of this person stays in the page's memory.
            window.location.assign('/sign-in')
          }}
        >
          Sign out
        </MenuItem>
      </MenuContent>
    </MenuRoot>
  )
}
