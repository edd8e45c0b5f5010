'use client'
import { buttonClass } from '@/components/ui/button'
import { IdChip, IdText } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { bytes, plural } from '@/components/ui/format'
import { middle } from '@/components/ui/middle'
import { Origin } from '@/components/ui/origin'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useArtifact } from './artifact-context'
import { TabLink, useTabLink } from './tab-link'
import { visible } from './visible-text'

/** Which observation this is, what it is now, how much of it there is, and until when. */
export function ArtifactHeader() {
  const { description, executed } = useArtifact()
  const { artifact, producer, state } = description
  const { records } = artifact.completeness
  const tabLink = useTabLink()
  return (
    <header>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 break-all font-medium text-lg sm:text-xl">
          <IdText id={artifact.artifact_id} whole strike={state === 'deleted'} />
        </h1>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <CopyButton text={description.reference}>Copy reference</CopyButton>
          <a className={buttonClass()} {...tabLink('bytes')}>
            Raw bytes
          </a>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-ink-2 text-sm">
        <Status word={state} />
        <Status word={artifact.completeness.status} />
        <span>
          {records !== null && `${plural(records, 'record')}, `}
          {description.bytes === null ? `without ${description.masked!.join(', ')}` : bytes(description.bytes)}
        </span>
        <span>
          Created <Time at={artifact.created_at} show="utc" />
        </span>
        <span>
          {state === 'deleted' ? null : artifact.expires_at === null ? (
            'Never expires'
          ) : (
            <>
              {state === 'expired' ? 'Expired' : 'Expires'} <Time at={artifact.expires_at} />
            </>
          )}
        </span>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-ink-2 text-sm">
        <IdChip id={description.reference} what="the opaque reference" />
        <span className="min-w-0 break-words">
          {middle(visible(producer.tool), 60, 20)} from {middle(visible(artifact.source_version.source_id), 60, 20)}
        </span>
        <span>
          Observed <Time at={artifact.source_version.observed_at} show="utc" />
        </span>
        <Origin kind="declared">{executed ? 'declared of the input' : 'declared by the publisher'}</Origin>
        {description.inputs.length > 0 && (
          <TabLink tab="producer" className="link">
            Derived from {plural(description.inputs.length, 'artifact')}
          </TabLink>
        )}
      </div>
    </header>
  )
}
