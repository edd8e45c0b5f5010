'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { visible } from '@/components/artifact/visible-text'
import { runHref } from '@/components/runs/run-href'
import { Button } from '@/components/ui/button'
import { IdChip } from '@/components/ui/chip'
import { Fact, Facts } from '@/components/ui/facts'
import { count } from '@/components/ui/format'
import { PeekPanel, useSettled } from '@/components/ui/peek-panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { fetchEvent, type LogOf } from '@/lib/client/audit'
import { ApiProblem } from '@/lib/client/request'
import type { AuditItem } from '@/lib/protocol/audit'
import { EventJson } from './event-json'
import type { Filters } from './filters'
import { Inclusion } from './inclusion'
import { actWords, outcome } from './words'

const H3 = 'mt-4 mb-1.5 font-semibold text-ink-2 text-xs'

/** One event beside the log: what it says, whole, and whether it is where the signed log says. */
export function EventPeek({
  id,
  loaded,
  of,
  onFilter,
  onClose,
}: {
  id: string
  /** The event where the list has it already; then nothing more is asked for, and nothing more is recorded. */
  loaded: AuditItem | undefined
  of: LogOf
  onFilter: (change: Partial<Filters>) => void
  onClose: () => void
}) {
  const settled = useSettled(id, 150)
  const asked = useQuery({
    queryKey: ['audit', 'event', settled, of],
    queryFn: ({ signal }) => fetchEvent(settled, of, { signal }),
    enabled: loaded === undefined,
  })
  const item = loaded ?? (settled === id ? asked.data : undefined)
  return (
    <PeekPanel id={id} onClose={onClose}>
      {item ? (
        <>
          <EventFacts item={item} tenant={of.tenant} onFilter={onFilter} />
          <h3 className={H3}>Inclusion in the log</h3>
          <Inclusion key={id} id={id} of={of} />
          <EventJson item={item} className="mt-4" />
        </>
      ) : asked.error instanceof ApiProblem ? (
        <ProblemNotice problem={asked.error} />
      ) : (
        <Skeleton lines={9} what="the event" />
      )}
    </PeekPanel>
  )
}

function EventFacts({
  item: { event, actor_name, position },
  tenant,
  onFilter,
}: {
  item: AuditItem
  tenant: string | undefined
  onFilter: (change: Partial<Filters>) => void
}) {
  const { word, says, why } = outcome(event)
  const only = (what: string, change: Partial<Filters>) => (
    <Button size="small" variant="quiet" aria-label={`Only this ${what}`} onClick={() => onFilter(change)}>
      only
    </Button>
  )
  const row = (name: string, value: ReactNode, filter?: ReactNode) => (
    <Fact name={name}>
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 break-words">{value}</span>
        {filter}
      </span>
    </Fact>
  )
  return (
    <>
      <p className="font-medium">
        {visible(actor_name ?? event.actor)} {actWords(event)}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Status word={word}>{says}</Status>
        <span className="text-ink-2 text-xs">{why}</span>
      </p>
      <Facts className="mt-3">
        {row('At', <Time at={event.at} show="exact" />)}
        {row('Kind', <code>{event.kind}</code>, only('kind', { kind: event.kind }))}
        {row('Principal', <IdChip id={event.actor} />, only('principal', { actor: event.actor }))}
        {event.credential && row('Credential', <IdChip id={event.credential} what="the credential’s id" />)}
        {event.artifact_id &&
          row(
            'Artifact',
            <IdChip id={event.artifact_id} href={`/artifacts/${encodeURIComponent(event.artifact_id)}`} />,
            only('artifact', { artifact: event.artifact_id }),
          )}
        {event.run_id &&
          row(
            'Run',
            <IdChip id={event.run_id} {...(tenant && { href: runHref(tenant, event.run_id) })} />,
            only('run', { run: event.run_id }),
          )}
        {event.purpose && row('Purpose', event.purpose, only('purpose', { purpose: event.purpose }))}
        {event.request_id &&
          row('Request', <IdChip id={event.request_id} />, only('request', { request_id: event.request_id }))}
        {row('Position', position === null ? 'waiting for one' : count(position))}
      </Facts>
    </>
  )
}
