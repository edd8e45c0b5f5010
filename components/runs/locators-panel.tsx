'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { locatorHref } from '@/components/artifact/locator-href'
import { LocatorName } from '@/components/locators/locator-name'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { plural } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiProblem } from '@/lib/client/request'
import { fetchLocators } from '@/lib/client/runs'
import type { Run } from '@/lib/protocol/admin'

/** A name says something of what it names: reading the names of a run is a recorded disclosure, made when asked for. */
export function LocatorsPanel({ run }: { run: Run }) {
  const [asked, setAsked] = useState(false)
  const named = useQuery({
    queryKey: ['locators', run.tenant_id, run.run_id],
    queryFn: ({ signal }) => fetchLocators(run.tenant_id, run.run_id, { signal }),
    enabled: asked,
  })
  return (
    <Panel aria-labelledby="locators-title">
      <PanelHeader id="locators-title" title="Locators" hint="names that move" />
      {!asked ? (
        <PanelBody className="space-y-2">
          <p className="text-ink-2 text-xs">A look at the names is recorded as a disclosure of what they name.</p>
          <Button size="small" onClick={() => setAsked(true)}>
            Show the names
          </Button>
        </PanelBody>
      ) : named.error instanceof ApiProblem ? (
        <PanelBody>
          <ProblemNotice problem={named.error} />
        </PanelBody>
      ) : !named.data ? (
        <PanelBody>
          <Skeleton lines={3} what="locators" />
        </PanelBody>
      ) : (
        <>
          {named.data.items.length === 0 ? (
            <PanelBody className="text-ink-2">None exist that you may see.</PanelBody>
          ) : (
            <ul aria-label="Locators" className="divide-y divide-line">
              {named.data.items.map((l) => (
                <li key={l.locator} className="px-3.5 py-2 [overflow-wrap:anywhere]">
                  <Link
                    className="link"
                    href={locatorHref({ tenant_id: run.tenant_id, run_id: run.run_id }, l.locator)}
                  >
                    <LocatorName name={l.locator} />
                  </Link>
                  <span className="block text-ink-3 text-xs">{plural(l.moves, 'move')}; names now</span>
                  <IdChip id={l.artifact_id} href={`/artifacts/${l.artifact_id}`} />
                </li>
              ))}
            </ul>
          )}
          {named.data.next && (
            <PanelFooter>
              <span>more exist</span>
              <Link
                className="link"
                href={`/locators?${new URLSearchParams({ tenant: run.tenant_id, run: run.run_id })}`}
              >
                All of them
              </Link>
            </PanelFooter>
          )}
        </>
      )}
    </Panel>
  )
}
