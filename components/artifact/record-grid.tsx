'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '@/components/ui/cx'
import { count } from '@/components/ui/format'
import type { Column, RecordRow } from './record-page'
import { NarrowRow, RecordCells } from './record-row'
import { useNarrow } from './use-narrow'
import { visible } from './visible-text'

const ROW = 32
const NARROW_ROW = 56
/** How far Page Up and Page Down move. */
const LEAP = 12

/** Where a key goes from a row; null for keys that are not the grid's. */
function destination(key: string, from: number, last: number): number | null {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return from + 1
    case 'k':
    case 'ArrowUp':
      return from - 1
    case 'PageDown':
      return from + LEAP
    case 'PageUp':
      return from - LEAP
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/**
 * The records of a scan as a grid of which only the visible rows exist. One row is in the tab order; arrows, j and k move,
 * Home and End go to the ends of what is loaded, Enter opens the record, Escape closes it.
 */
export function RecordGrid({
  rows,
  columns,
  total,
  open,
  onOpen,
}: {
  rows: RecordRow[]
  columns: Column[]
  total: number
  open: number | null
  onOpen: (index: number | null) => void
}) {
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const wantsFocus = useRef(false)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? NARROW_ROW : ROW),
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change their height with the width of the screen
  useEffect(() => virtual.measure(), [narrow, virtual])
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-position="${active}"]`)
    if (row) {
      wantsFocus.current = false
      row.focus({ preventScroll: true })
    }
  })

  const move = (to: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, to))
    wantsFocus.current = true
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.metaKey || e.ctrlKey || e.altKey) return
    if (e.key === 'Enter') onOpen(rows[active]?.index ?? null)
    else if (e.key === 'Escape') onOpen(null)
    else {
      const to = destination(e.key, active, rows.length - 1)
      if (to === null) return
      move(to)
    }
    e.preventDefault()
    e.stopPropagation()
  }

  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const wide = !narrow && columns.length > 0
  return (
    <div ref={scroller} className="max-h-[min(70dvh,640px)] overflow-auto overscroll-contain">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid (ARIA in HTML, table)
        role="grid"
        aria-label={`Records ${count(rows[0]!.index)} to ${count(rows.at(-1)!.index)}`}
        aria-rowcount={total + 1}
        onKeyDown={onKeyDown}
        className={cx('w-full border-collapse text-left', !wide && 'table-fixed')}
      >
        <RecordHead columns={columns} narrow={narrow} />
        <tbody>
          <Spacer height={before} />
          {items.map((item) => {
            const row = rows[item.index]!
            const selected = row.index === open
            return (
              <tr
                key={row.index}
                aria-rowindex={row.index + 2}
                aria-selected={selected}
                data-position={item.index}
                tabIndex={item.index === Math.min(active, rows.length - 1) ? 0 : -1}
                onFocus={() => setActive(item.index)}
                onClick={() => {
                  // Selecting text in a row is not a click on it.
                  if (!getSelection()?.toString()) onOpen(selected ? null : row.index)
                }}
                className={cx(
                  'cursor-pointer border-line border-b focus-visible:-outline-offset-2',
                  narrow ? 'h-14' : 'h-8',
                  selected ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
                )}
              >
                {narrow ? <NarrowRow row={row} columns={columns} /> : <RecordCells row={row} columns={columns} />}
              </tr>
            )
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that do not exist now. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tab index takes no focus
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null

/** On a phone the header is there for readers alone: the names stand in the rows. */
function RecordHead({ columns, narrow }: { columns: Column[]; narrow: boolean }) {
  if (narrow)
    return (
      <thead className="sr-only">
        <tr aria-rowindex={1}>
          <th scope="col">Record</th>
        </tr>
      </thead>
    )
  return (
    <thead className="sticky top-0 z-10 bg-surface text-ink-3 text-xs shadow-[inset_0_-1px_0_var(--line-strong)]">
      <tr aria-rowindex={1} className="h-8 [&_th]:px-2.5 [&_th]:font-medium">
        <th scope="col" className="w-19 text-right">
          index
        </th>
        {columns.map((c) => (
          <th
            key={c.name}
            scope="col"
            style={{ minWidth: c.width }}
            className={cx('truncate', c.numeric && 'text-right')}
          >
            {visible(c.name)}
          </th>
        ))}
        {columns.length === 0 && <th scope="col">value</th>}
      </tr>
    </thead>
  )
}
