'use client'
import Link from 'next/link'
import { Digest, IdChip, IdText } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { Fact, Facts } from '@/components/ui/facts'
import { bytes, plural } from '@/components/ui/format'
import { Origin } from '@/components/ui/origin'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { artifactHref, useArtifact } from './artifact-context'
import { PreviewPanel } from './preview-panel'
import { ScrollText } from './scroll-text'
import { visible, visibleLines } from './visible-text'

const pretty = (value: unknown): string => visibleLines(JSON.stringify(value, null, 2))
/** Whose word it is: of what the service derived, its own. */
function Declared() {
  const { executed } = useArtifact()
  return executed ? <Origin kind="verified">set by the service</Origin> : <Origin kind="declared" />
}

/** Who made this, by which call, from what. */
export function ProducerTab() {
  const { description } = useArtifact()
  const { producer, artifact } = description
  const withheld = description.state === 'deleted'
  return (
    <div className="space-y-4">
      <Panel aria-labelledby="producer-title">
        <PanelHeader id="producer-title" title="Producer record" hint="protected with the artifact" />
        <PanelBody>
          <Facts>
            <Fact name="Tool">
              {visible(producer.tool)} <Declared />
            </Fact>
            <Fact name="Version">
              {producer.version === null ? 'none declared' : visible(producer.version)} <Declared />
            </Fact>
            <Fact name="Tool call">
              <span className="font-value">{visible(artifact.tool_call_id) || '(empty)'}</span> <Declared />
            </Fact>
            <Fact name="Output">
              <span className="font-value">{visible(producer.output)}</span> <Origin kind="declared" />
            </Fact>
            <Fact name="Outcome">
              {producer.outcome} <Declared />
            </Fact>
            <Fact name="Published by">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="min-w-0">{visible(producer.published_by.name)}</span>
                {producer.published_by.key_id && <IdChip id={producer.published_by.key_id} what="the key id" />}
                <Origin kind="verified">authenticated by the service</Origin>
              </span>
            </Fact>
            <Fact name="Continuation">
              {producer.continuation === null ? (
                'not declared'
              ) : producer.continuation.supported ? (
                <>
                  supported: the source can be continued consistently from where this capture ended. <Declared />
                  {producer.continuation.token !== undefined && (
                    <span className="mt-1 block font-value [overflow-wrap:anywhere]">
                      {visible(producer.continuation.token)}
                    </span>
                  )}
                </>
              ) : (
                <>
                  not supported <Declared />
                </>
              )}
            </Fact>
            <Fact name="Media type">
              {description.media_type ? (
                <>
                  {visible(description.media_type)} <Declared />
                </>
              ) : (
                'none declared'
              )}
            </Fact>
            <Fact name="Records">
              <span className="font-value">{description.record_format}</span>
              {description.records_pointer !== null && (
                <>
                  {' at '}
                  <span className="font-value">
                    {visible(description.records_pointer) || '"" (the whole document)'}
                  </span>
                </>
              )}{' '}
              {description.format_origin === 'declared' ? (
                <Declared />
              ) : (
                <Origin kind="verified">detected by the service</Origin>
              )}
            </Fact>
            <Fact name="Length">
              {description.bytes === null ? (
                'withheld by the grant'
              ) : (
                <>
                  {plural(description.bytes, 'byte')} ({bytes(description.bytes)}){' '}
                  <Origin kind="verified">counted by the service</Origin>
                </>
              )}
            </Fact>
          </Facts>
        </PanelBody>
      </Panel>
      <Panel aria-labelledby="arguments-title">
        <PanelHeader id="arguments-title" title="Arguments" hint="declared; sealed with the artifact's key">
          {producer.arguments !== undefined && (
            <CopyButton text={() => JSON.stringify(producer.arguments, null, 2)}>Copy</CopyButton>
          )}
        </PanelHeader>
        {producer.arguments === undefined ? (
          <PanelBody className="text-ink-2">
            {withheld ? 'Destroyed together with the key of the artifact.' : 'None were declared.'}
          </PanelBody>
        ) : (
          <ScrollText label="Arguments of the call" className="max-h-96">
            {pretty(producer.arguments)}
          </ScrollText>
        )}
      </Panel>
      <Derivation />
      <PreviewPanel />
    </div>
  )
}

function Derivation() {
  const { description, purpose } = useArtifact()
  const { inputs, transformation } = description
  if (inputs.length === 0 && !transformation) return null
  return (
    <Panel aria-labelledby="derivation-title">
      <PanelHeader id="derivation-title" title="Derived from" hint="pinned to the digests they had" />
      {transformation && (
        <PanelBody className="border-line border-b">
          <Facts>
            <Fact name="Transformation">
              {visible(transformation.name)} <Declared />
            </Fact>
            <Fact name="Version">
              {visible(transformation.version)} <Declared />
            </Fact>
            <Fact name="Executed by">
              {transformation.executed_by === 'service' ? (
                <>
                  the service <Origin kind="verified">computed here</Origin>
                </>
              ) : (
                <>
                  the publisher <Declared />
                </>
              )}
            </Fact>
          </Facts>
          {transformation.parameters !== undefined && (
            <ScrollText label="Parameters of the transformation" className="max-h-72 bg-sunken">
              {pretty(transformation.parameters)}
            </ScrollText>
          )}
        </PanelBody>
      )}
      <TableScroll label="Table of inputs">
        <Table>
          <THead>
            <tr>
              <Th>Input</Th>
              <Th>Relation</Th>
              <Th>Digest when used</Th>
            </tr>
          </THead>
          <tbody>
            {inputs.map((input) => (
              <Tr key={input.artifact_id}>
                <Td>
                  <Link className="link" href={artifactHref(input.artifact_id, purpose)} prefetch={false}>
                    <IdText id={input.artifact_id} />
                  </Link>
                </Td>
                <Td>{input.kind.replaceAll('_', ' ')}</Td>
                <Td>
                  {input.content_hash === null ? (
                    'withheld'
                  ) : (
                    <Digest value={input.content_hash} what="the digest of the input" />
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Panel>
  )
}
