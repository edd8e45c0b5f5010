'use client'
import { useState } from 'react'
import { type Choices, CommandList, holds } from '@/components/ui/command-list'
import { DialogContent, DialogRoot } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { destinations } from './destination'
import { useGo } from './go'
import { usePlaces } from './nav'
import { applyTheme, type Theme } from './preferences'
import { useSession, useTenantHref } from './session'
import { useSwitchTenant } from './tenant-switcher'

const THEMES: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Theme: light' },
  { theme: 'dark', label: 'Theme: dark' },
  { theme: 'system', label: 'Theme: as the system' },
]

/**
 * Goes to a page, or to whatever a pasted id, hash, tool call or locator names. A page or a tenant whose name holds the text
 * comes before a search for the text. Nothing is looked up before it is chosen.
 */
export function Palette({
  open,
  onOpenChange,
  onShortcuts,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}) {
  const [text, setText] = useState('')
  const go = useGo()
  const places = usePlaces().flatMap((g) => g.places)
  const href = useTenantHref()
  const { me } = useSession()
  const switchTenant = useSwitchTenant()
  const then = (work: () => void) => () => {
    onOpenChange(false)
    work()
  }
  const tenants = me && me.tenants.length > 1 ? me.tenants.map((t) => t.tenant_id) : []
  const choices: Choices = [
    {
      heading: 'Pages',
      items: places
        .filter((p) => holds(p.label, text))
        .map((p) => ({
          key: p.href,
          label: p.label,
          onSelect: then(() => go(href(p.href))),
        })),
    },
    {
      heading: 'Tenants',
      items: tenants
        .filter((t) => holds(t, text))
        .map((t) => ({
          key: `tenant ${t}`,
          label: <span className="font-value text-xs">{t}</span>,
          onSelect: then(() => switchTenant(t)),
        })),
    },
    {
      heading: 'Find exactly',
      items: destinations(text).map((d) => ({
        key: `find ${d.label}`,
        label: d.label,
        aside: <span className="font-value text-ink-3 text-xs">{d.detail}</span>,
        onSelect: then(() => go(href(d.href))),
      })),
    },
    {
      heading: 'This browser',
      items: [
        ...THEMES.filter((t) => holds(t.label, text)).map(({ theme, label }) => ({
          key: label,
          label,
          onSelect: then(() => applyTheme(theme)),
        })),
        ...(holds('Keyboard shortcuts', text)
          ? [{ key: 'shortcuts', label: 'Keyboard shortcuts', aside: <Kbd>?</Kbd>, onSelect: then(onShortcuts) }]
          : []),
      ],
    },
  ]
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <DialogContent bare title="Find or go to">
        <CommandList
          label="Find or go to"
          placeholder="id, hash, tool call, locator, or a page"
          text={text}
          onText={setText}
          choices={choices}
          exact
        />
      </DialogContent>
    </DialogRoot>
  )
}
