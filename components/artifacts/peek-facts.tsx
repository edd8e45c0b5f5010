import { coverageLanes, missingWords } from '@/components/artifact/coverage-lanes'
import { visible } from '@/components/artifact/visible-text'
import { Bar } from '@/components/ui/bar'
import { Digest } from '@/components/ui/chip'
import { Fact, Facts } from '@/components/ui/facts'
import { Finding } from '@/components/ui/finding'
import { bytes, interval, plural } from '@/components/ui/format'
import { middle } from '@/components/ui/middle'
import { Origin } from '@/components/ui/origin'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Description } from '@/lib/protocol/publish'
import { captureSentence } from './capture-sentence'

const H3 = 'mt-4 mb-1 flex items-center justify-between gap-2 font-semibold text-xs text-ink-2'

/** What the description says, as far as a glance needs it. */
export function PeekFacts({ description }: { description: Description }) {
  const { artifact, state, integrity, authority } = description
  const { completeness } = artifact
  const said = captureSentence(completeness)
  const { lanes, axis, dimension } = coverageLanes(completeness)
  return (
    <>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Status word={state} />
        <Status word={completeness.status} />
      </div>
      <Finding className="mt-3" saysNothingAbout={<Origin kind="declared">declared by the publisher</Origin>}>
        {said.captured} {said.missing && <b>{said.missing}</b>}
      </Finding>

      {lanes.length > 0 && (
        <section>
          <h3 className={H3}>
            <span>
              Coverage{axis && `, ${interval(axis.start, axis.end)}`}
              {dimension && `, by ${dimension}`}
            </span>
            <Origin kind="declared" />
          </h3>
          <ul className="space-y-1.5">
            {lanes.slice(0, 8).map((lane) => {
              const reasons = lane.parts.flatMap((p) => (p.reason ? [p.reason] : []))
              return (
                <li key={lane.label} className="grid grid-cols-[72px_minmax(0,1fr)_64px] items-center gap-3 text-xs">
                  <span className="truncate" title={lane.label}>
                    {lane.label}
                  </span>
                  <Bar
                    segments={lane.parts.map((p) =>
                      completeness.status === 'unknown' && p.kind === 'captured' ? { ...p, kind: 'expired' } : p,
                    )}
                    label={`${lane.label}: ${reasons.join(', ') || completeness.status}`}
                  />
                  <span className="text-right text-ink-3">
                    {reasons.join(', ') || (completeness.status === 'unknown' ? 'unknown' : 'captured')}
                  </span>
                </li>
              )
            })}
          </ul>
          {lanes.length > 8 && (
            <p className="mt-1 text-ink-3 text-xs">{lanes.length - 8} more on the artifact’s page</p>
          )}
        </section>
      )}

      <h3 className={H3}>Three checks</h3>
      <Facts>
        <Fact name="Integrity">
          {state === 'quarantined' ? (
            <Status word="integrity failed" />
          ) : integrity.last_verified === null ? (
            <Status word="not verified yet">not verified since publish</Status>
          ) : (
            <span className="flex flex-wrap items-center gap-x-1.5">
              <Status word={integrity.last_verified.verified ? 'verified' : 'integrity failed'} />
              <Time at={integrity.last_verified.at} className="text-ink-3" />
            </span>
          )}
        </Fact>
        <Fact name="Applicability">
          <Status word="not asked yet" />
        </Fact>
        <Fact name="Authority">
          <span className="flex flex-wrap items-center gap-x-1.5">
            <Status word="permitted" />
            <span className="text-ink-3">purpose {authority.purpose}</span>
          </span>
        </Fact>
      </Facts>

      <h3 className={H3}>Descriptor</h3>
      <Facts>
        <Fact wire name="content_hash">
          {artifact.content_hash === null ? (
            'withheld by the grant'
          ) : (
            <Digest value={artifact.content_hash} what="the content hash" />
          )}
        </Fact>
        <Fact wire name="tool_call_id">
          <span className="font-value" title={artifact.tool_call_id}>
            {artifact.tool_call_id === '' ? '(empty)' : middle(visible(artifact.tool_call_id), 22, 6)}
          </span>
        </Fact>
        <Fact wire name="run_id">
          <span className="font-value">{artifact.scope.run_id}</span>
        </Fact>
        <Fact wire name="observed_at">
          <Time at={artifact.source_version.observed_at} show="utc" />
        </Fact>
        <Fact wire name="created_at">
          <Time at={artifact.created_at} show="utc" />
        </Fact>
        <Fact wire name="expires_at">
          {artifact.expires_at ? <Time at={artifact.expires_at} show="utc" /> : 'never'}
        </Fact>
        <Fact name="Size">
          {completeness.records === null ? 'opaque bytes' : plural(completeness.records, 'record')}
          {description.bytes !== null && `, ${bytes(description.bytes)}`}
        </Fact>
      </Facts>

      {completeness.omissions.length > 0 && (
        <section>
          <h3 className={H3}>
            Omissions <Origin kind="declared" />
          </h3>
          <ul className="space-y-2">
            {completeness.omissions.slice(0, 5).map((o) => (
              <li
                key={JSON.stringify(o)}
                className="rounded-1 border border-attention-line bg-attention-tint px-3 py-2 text-xs"
              >
                <p className="flex justify-between gap-3">
                  <b className="min-w-0 break-words font-semibold">{missingWords(o)}</b>
                  <span className="font-medium text-attention-text">{o.reason}</span>
                </p>
                <p className="text-ink-2">
                  {o.detail && `${o.detail}. `}
                  {o.retryable ? 'Retryable.' : 'Not retryable.'}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
