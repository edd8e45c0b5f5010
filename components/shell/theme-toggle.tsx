'use client'
import { buttonClass } from '@/components/ui/button'
import { applyTheme } from './preferences'

/** Switches between light and dark from whatever is shown now; "as the system" is in the account menu. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className={buttonClass({ variant: 'quiet', size: 'icon' })}
      onClick={() => {
        const dark = getComputedStyle(document.documentElement).colorScheme
        const shown =
          dark === 'dark' || (dark !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light'
        applyTheme(shown === 'dark' ? 'light' : 'dark')
      }}
    >
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.3" />
        <path d="M7 1.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />
      </svg>
    </button>
  )
}
