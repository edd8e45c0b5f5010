'use client'
import { count } from '@/components/ui/format'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import type { ArtifactRef, Omission } from '@/lib/protocol/artifact-ref'
import { missingWords } from './coverage-lanes'
import { Stacked, StackedRow } from './stacked'
import { useNarrow } from './use-narrow'
import { visible } from './visible-text'

/** Everything that was asked for and is not in the bytes, each with its reason. */
export function Omissions({ completeness: { omissions, status } }: { completeness: ArtifactRef['completeness'] }) {
  return (
    <Panel aria-labelledby="omissions-title">
      <PanelHeader id="omissions-title" title="Omissions" hint={count(omissions.length)} />
      {omissions.length === 0 ? (
        <PanelBody className="text-ink-2">
          {status === 'unknown'
            ? 'None declared. The status is unknown, so this does not mean that nothing is missing.'
            : 'None declared.'}
        </PanelBody>
      ) : (
        <OmissionRows omissions={omissions} />
      )}
    </Panel>
  )
}

const detail = (o: Omission) => (o.detail ? visible(o.detail) : 'none given')
const retryable = (o: Omission) => (o.retryable ? 'yes' : 'no')

function OmissionRows({ omissions }: { omissions: Omission[] }) {
  if (useNarrow())
    return (
      <Stacked label="List of omissions">
        {omissions.map((o, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: omissions are immutable and have no name of their own
          <StackedRow key={i} title={visible(missingWords(o))}>
            <dt>Reason</dt>
            <dd>{o.reason}</dd>
            <dt>Detail</dt>
            <dd>{detail(o)}</dd>
            <dt>Retryable</dt>
            <dd>{retryable(o)}</dd>
          </StackedRow>
        ))}
      </Stacked>
    )
  return (
    <TableScroll label="Table of omissions">
      <Table>
        <THead>
          <tr>
            <Th>Missing</Th>
            <Th>Reason</Th>
            <Th>Detail</Th>
            <Th>Retryable</Th>
          </tr>
        </THead>
        <tbody>
          {omissions.map((o, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: omissions are immutable and have no name of their own
            <Tr key={i}>
              <Td className="min-w-40 font-medium">{visible(missingWords(o))}</Td>
              <Td>{o.reason}</Td>
              <Td className="min-w-40 text-ink-2 [overflow-wrap:anywhere]">{detail(o)}</Td>
              <Td>{retryable(o)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}
