'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ArtifactRow } from '@/lib/protocol/admin'
import { Heads, Row } from './row'

export type RowsHandle = {
  /** Brings the row into view and puts the focus on it. */
  focus: (index: number) => void
}

const HEAD_PX = 44

/** The loaded rows, of which only those near the view are in the document: a table of any length stays light. */
export function Rows({
  items,
  total,
  peek,
  owners,
  hrefOf,
  onPeek,
  ref,
}: {
  items: ArtifactRow[]
  /** Rows in the whole list, heads excluded; -1 while unknown (aria-rowcount). */
  total: number
  peek: string | null
  /** The rows are of several tenants, which each then names. */
  owners: boolean
  hrefOf: (id: string) => string
  onPeek: (index: number) => void
  ref: Ref<RowsHandle>
}) {
  const scroller = useRef<HTMLTableElement>(null)
  // Spacers need a style attribute, which the CSP refuses in server-rendered HTML: they come with the first effect.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current?.closest<HTMLElement>('[data-scroller]') ?? null,
    estimateSize: () => 45,
    getItemKey: (i) => items[i]!.artifact_id,
    initialRect: { width: 1000, height: 900 },
    overscan: 12,
    scrollPaddingStart: HEAD_PX,
  })
  useImperativeHandle(ref, () => ({
    focus: (index) => {
      virtual.scrollToIndex(index, { align: 'auto' })
      // The row may only now come into the document.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()),
      )
    },
  }))
  const shown = virtual.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <table
      ref={scroller}
      aria-label="Artifacts"
      aria-rowcount={total < 0 ? -1 : total + 1}
      className="w-full border-collapse text-left text-sm"
    >
      <Heads />
      <tbody>
        {mounted && before > 0 && <Spacer height={before} />}
        {shown.map(({ index, key }) => {
          const row = items[index]!
          return (
            <Row
              key={key}
              row={row}
              index={index}
              owner={owners}
              peeked={row.artifact_id === peek}
              href={hrefOf(row.artifact_id)}
              onPeek={() => onPeek(index)}
              measure={virtual.measureElement}
            />
          )
        })}
        {mounted && after > 0 && <Spacer height={after} />}
      </tbody>
    </table>
  )
}

const Spacer = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no cell that takes the focus
  <tr aria-hidden="true">
    <td colSpan={6} style={{ height }} />
  </tr>
)
