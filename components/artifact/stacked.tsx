import type { ReactNode } from 'react'

/** A table's rows on a phone: one under the other, each value with its name. */
export const Stacked = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {children}
  </ul>
)

export function StackedRow({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="px-3.5 py-2.5">
      <div className="font-medium text-sm [overflow-wrap:anywhere]">{title}</div>
      <dl className="mt-1 grid grid-cols-[88px_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 text-xs [&_dd>a]:inline-flex [&_dd>a]:min-h-6 [&_dd>a]:items-center [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-ink-3">
        {children}
      </dl>
    </li>
  )
}
