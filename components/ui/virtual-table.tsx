'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'

export type RowsHandle = {
  /** Brings the row into view and puts the focus on it. */
  focus: (index: number) => void
}
/** What a row puts on its `tr`, so that it is measured, found again and counted. */
export type RowProps = {
  ref: Ref<HTMLTableRowElement>
  'data-index': number
  'aria-rowindex': number
  tabIndex: -1
}

const HEAD_PX = 44

/**
 * The loaded rows, of which only those near the view are in the document: a table of any length stays light. What scrolls
 * is the nearest ancestor with `data-scroller`.
 */
export function VirtualTable<T>({
  label,
  items,
  keyOf,
  total,
  columns,
  heads,
  row,
  ref,
}: {
  label: string
  items: T[]
  keyOf: (item: T) => string
  /** Rows in the whole list, heads excluded; -1 while unknown (aria-rowcount). */
  total: number
  columns: number
  heads: ReactNode
  row: (item: T, index: number, props: RowProps) => ReactNode
  ref?: Ref<RowsHandle>
}) {
  const table = useRef<HTMLTableElement>(null)
  // Spacers need a style attribute, which the CSP refuses in server-rendered HTML: they come with the first effect.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => table.current?.closest<HTMLElement>('[data-scroller]') ?? null,
    estimateSize: () => 45,
    getItemKey: (i) => keyOf(items[i]!),
    initialRect: { width: 1000, height: 900 },
    overscan: 12,
    scrollPaddingStart: HEAD_PX,
  })
  useImperativeHandle(ref, () => ({
    focus: (index) => {
      virtual.scrollToIndex(index, { align: 'auto' })
      // The row may only now come into the document.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()),
      )
    },
  }))
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const props = (index: number): RowProps => ({
    ref: virtual.measureElement,
    'data-index': index,
    'aria-rowindex': index + 2,
    tabIndex: -1,
  })
  return (
    <table
      ref={table}
      aria-label={label}
      aria-rowcount={total < 0 ? -1 : total + 1}
      className="w-full border-collapse text-left text-sm"
    >
      {heads}
      <tbody>
        {mounted && before > 0 && <Spacer height={before} columns={columns} />}
        {shown.map(({ index }) => row(items[index]!, index, props(index)))}
        {mounted && after > 0 && <Spacer height={after} columns={columns} />}
      </tbody>
    </table>
  )
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no cell that takes the focus
  <tr aria-hidden="true">
    <td colSpan={columns} style={{ height }} />
  </tr>
)
