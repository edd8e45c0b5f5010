'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BarRow } from '@/components/ui/bar'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { FindingText } from '@/components/ui/finding'
import { count } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { member, parseExact, renderExact } from '@/lib/protocol/exact-json'
import type { Preview } from '@/lib/protocol/publish'
import { useArtifact } from './artifact-context'
import { ask, problemOf } from './request'
import { ScrollText } from './scroll-text'
import { useStateChange } from './use-state-change'
import { visible, visibleLines } from './visible-text'
import { range } from './words'

type ShownPreview = Preview & { disclosure_id: string; exact: string }

/** What a tool result shows of the artifact beside its reference: on request, because a preview is a disclosure of bytes. */
export function PreviewPanel() {
  const { description, api, id, purpose } = useArtifact()
  const [wanted, setWanted] = useState(false)
  const query = useQuery({
    queryKey: ['preview', id, purpose],
    enabled: wanted,
    queryFn: async ({ signal }) => parsePreview(await ask(`${api}/preview`, { purpose, signal })),
  })
  const problem = problemOf(query.error)
  useStateChange(problem)
  const preview = query.data
  return (
    <Panel aria-labelledby="preview-title">
      <PanelHeader id="preview-title" title="Preview" hint="what goes into a prompt beside the reference">
        {description.state === 'available' && !wanted && (
          <Button onClick={() => setWanted(true)}>Show the preview</Button>
        )}
      </PanelHeader>
      <PanelBody>
        {!wanted && (
          <p className="text-ink-2">
            {description.state === 'available'
              ? 'A bounded beginning of the content, which says which part it is. Showing it is recorded as a disclosure.'
              : `The artifact is ${description.state}: no preview is given.`}
          </p>
        )}
        {query.isFetching && <Skeleton what="the preview" />}
        {problem && (
          <ProblemNotice problem={problem} actions={<Button onClick={() => void query.refetch()}>Try again</Button>} />
        )}
        {preview && (
          <>
            <FindingText>{visible(preview.statement)}</FindingText>
            <div className="mt-2">
              <BarRow
                name="Shown"
                value={`${preview.shown.unit} ${range(preview.shown.start, preview.shown.end)} of ${count(preview.shown.total)}`}
                label={`Shown in the preview: ${preview.shown.unit} ${range(preview.shown.start, preview.shown.end)}`}
                segments={[
                  { kind: 'rest', start: 0, end: 1 },
                  {
                    kind: 'admitted',
                    start: 0,
                    end: preview.shown.total === 0 ? 0 : preview.shown.end / preview.shown.total,
                  },
                ]}
              />
            </div>
          </>
        )}
      </PanelBody>
      {preview && (
        <>
          <ScrollText label="Content of the preview" className="max-h-80 border-line border-t">
            {preview.exact}
          </ScrollText>
          <PanelFooter>
            <span>
              {preview.complete ? 'This is the whole content.' : 'The rest is read through the records or the bytes.'}
            </span>
            <IdChip id={preview.disclosure_id} what="the disclosure id" />
          </PanelFooter>
        </>
      )}
    </Panel>
  )
}

function parsePreview(text: string): ShownPreview {
  const preview = JSON.parse(text) as Preview & { disclosure_id: string }
  const records = member(parseExact(text), 'records')
  const exact = preview.records && records ? renderExact(records) : (preview.bytes?.text ?? preview.bytes?.base64 ?? '')
  return { ...preview, exact: visibleLines(exact) }
}
