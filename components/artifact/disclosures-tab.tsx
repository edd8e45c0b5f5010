'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { count } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Status, type StatusWord } from '@/components/ui/status'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { DisclosureRow } from '@/lib/protocol/disclosures'
import { metricName } from '@/lib/protocol/read'
import { useArtifact } from './artifact-context'
import { readCommand } from './read-command'
import { ask, problemOf } from './request'
import { Stacked, StackedRow } from './stacked'
import { useNarrow } from './use-narrow'
import { visible } from './visible-text'
import { disclosureOutcome, operationWords, reasonWords, ruleWords, selectorWords } from './words'

type Page = { items: DisclosureRow[]; next: string | null }

/** Who was told what, who was refused, and what was permitted and then released nothing. Newest first. */
export function DisclosuresTab() {
  const { api, id, purpose } = useArtifact()
  const query = useInfiniteQuery({
    queryKey: ['disclosures', id, purpose],
    queryFn: async ({ pageParam, signal }) =>
      JSON.parse(
        await ask(`${api}/disclosures${pageParam === null ? '' : `?after=${encodeURIComponent(pageParam)}`}`, {
          purpose,
          signal,
        }),
      ) as Page,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const rows = query.data?.pages.flatMap((p) => p.items) ?? []
  const problem = problemOf(query.error)
  return (
    <Panel aria-labelledby="disclosures-title">
      <PanelHeader id="disclosures-title" title="Disclosures" hint="newest first; this list is one of them">
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Read again
        </Button>
      </PanelHeader>
      {problem && (
        <PanelBody>
          <ProblemNotice problem={problem} />
        </PanelBody>
      )}
      {query.isPending && !problem && (
        <PanelBody>
          <Skeleton lines={6} what="disclosures" />
        </PanelBody>
      )}
      {rows.length > 0 && (
        <>
          <DisclosureRows rows={rows} />
          <PanelFooter>
            <span role="status">
              {count(rows.length)} shown{query.hasNextPage ? ', older ones exist' : ', none older'}
            </span>
            {query.hasNextPage && (
              <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
                Older
              </Button>
            )}
          </PanelFooter>
        </>
      )}
    </Panel>
  )
}

function DisclosureRows({ rows }: { rows: DisclosureRow[] }) {
  if (useNarrow())
    return (
      <Stacked label="List of disclosures">
        {rows.map((row) => (
          <StackedRow key={row.disclosure_id} title={<Outcome row={row} />}>
            <dt>When</dt>
            <dd>
              <Time at={row.at} show="utc" />
            </dd>
            <dt>Who</dt>
            <dd>{visible(row.principal.name)}</dd>
            <dt>What</dt>
            <dd>
              <Asked row={row} />
            </dd>
            <dt>Purpose</dt>
            <dd className="font-value">{row.purpose ?? 'none'}</dd>
            <dt>Disclosure</dt>
            <dd>
              <IdChip id={row.disclosure_id} what="the disclosure id" />
            </dd>
          </StackedRow>
        ))}
      </Stacked>
    )
  return (
    <TableScroll label="Table of disclosures">
      <Table>
        <THead>
          <tr>
            <Th>When</Th>
            <Th>Who</Th>
            <Th>What</Th>
            <Th>Outcome</Th>
            <Th>Purpose</Th>
            <Th>Disclosure</Th>
          </tr>
        </THead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.disclosure_id}>
              <Td>
                <Time at={row.at} show="utc" />
              </Td>
              <Td className="whitespace-nowrap">{visible(row.principal.name)}</Td>
              <Td className="whitespace-nowrap">
                <Asked row={row} />
              </Td>
              <Td className="min-w-44">
                <Outcome row={row} />
              </Td>
              <Td className="font-value text-xs">{row.purpose ?? 'none'}</Td>
              <Td>
                <IdChip id={row.disclosure_id} what="the disclosure id" />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  )
}

const Asked = ({ row }: { row: DisclosureRow }) => (
  <>
    {operationWords(row.operation)}
    {row.query ? (
      <AskedQuery query={row.query} />
    ) : (
      row.selector !== null && (
        <span className="block font-value text-ink-3 text-xs">{selectorWords(row.selector)}</span>
      )
    )}
  </>
)

/** What a query asked, how far it had come, and the same query to be run again by whoever looks. */
function AskedQuery({ query }: { query: NonNullable<DisclosureRow['query']> }) {
  const { id, purpose } = useArtifact()
  const { filter_text, fields, aggregate } = query
  const shown = fields?.join(', ') ?? (aggregate && figuresOf(aggregate))
  const selector = { type: 'query' as const, filter: filter_text, fields, aggregate }
  return (
    <>
      <span className="block max-w-96 whitespace-normal font-value text-xs [overflow-wrap:anywhere]">
        {visible(filter_text ?? 'every record')}
      </span>
      {shown && <span className="block max-w-96 whitespace-normal text-ink-3 text-xs">only {visible(shown)}</span>}
      <span className="block text-ink-3 text-xs">
        {count(query.matched)} matched, {count(query.examined_end)} of {count(query.total)} examined
      </span>
      {shown || filter_text === null ? (
        <CopyButton size="small" text={() => readCommand({ origin: location.origin, id, selector, purpose })}>
          Copy as curl
        </CopyButton>
      ) : (
        <Link
          className="link text-xs"
          prefetch={false}
          href={`/artifacts/${id}?${new URLSearchParams({ ...(purpose !== null && { purpose }), filter: filter_text })}`}
        >
          Run again
        </Link>
      )}
    </>
  )
}

const figuresOf = ({ metrics, group_by }: NonNullable<NonNullable<DisclosureRow['query']>['aggregate']>): string =>
  `${metrics.map(metricName).join(', ')}${group_by.length > 0 ? ` by ${group_by.join(', ')}` : ''}`

const WORD: Record<ReturnType<typeof disclosureOutcome>, StatusWord> = {
  allowed: 'permitted',
  refused: 'denied',
  withdrawn: 'unavailable',
}

function Outcome({ row }: { row: DisclosureRow }) {
  const outcome = disclosureOutcome(row)
  return (
    <>
      <Status word={WORD[outcome]}>{outcome}</Status>
      <span className="block font-normal text-ink-3 text-xs">
        {outcome === 'allowed'
          ? row.rule && ruleWords(row.rule)
          : outcome === 'refused'
            ? reasonWords(row.reason)
            : `permitted, then released nothing: ${reasonWords(row.reason)}`}
      </span>
    </>
  )
}
