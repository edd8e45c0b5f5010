'use client'
import Link from 'next/link'
import { IdText } from '@/components/ui/chip'
import { Empty } from '@/components/ui/empty'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { artifactHref, useArtifact } from './artifact-context'
import { locatorHref } from './locator-href'
import { visible } from './visible-text'

/** The mutable names this artifact has had in its run, and what each of them names now. */
export function LocatorsTab() {
  const { description, id, purpose } = useArtifact()
  const { locators, artifact } = description
  return (
    <Panel aria-labelledby="locators-title">
      <PanelHeader id="locators-title" title="Locators" hint="names that move; the reference does not" />
      {locators.length === 0 ? (
        <Empty kind="none exist" title="None exist">
          This artifact never had a name in its run. It is reached by its reference alone.
        </Empty>
      ) : (
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
                  <Td className="min-w-40 font-value text-xs [overflow-wrap:anywhere]">{visible(l.locator)}</Td>
                  <Td>
                    <Time at={l.since} show="utc" />
                  </Td>
                  <Td>{l.until === null ? 'still does' : <Time at={l.until} show="utc" />}</Td>
                  <Td className="whitespace-nowrap">
                    {l.now_names === id ? (
                      'this artifact'
                    ) : l.now_names === null ? (
                      'nothing'
                    ) : (
                      <Link className="link" href={artifactHref(l.now_names, purpose)} prefetch={false}>
                        <IdText id={l.now_names} />
                      </Link>
                    )}
                  </Td>
                  <Td className="whitespace-nowrap">
                    <Link className="link" href={locatorHref(artifact.scope, l.locator)} prefetch={false}>
                      Who read which
                    </Link>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  )
}
