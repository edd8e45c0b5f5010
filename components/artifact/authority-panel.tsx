'use client'
import { IdChip } from '@/components/ui/chip'
import { Fact, Facts } from '@/components/ui/facts'
import { Origin } from '@/components/ui/origin'
import { Time } from '@/components/ui/time'
import { useArtifact } from './artifact-context'
import { CheckPanel } from './check-panel'
import { TabLink } from './tab-link'
import { ruleSentence, ruleWords } from './words'

/** Authority: may this reader receive these bytes for this purpose now? With the answer to "why can I see this?". */
export function AuthorityPanel() {
  const { description } = useArtifact()
  const { authority, artifact, state } = description
  const ended = state === 'expired' || state === 'deleted'
  return (
    <CheckPanel
      name="Authority"
      question="May you receive these bytes now?"
      word={ended ? state : 'permitted'}
      says={ended ? 'description only' : 'permitted'}
      sentence={
        ended
          ? `You may read this description for the purpose ${authority.purpose}. The bytes of an artifact that is ${state} are given to nobody.`
          : state === 'quarantined'
            ? `The purpose ${authority.purpose} is permitted to you. The bytes are withheld by the integrity check, not by this one.`
            : `You may receive these bytes for the purpose ${authority.purpose}.`
      }
    >
      <Facts>
        <Fact name="Deciding rule" align="end">
          {ruleWords(authority.rule)}
        </Fact>
        <Fact name="Purpose" align="end">
          <span className="font-value">{authority.purpose}</span>
        </Fact>
        <Fact name="Checked" align="end">
          <Time at={authority.checked_at} show="utc" />
        </Fact>
        <Fact name="Recorded as" align="end">
          <IdChip id={description.disclosure_id} what="the disclosure id" />
        </Fact>
      </Facts>
      <div className="pt-2 text-xs">
        <p className="font-medium text-ink">Why can I see this?</p>
        <p className="text-ink-2">
          {ruleSentence(authority.rule, artifact.scope, authority.purpose)} The rule is asked again for every page and
          every byte; the reference itself grants nothing.
        </p>
      </div>
      <p className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
        <Origin kind="verified">checked by the service</Origin>
        <span className="flex flex-wrap gap-x-4">
          <TabLink tab="access">Every rule, and who else</TabLink>
          <TabLink tab="disclosures">See all disclosures</TabLink>
        </span>
      </p>
    </CheckPanel>
  )
}
