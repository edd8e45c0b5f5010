import type { ReactNode } from 'react'

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-4 items-center justify-center rounded-1 border border-line-strong bg-surface px-1 font-value text-2xs text-ink-2">
    {children}
  </kbd>
)
