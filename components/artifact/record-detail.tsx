'use client'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { count, bytes as size } from '@/components/ui/format'
import { PanelHeader } from '@/components/ui/panel'
import { renderExact } from '@/lib/protocol/exact-json'
import { bytesOf } from './byte-rows'
import { HexTable } from './hex-table'
import type { RecordRow } from './record-page'
import { ScrollText } from './scroll-text'
import { useByteOffset, useTab } from './url-state'
import { visibleLines } from './visible-text'
import { range } from './words'

const MAX_HEX = 4096

/** One record whole, exactly as captured: digits, order of names, repeated names. Escape closes it. */
export function RecordDetail({ row, onClose }: { row: RecordRow; onClose: () => void }) {
  const section = useRef<HTMLElement>(null)
  const [, setTab] = useTab()
  const [, setAt] = useByteOffset()
  const { index } = row
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record that is opened comes into view, once
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [index])
  const openBytes = () => {
    void setAt(row.bytes!.start)
    void setTab('bytes')
  }
  return (
    <section
      ref={section}
      aria-labelledby="record-title"
      className="border-line-strong border-t"
      onKeyDown={(e) => e.key === 'Escape' && onClose()}
    >
      <PanelHeader id="record-title" level={3} title={`Record ${count(index)}`} hint={hintOf(row)}>
        {row.value && <CopyButton text={row.value.source}>Copy as captured</CopyButton>}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </PanelHeader>
      {row.value ? (
        <ScrollText label={`Value of record ${count(index)}`} className="max-h-96">
          {visibleLines(row.value.kind === 'string' ? row.value.value : renderExact(row.value))}
        </ScrollText>
      ) : (
        row.bytes && (
          <>
            <p className="flex flex-wrap items-center gap-2 px-3.5 py-2 text-sm">
              Bytes {range(row.bytes.start, row.bytes.end)} of the artifact.
              <Button onClick={openBytes}>Open in raw bytes</Button>
            </p>
            <HexTable
              bytes={bytesOf(row.bytes).subarray(0, MAX_HEX)}
              start={row.bytes.start}
              label={`Bytes of record ${count(index)}`}
            />
          </>
        )
      )}
    </section>
  )
}

function hintOf(row: RecordRow): string {
  if (row.masked) return row.value ? 'without the withheld fields' : 'longer than a page: not served in part'
  if (!row.bytes) return 'as captured'
  const shown = size(row.bytes.end - row.bytes.start)
  if (!row.truncated) return `not valid UTF-8, ${shown}, shown as bytes`
  return row.bytes.total === null
    ? `longer than a page: cut after ${shown}; its end was not reached`
    : `longer than a page: cut after ${shown} of ${size(row.bytes.total)}`
}
