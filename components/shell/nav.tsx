'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { cx } from '@/components/ui/cx'
import { useFullLoad } from './go'
import { useSession, useTenant, useTenantHref } from './session'

export type Place = { label: string; href: string; under: string }

/** Only places that exist and that this person may open. */
export function usePlaces(): { group: string | null; places: Place[] }[] {
  const { me } = useSession()
  const tenant = useTenant()
  const admin = me?.operator || me?.tenants.some((t) => t.tenant_id === tenant && t.roles.includes('admin'))
  const record: Place[] = [
    { label: 'API reference', href: '/reference', under: '/reference' },
    { label: 'Problems', href: '/problems', under: '/problems' },
  ]
  const start: Place = { label: 'Getting started', href: '/?show=start', under: '/?' }
  if (tenant === null)
    return [...(me?.operator ? [{ group: null, places: [start] }] : []), { group: 'Reference', places: record }]
  return [
    {
      group: null,
      places: [
        { label: 'Artifacts', href: '/artifacts', under: '/artifacts' },
        { label: 'Runs', href: '/runs', under: '/runs' },
        { label: 'Locator history', href: '/locators', under: '/locators' },
        { label: 'Access', href: '/access', under: '/access' },
        { label: 'Audit', href: '/audit', under: '/audit' },
      ],
    },
    ...(admin
      ? [
          {
            group: 'Administration',
            places: [
              { label: 'Keys', href: '/settings/keys', under: '/settings/keys' },
              { label: 'Members', href: '/settings/members', under: '/settings/members' },
              { label: 'Purposes', href: '/settings/purposes', under: '/settings/purposes' },
              { label: 'Schemas', href: '/settings/schemas', under: '/settings/schemas' },
              { label: 'Limits', href: '/settings/limits', under: '/settings/limits' },
              { label: 'Signing keys', href: '/settings/signing-keys', under: '/settings/signing-keys' },
              { label: 'Sign-in', href: '/settings/sign-in', under: '/settings/sign-in' },
              start,
            ],
          },
        ]
      : []),
    { group: 'Reference', places: record },
  ]
}

export function Nav({ onGo }: { onGo?: () => void }) {
  const path = usePathname()
  const href = useTenantHref()
  const fullLoad = useFullLoad()
  return (
    <nav aria-label="Main" className="px-2 py-2">
      {usePlaces().map(({ group, places }) => (
        <div key={group ?? ''} className={group ? 'mt-3' : undefined}>
          {group && <p className="px-2 py-1 font-medium text-xs text-ink-3">{group}</p>}
          <ul>
            {places.map((place) => {
              const here =
                path === place.under || path.startsWith(`${place.under}/`) || (place.under === '/?' && path === '/')
              const Anchor = fullLoad(place.href) ? 'a' : Link
              return (
                <li key={place.href}>
                  <Anchor
                    href={href(place.href)}
                    onClick={onGo}
                    aria-current={here ? 'page' : undefined}
                    className={cx(
                      'flex h-7 touch:h-11 items-center rounded-r-1 px-2 text-sm',
                      here
                        ? 'bg-selected font-semibold text-ink shadow-[inset_2px_0_0_var(--accent)]'
                        : 'text-ink-2 hover:bg-hover hover:text-ink',
                    )}
                  >
                    {place.label}
                  </Anchor>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
