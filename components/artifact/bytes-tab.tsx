'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { count } from '@/components/ui/format'
import { Origin } from '@/components/ui/origin'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import type { ReadResponse } from '@/lib/protocol/read'
import { useArtifact } from './artifact-context'
import { bytesOf } from './byte-rows'
import { Download } from './download'
import { HexTable } from './hex-table'
import { Masked } from './masked'
import { RangeForm } from './range-form'
import { ask, problemOf } from './request'
import { ScrollText } from './scroll-text'
import { useByteOffset, useByteView } from './url-state'
import { useStateChange } from './use-state-change'
import { visible, visibleLines } from './visible-text'
import { Withheld } from './withheld'
import { range } from './words'

/** Bytes shown at a time: small enough to render whole, and a quarter of the smallest chunk. */
const WINDOW = 4096

/** The bytes as they are, a window at a time: never interpreted, never rendered as what they claim to be. */
export function BytesTab() {
  const { bytes } = useArtifact().description
  if (bytes !== null) return <Windows total={bytes} />
  return (
    <Panel aria-labelledby="bytes-title">
      <PanelHeader id="bytes-title" title="Raw bytes" />
      <PanelBody>
        <Masked what="Raw bytes" />
      </PanelBody>
    </Panel>
  )
}

function Windows({ total }: { total: number }) {
  const { description, api, id, purpose } = useArtifact()
  const [at, setAt] = useByteOffset()
  const [view, setView] = useByteView()
  const start = Math.min(Math.max(0, at ?? 0), Math.max(0, total - 1))
  const end = Math.min(start + WINDOW, Math.max(total, 1))
  const available = description.state === 'available'
  const query = useQuery({
    queryKey: ['bytes', id, purpose, start],
    enabled: available,
    queryFn: async ({ signal }) =>
      JSON.parse(
        await ask(`${api}/read`, {
          method: 'POST',
          purpose,
          signal,
          body: { selector: { type: 'byte_range', start, end }, max_bytes: WINDOW },
        }),
      ) as ReadResponse,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })
  const problem = problemOf(query.error)
  useStateChange(problem)
  const go = (to: number) => void setAt(to <= 0 ? null : to)
  if (!available) return <Withheld what="bytes" />

  const page = query.data
  const bytes = page?.bytes ? bytesOf(page.bytes) : null
  return (
    <Panel aria-labelledby="bytes-title">
      <PanelHeader
        id="bytes-title"
        title="Raw bytes"
        hint={`${count(total)} in all${description.media_type ? `, declared ${visible(description.media_type)}` : ''}`}
      >
        <Segmented
          label="Show the bytes as"
          options={[
            { key: 'hex', label: 'Hex' },
            { key: 'text', label: 'Text' },
          ]}
          value={view}
          onChange={(key) => void setView(key)}
        />
        <Download />
      </PanelHeader>
      <PanelBody className="flex flex-wrap items-end justify-between gap-3 border-line border-b">
        <RangeForm key={start} from={start} to={null} total={total} unit="bytes" onRead={go} />
        <nav aria-label="Byte windows" className="flex flex-wrap gap-2">
          <Button onClick={() => go(0)} disabled={start === 0}>
            First
          </Button>
          <Button onClick={() => go(start - WINDOW)} disabled={start === 0}>
            Previous
          </Button>
          <Button onClick={() => go(end)} disabled={end >= total}>
            Next
          </Button>
          <Button onClick={() => go(Math.floor((total - 1) / WINDOW) * WINDOW)} disabled={end >= total}>
            Last
          </Button>
        </nav>
      </PanelBody>
      {problem && (
        <PanelBody>
          <ProblemNotice problem={problem} actions={<Button onClick={() => void query.refetch()}>Try again</Button>} />
        </PanelBody>
      )}
      {query.isFetching && (
        <PanelBody>
          <Skeleton lines={6} what={`bytes ${range(start, end)}`} />
        </PanelBody>
      )}
      {page && bytes && (
        <>
          {total === 0 ? (
            <PanelBody>None exist: the artifact is empty.</PanelBody>
          ) : view === 'hex' ? (
            <HexTable bytes={bytes} start={start} label={`Bytes ${range(start, end)}`} />
          ) : (
            <TextView bytes={bytes} text={page.bytes!.text} label={`Bytes ${range(start, end)} as text`} />
          )}
          <PanelFooter>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span role="status">
                Bytes {range(start, end)} of {count(total)}
              </span>
              {page.integrity.verified && page.integrity.chunks && (
                <Origin kind="verified">
                  chunks {range(page.integrity.chunks.start, page.integrity.chunks.end)} of{' '}
                  {count(page.integrity.chunks.total)} verified, {page.integrity.method}
                </Origin>
              )}
            </span>
            <IdChip id={page.disclosure_id} what="the disclosure id" />
          </PanelFooter>
        </>
      )}
    </Panel>
  )
}

/** A window may begin or end inside a character; those bytes, and any that are not UTF-8, show as �. */
function TextView({ bytes, text, label }: { bytes: Uint8Array; text: string | undefined; label: string }) {
  return (
    <>
      {text === undefined && (
        <p className="border-line border-b px-3.5 py-2 text-ink-2 text-sm">
          Not valid UTF-8 in this window: bytes that are not text show as �. The hexadecimal view shows them as they
          are.
        </p>
      )}
      <ScrollText label={label} className="max-h-[min(70dvh,640px)]">
        {visibleLines(text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))}
      </ScrollText>
    </>
  )
}
