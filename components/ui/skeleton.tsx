import { cx } from './cx'

const WIDTHS = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3']

/** Still lines where content will stand. Nothing pulses; what is awaited is said in words. */
export function Skeleton({ lines = 3, what, className }: { lines?: number; what: string; className?: string }) {
  return (
    <div role="status" className={cx('space-y-2 py-1', className)}>
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={i} aria-hidden="true" className={cx('h-4 rounded-[2px] bg-sunken', WIDTHS[i % WIDTHS.length])} />
      ))}
    </div>
  )
}
