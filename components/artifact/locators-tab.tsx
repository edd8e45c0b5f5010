'use client'
import Link from 'next/link'
import { LocatorName } from '@/components/locators/locator-name'
import { IdText } from '@/components/ui/chip'
import { Empty } from '@/components/ui/empty'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Description } from '@/lib/protocol/publish'
import { artifactHref, useArtifact } from './artifact-context'
import { locatorHref } from './locator-href'
import { Stacked, StackedRow } from './stacked'
import { useNarrow } from './use-narrow'

type Locator = Description['locators'][number]

/** The mutable names this artifact has had in its run, and what each of them names now. */
export function LocatorsTab() {
  const { locators } = useArtifact().description
  return (
    <Panel aria-labelledby="locators-title">
      <PanelHeader id="locators-title" title="Locators" hint="names that move; the reference does not" />
      {locators.length === 0 ? (
        <Empty kind="none exist" title="None exist">
          This artifact never had a name in its run. It is reached by its reference alone.
        </Empty>
      ) : (
        <LocatorRows locators={locators} />
      )}
    </Panel>
  )
}

function LocatorRows({ locators }: { locators: Locator[] }) {
  if (useNarrow())
    return (
      <Stacked label="List of locators">
        {locators.map((l) => (
          <StackedRow key={`${l.locator} ${l.since}`} title={<LocatorName name={l.locator} />}>
            <dt>Since</dt>
            <dd>
              <Time at={l.since} show="utc" />
            </dd>
            <dt>Until</dt>
            <dd>
              <Until locator={l} />
            </dd>
            <dt>Names now</dt>
            <dd>
              <NamesNow locator={l} />
            </dd>
            <dt>History</dt>
            <dd>
              <History locator={l} />
            </dd>
          </StackedRow>
        ))}
      </Stacked>
    )
  return (
    <TableScroll label="Table of locators">
      <Table>
        <THead>
          <tr>
            <Th>Locator</Th>
            <Th>Named this since</Th>
            <Th>Until</Th>
            <Th>Names now</Th>
            <Th>History</Th>
          </tr>
        </THead>
        <tbody>
          {locators.map((l) => (
            <Tr key={`${l.locator} ${l.since}`}>
              <Td long className="min-w-40">
                <LocatorName name={l.locator} />
              </Td>
              <Td>
                <Time at={l.since} show="utc" />
              </Td>
              <Td>
                <Until locator={l} />
              </Td>
              <Td className="whitespace-nowrap">
                <NamesNow locator={l} />
              </Td>
              <Td className="whitespace-nowrap">
                <History locator={l} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

const Until = ({ locator: { until } }: { locator: Locator }) =>
  until === null ? 'still does' : <Time at={until} show="utc" />

function NamesNow({ locator: { now_names } }: { locator: Locator }) {
  const { id, purpose } = useArtifact()
  if (now_names === null) return 'nothing'
  if (now_names === id) return 'this artifact'
  return (
    <Link className="link" href={artifactHref(now_names, purpose)} prefetch={false}>
      <IdText id={now_names} />
    </Link>
  )
}

function History({ locator }: { locator: Locator }) {
  const { scope } = useArtifact().description.artifact
  return (
    <Link className="link" href={locatorHref(scope, locator.locator)} prefetch={false}>
      Who read which
    </Link>
  )
}
