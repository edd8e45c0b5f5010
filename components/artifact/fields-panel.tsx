'use client'
import { CopyButton } from '@/components/ui/copy-button'
import { Origin } from '@/components/ui/origin'
import { Panel, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { useArtifact } from './artifact-context'
import { Assigned } from './assigned'
import { type FieldOrigin, fieldsOf } from './fields'
import { TabLink } from './tab-link'
import { visible } from './visible-text'

const Mark = ({ origin }: { origin: FieldOrigin }) =>
  origin.kind === 'assigned' ? <Assigned>{origin.says}</Assigned> : <Origin kind={origin.kind}>{origin.says}</Origin>

/** The ten fields beside a tab. */
export function FieldsAside() {
  const { description, executed } = useArtifact()
  const { artifact } = description
  return (
    <Panel aria-labelledby="fields-aside-title">
      <PanelHeader id="fields-aside-title" title="ArtifactRef" hint="ten fields">
        <TabLink tab="descriptor">Signed copy</TabLink>
      </PanelHeader>
      <dl className="divide-y divide-line">
        {fieldsOf(artifact, executed).map((f) => (
          <div key={f.name} className="px-3.5 py-2.5">
            <dt className="font-value text-ink-3 text-xs">{f.name}</dt>
            <dd className="line-clamp-4 font-value text-ink text-xs leading-[18px] [overflow-wrap:anywhere]">
              {visible(f.value)}
            </dd>
            <dd className="mt-0.5 text-ink-2 text-xs">{f.checkable}</dd>
            <dd className="flex flex-wrap gap-x-3">
              {f.origins.map((o) => (
                <Mark key={o.says} origin={o} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** The ten fields whole, and what the three marks mean. */
export function FieldsTab() {
  const { description, executed } = useArtifact()
  const { artifact } = description
  return (
    <Panel aria-labelledby="fields-title">
      <PanelHeader id="fields-title" title="ArtifactRef" hint="ten fields: a description, not a capability">
        <CopyButton text={() => JSON.stringify(artifact, null, 2)}>Copy as JSON</CopyButton>
      </PanelHeader>
      <dl className="divide-y divide-line">
        {fieldsOf(artifact, executed).map((f) => (
          <div
            key={f.name}
            className="grid gap-x-5 gap-y-1 px-3.5 py-3 md:grid-cols-[140px_minmax(0,1fr)_minmax(0,260px)]"
          >
            <dt className="font-value text-ink-3 text-xs leading-5">{f.name}</dt>
            <dd className="font-value text-ink text-xs leading-5 [overflow-wrap:anywhere]">{visible(f.value)}</dd>
            <dd>
              <p className="text-ink-2 text-sm">{f.checkable}</p>
              <p className="mt-0.5 flex flex-wrap gap-x-3">
                {f.origins.map((o) => (
                  <Mark key={o.says} origin={o} />
                ))}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <PanelFooter className="justify-start! gap-x-6">
        <span>
          <Origin kind="declared">declared</Origin>: the publisher said so, and the service kept the words.
        </span>
        <span>
          <Origin kind="verified">verified</Origin>: the service counted, computed or checked it.
        </span>
        <span>
          <Assigned>assigned</Assigned>: the service made it up, as an id or by its clock.
        </span>
      </PanelFooter>
    </Panel>
  )
}
