'use client'
import { Fact, Facts } from '@/components/ui/facts'
import { count, plural } from '@/components/ui/format'
import { Origin } from '@/components/ui/origin'
import { Status } from '@/components/ui/status'
import { useArtifact } from './artifact-context'
import { CheckPanel } from './check-panel'
import { CompletenessOrigin } from './completeness-origin'
import { missingWords, shortRegionWords } from './coverage-lanes'
import { fitsWords } from './schema-words'
import { TabLink } from './tab-link'
import { visible } from './visible-text'

/** As many omissions as fit; the coverage tab has them all. */
const SHOWN = 3

/** Applicability: do they satisfy what a decision needs? A question that only a decision can ask. */
export function ApplicabilityPanel() {
  const { artifact, schema } = useArtifact().description
  const { status, coverage, omissions } = artifact.completeness
  const region = shortRegionWords(coverage)
  return (
    <CheckPanel
      name="Applicability"
      question="Do they satisfy what a decision needs?"
      word="not asked yet"
      sentence="No decision has cited this artifact, so nothing has asked whether it is enough."
    >
      <Facts>
        <Fact name="Capture" align="end">
          <Status word={status} />
        </Fact>
        <Fact name="Covers" align="end">
          {region ? visible(region) : 'no region was declared'}
        </Fact>
        <Fact name="Omissions" align="end">
          {omissions.length === 0 ? 'none declared' : plural(omissions.length, 'omission')}
        </Fact>
        <Fact name="Schema" align="end">
          {artifact.schema_version === null ? 'none declared' : visible(artifact.schema_version)}
        </Fact>
        {artifact.schema_version !== null && (
          <Fact name="Records fit it" align="end">
            {fitsWords(schema)}
            {(schema.status === 'valid' || schema.status === 'invalid') && (
              <Origin kind="verified" className="ml-2">
                validated by the service
              </Origin>
            )}
          </Fact>
        )}
      </Facts>
      {omissions.length > 0 && (
        <ul className="mt-1 space-y-1.5">
          {omissions.slice(0, SHOWN).map((o, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: omissions are immutable and have no name of their own
              key={i}
              className="rounded-1 border border-attention-line bg-attention-tint px-2 py-1.5 text-xs"
            >
              <span className="flex flex-wrap justify-between gap-x-3 font-medium">
                <span className="min-w-0 break-words">{visible(missingWords(o, shortRegionWords))}</span>
                <span>{o.reason}</span>
              </span>
              <span className="block break-words text-ink-2">
                {o.detail && `${visible(o.detail)}. `}
                {o.retryable ? 'Retryable.' : 'Not retryable.'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
        <CompletenessOrigin />
        {omissions.length > SHOWN ? (
          <TabLink tab="coverage">All {count(omissions.length)} omissions</TabLink>
        ) : (
          <TabLink tab="coverage">See the coverage</TabLink>
        )}
      </p>
    </CheckPanel>
  )
}
