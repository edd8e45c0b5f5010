'use client'
import { Bar } from '@/components/ui/bar'
import { Finding } from '@/components/ui/finding'
import { plural } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import type { ArtifactRef } from '@/lib/protocol/artifact-ref'
import { useArtifact } from './artifact-context'
import { CompletenessOrigin } from './completeness-origin'
import { coverageLanes, type Lane } from './coverage-lanes'
import { Omissions } from './omissions'
import { visible } from './visible-text'

/** What was captured and what was asked for and left out, drawn and as a table. */
export function CoverageTab() {
  const { description, executed } = useArtifact()
  const { artifact } = description
  const { completeness } = artifact
  const drawn = coverageLanes(completeness)
  return (
    <div className="space-y-4">
      <Panel aria-labelledby="coverage-title">
        <PanelHeader
          id="coverage-title"
          title={drawn.dimension ? `Coverage by ${visible(drawn.dimension)}` : 'Coverage'}
          hint={drawn.axis ? 'interval end is exclusive' : undefined}
        >
          <Status word={completeness.status} />
        </PanelHeader>
        <PanelBody>
          {drawn.lanes.length === 0 ? (
            <p className="text-ink-2">
              The publisher declared no region: there is nothing to draw, and nothing is known to be covered.
            </p>
          ) : (
            <>
              {(drawn.axis || drawn.constant) && (
                <p className="mb-2 flex flex-wrap justify-between gap-x-4 font-value text-ink-3 text-xs">
                  <span>{drawn.axis && `[${drawn.axis.start}, ${drawn.axis.end})`}</span>
                  <span className="min-w-0">{visible(drawn.constant)}</span>
                </p>
              )}
              <ul className="space-y-1">
                {drawn.lanes.map((lane) => (
                  <LaneRow key={lane.label} lane={lane} />
                ))}
              </ul>
            </>
          )}
          <Finding className="mt-4">{sentence(completeness, executed)}</Finding>
        </PanelBody>
        <PanelFooter className="justify-start! gap-x-5">
          <Key kind="captured">captured</Key>
          <Key kind="omitted">omitted, with its reason</Key>
          <CompletenessOrigin className="ml-auto" />
        </PanelFooter>
      </Panel>
      <Omissions completeness={completeness} />
    </div>
  )
}

function LaneRow({ lane }: { lane: Lane }) {
  const gaps = lane.parts.filter((p) => p.kind === 'omitted')
  const reasons = [...new Set(gaps.flatMap((p) => (p.reason ?? '').split(', ')))].join(', ')
  const kept = lane.parts.some((p) => p.kind === 'captured')
  const words = gaps.length === 0 ? 'captured' : kept ? `captured with gaps: ${reasons}` : `omitted: ${reasons}`
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-1 sm:grid-cols-[150px_minmax(0,1fr)_190px]">
      <span className="min-w-0 break-words font-medium text-xs">{visible(lane.label)}</span>
      <span className="text-right text-ink-2 text-xs sm:order-last">{words}</span>
      <Bar
        className="col-span-2 sm:col-span-1"
        height={16}
        label={`${visible(lane.label)}: ${words}`}
        segments={lane.parts.map(({ kind, start, end }) => ({ kind, start, end }))}
      />
    </li>
  )
}

const Key = ({ kind, children }: { kind: 'captured' | 'omitted'; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className="w-6" aria-hidden="true">
      <Bar height={10} label="" segments={[{ kind, start: 0, end: 1 }]} />
    </span>
    {children}
  </span>
)

/** The strongest sentence about the capture that its declaration justifies. */
function sentence({ status, records, omissions }: ArtifactRef['completeness'], executed: boolean): string {
  const counted =
    records === null ? 'The bytes hold no counted records' : `${plural(records, 'record')} were counted in the bytes`
  const missing = omissions.length > 0 ? ` and named ${plural(omissions.length, 'omission')}` : ''
  if (executed)
    return `${counted}; by what was declared of the input, the service computed that this is ${status}${missing}.`
  const said = {
    complete: 'the publisher declared the capture complete',
    partial: 'the publisher declared the capture partial',
    unknown: 'the publisher did not say whether the capture is complete',
  }[status]
  return `${counted}; ${said}${missing}.`
}
