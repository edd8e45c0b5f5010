'use client'
import Link from 'next/link'
import { Fragment, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { DialogContent, DialogRoot, DialogTrigger } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Account } from './account'
import { Brand, BrandMark } from './brand'
import { useCommands } from './commands'
import { Nav } from './nav'
import { useSession, useTenant } from './session'
import { TenantSwitcher } from './tenant-switcher'
import { ThemeToggle } from './theme-toggle'

/** `exact`: an id or a name, in the exact-value face. The last crumb is this page. */
export type Crumb = { label: string; href?: string; exact?: boolean }

export function TopBar({ crumbs, tenant }: { crumbs: Crumb[]; tenant?: string }) {
  const { me } = useSession()
  const { openPalette } = useCommands()
  const chosen = useTenant()
  const inTenant = (tenant ?? chosen) !== null
  return (
    <header className="sticky top-0 z-30 flex h-(--bar) items-center gap-3 border-line border-b bg-canvas px-4 sm:px-7">
      <SmallMenu />
      <nav aria-label="Where this is" className="min-w-0 flex-1">
        <ol className="flex items-center gap-2 text-sm">
          {(!me || inTenant) && (
            <li className="hidden min-w-0 sm:flex">
              {me ? (
                <TenantSwitcher shown={tenant} />
              ) : (
                // This and signing in are full loads: the reference, which anybody may see, is left by one.
                <a href="/">
                  <Brand />
                </a>
              )}
            </li>
          )}
          {crumbs.map((crumb, i) => {
            const last = i === crumbs.length - 1
            const face = crumb.exact ? 'font-value text-xs' : undefined
            return (
              <Fragment key={crumb.label}>
                {(i > 0 || !me || inTenant) && (
                  <li aria-hidden="true" className="hidden text-ink-3 sm:block">
                    /
                  </li>
                )}
                <li className={cx('min-w-0 truncate', !last && 'hidden sm:block')}>
                  {crumb.href && !last ? (
                    <Link href={crumb.href} className={cx('link', face)}>
                      {crumb.label}
                    </Link>
                  ) : (
                    <span aria-current={last ? 'page' : undefined} className={cx(last && 'text-ink-2', face)}>
                      {crumb.label}
                    </span>
                  )}
                </li>
              </Fragment>
            )
          })}
        </ol>
      </nav>
      <ThemeToggle />
      {me ? (
        <>
          <button
            type="button"
            onClick={openPalette}
            className="hidden h-7 w-40 items-center gap-2 rounded-1 border border-line-strong bg-surface pr-1.5 pl-2.5 text-ink-3 text-xs hover:text-ink sm:flex lg:w-60"
          >
            <Lens />
            <span className="truncate">id, hash, tool call, locator</span>
            <span className="ml-auto">
              <Kbd>⌘K</Kbd>
            </span>
          </button>
          <Button variant="quiet" size="icon" aria-label="Find or go to" className="sm:hidden" onClick={openPalette}>
            <Lens />
          </Button>
        </>
      ) : (
        <a href="/sign-in" className={buttonClass({ size: 'small' })}>
          Sign in
        </a>
      )}
    </header>
  )
}

const Lens = () => (
  <svg viewBox="0 0 14 14" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">
    <circle cx="6" cy="6" r="4.2" strokeWidth="1.4" />
    <path d="m9.2 9.2 3.6 3.6" strokeWidth="1.6" />
  </svg>
)

/** Under 640 px the rail is a menu behind the mark. */
function SmallMenu() {
  const { me } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <div className="flex items-center gap-1 sm:hidden">
      <DialogRoot open={open} onOpenChange={setOpen}>
        <DialogTrigger aria-label="Menu" className={buttonClass({ variant: 'quiet', size: 'icon' }, '-ml-3')}>
          <svg viewBox="0 0 14 14" width="16" height="16" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
            <path d="M1 3.5H13M1 7H13M1 10.5H13" />
          </svg>
        </DialogTrigger>
        <DialogContent bare side title="Menu" className="justify-between">
          <div>
            <div className="flex h-(--bar) items-center border-line border-b px-4">
              <Brand />
            </div>
            {me && (
              <div className="border-line border-b px-4 py-2">
                <TenantSwitcher />
              </div>
            )}
            <Nav onGo={() => setOpen(false)} />
          </div>
          <Account />
        </DialogContent>
      </DialogRoot>
      <BrandMark />
    </div>
  )
}
