'use client'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DialogContent, DialogRoot } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { destinations } from './destination'
import { usePlaces } from './nav'
import { applyTheme, type Theme } from './preferences'
import { useSession, useTenantHref } from './session'
import { useSwitchTenant } from './tenant-switcher'

const ITEM =
  'flex min-h-8 touch:min-h-11 cursor-pointer items-center gap-3 rounded-1 px-2.5 text-sm data-[selected=true]:bg-selected'
const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-3 [&_[cmdk-group-heading]]:text-xs'
const THEMES: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'system', label: 'As the system' },
]

/** A page or a tenant whose name holds the text comes before a search for the text. */
const rank = (value: string, text: string): number =>
  value.startsWith('find ') ? 0.5 : value.toLowerCase().includes(text.trim().toLowerCase()) ? 1 : 0

/** Goes to a page, or to whatever a pasted id, hash, tool call or locator names. Nothing is looked up before it is chosen. */
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
  const router = useRouter()
  const places = usePlaces().flatMap((g) => g.places)
  const href = useTenantHref()
  const { me } = useSession()
  const switchTenant = useSwitchTenant()
  const run = (work: () => void) => () => {
    onOpenChange(false)
    work()
  }
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <DialogContent bare title="Find or go to">
        <Command label="Find or go to" loop filter={rank} className="flex min-h-0 flex-col">
          <div className="flex items-center gap-2 border-line border-b px-4">
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="id, hash, tool call, locator, or a page"
              className="h-11 w-full bg-transparent font-value text-sm outline-none placeholder:font-ui placeholder:text-ink-3"
            />
            <Kbd>Esc</Kbd>
          </div>
          <Command.List className="min-h-0 overflow-y-auto p-1.5">
            {text.trim() !== '' && (
              <Command.Group heading="Find exactly" forceMount className={GROUP}>
                {destinations(text).map((d) => (
                  <Command.Item
                    key={d.href}
                    forceMount
                    value={`find ${d.label}`}
                    onSelect={run(() => router.push(href(d.href)))}
                    className={ITEM}
                  >
                    {d.label}
                    <span className="ml-auto max-w-[50%] truncate font-value text-ink-3 text-xs">{d.detail}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            <Command.Group heading="Pages" className={GROUP}>
              {places.map((p) => (
                <Command.Item
                  key={p.href}
                  value={p.label}
                  onSelect={run(() => router.push(href(p.href)))}
                  className={ITEM}
                >
                  {p.label}
                </Command.Item>
              ))}
            </Command.Group>
            {me && me.tenants.length > 1 && (
              <Command.Group heading="Tenants" className={GROUP}>
                {me.tenants.map((t) => (
                  <Command.Item
                    key={t.tenant_id}
                    value={`tenant ${t.tenant_id}`}
                    onSelect={run(() => switchTenant(t.tenant_id))}
                    className={ITEM}
                  >
                    <span className="font-value text-xs">{t.tenant_id}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            )}
            <Command.Group heading="This browser" className={GROUP}>
              {THEMES.map(({ theme, label }) => (
                <Command.Item
                  key={theme}
                  value={`theme ${label}`}
                  onSelect={run(() => applyTheme(theme))}
                  className={ITEM}
                >
                  Theme: {label.toLowerCase()}
                </Command.Item>
              ))}
              <Command.Item value="keyboard shortcuts" onSelect={run(onShortcuts)} className={ITEM}>
                Keyboard shortcuts
                <span className="ml-auto">
                  <Kbd>?</Kbd>
                </span>
              </Command.Item>
            </Command.Group>
          </Command.List>
        </Command>
      </DialogContent>
    </DialogRoot>
  )
}
