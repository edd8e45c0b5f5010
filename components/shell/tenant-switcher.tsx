'use client'
import { usePathname } from 'next/navigation'
import { MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuRoot, MenuTrigger } from '@/components/ui/menu'
import { useGo } from './go'
import { remember, TENANT_COOKIE } from './preferences'
import { useSession, useTenant } from './session'

/** Lists have a page for every tenant; a page about one thing goes back to its list, because the thing has one tenant. */
const SECTIONS = [
  '/artifacts',
  '/runs',
  '/locators',
  '/audit',
  '/settings/keys',
  '/settings/members',
  '/settings/purposes',
  '/settings/schemas',
  '/settings/limits',
  '/settings/signing-keys',
  '/settings/sign-in',
]
const sectionOf = (path: string) => SECTIONS.find((s) => path === s || path.startsWith(`${s}/`)) ?? '/artifacts'

export function useSwitchTenant(): (tenant: string) => void {
  const go = useGo()
  const path = usePathname()
  return (tenant) => {
    remember(TENANT_COOKIE, tenant)
    go(`${sectionOf(path)}?tenant=${encodeURIComponent(tenant)}`)
  }
}

/** The first crumb: which tenant. One tenant is a name; several are a choice. `shown` overrides for pages about one thing. */
export function TenantSwitcher({ shown }: { shown?: string }) {
  const { me } = useSession()
  const chosen = useTenant()
  const switchTo = useSwitchTenant()
  const tenant = shown ?? chosen
  if (!me || !tenant) return null
  if (me.tenants.length < 2) return <span className="truncate font-value text-xs text-ink">{tenant}</span>
  return (
    <MenuRoot>
      <MenuTrigger
        aria-label={`Tenant ${tenant}. Choose another`}
        className="flex h-7 max-w-48 items-center gap-1 rounded-1 px-1 font-value text-xs text-ink hover:bg-hover"
      >
        <span className="truncate">{tenant}</span>
        <svg viewBox="0 0 8 6" width="8" height="6" aria-hidden="true" className="shrink-0">
          <path d="M1 1.5 4 4.5 7 1.5" fill="none" stroke="currentColor" />
        </svg>
      </MenuTrigger>
      <MenuContent align="start" className="max-h-80 overflow-y-auto">
        <MenuLabel>Tenant</MenuLabel>
        <MenuRadioGroup value={tenant} onValueChange={switchTo}>
          {me.tenants.map((t) => (
            <MenuRadioItem key={t.tenant_id} value={t.tenant_id}>
              <span className="font-value text-xs">{t.tenant_id}</span>
              <span className="ml-auto pl-4 font-normal text-xs text-ink-3">{t.roles.join(', ')}</span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </MenuRoot>
  )
}
