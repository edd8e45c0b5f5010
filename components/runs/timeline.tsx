'use client'
import { useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { type FirstEvents, useEvents } from '@/components/audit/use-events'
import { useSession } from '@/components/shell/session'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Empty } from '@/components/ui/empty'
import { Select } from '@/components/ui/field'
import { plural } from '@/components/ui/format'
import { Panel, PanelBody, PanelFooter, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiProblem } from '@/lib/client/request'
import type { Run } from '@/lib/protocol/admin'
import { SHOWS, type Show, timelineParsers, timelineQuery } from './filters'
import { Moment } from './moment'

const SHOW_WORDS: Record<Show, string> = {
  published: 'Published',
  saw: 'Saw',
  refused: 'Refused',
  administered: 'Administered',
}

/** What happened in a run and about it, in order: who published, saw, was refused, and what was administered. */
export function Timeline({ run, first }: { run: Run; first: FirstEvents & { asOf: number } }) {
  const { me } = useSession()
  const [filters, setFilters] = useQueryStates(timelineParsers, { history: 'push' })
  const [asOf, setAsOf] = useState(first.asOf)
  const tenant = run.tenant_id
  const query = useMemo(() => timelineQuery(filters, tenant, run.run_id), [filters, tenant, run.run_id])
  const { list, refused, items } = useEvents(query, asOf, first)
  const roles = me?.tenants.find((t) => t.tenant_id === tenant)?.roles ?? []
  const all = roles.includes('admin') || roles.includes('auditor')
  const problem = refused ?? (list.error instanceof ApiProblem ? list.error : null)
  const narrowed = filters.who !== null || filters.show !== null
  const people = [...run.participants, ...run.left]
  if (filters.who && !people.some((p) => p.principal_id === filters.who)) {
    const named = items.find((i) => i.event.actor === filters.who)?.actor_name
    people.push({ principal_id: filters.who, name: named ?? filters.who, kind: 'agent', added_at: run.created_at })
  }
  return (
    <Panel aria-labelledby="timeline-title">
      <PanelHeader
        id="timeline-title"
        title="Timeline"
        hint={all ? 'from the log; times are the database’s' : 'what you did yourself; an auditor sees all'}
      >
        <Button size="small" onClick={() => void setFilters({ order: filters.order === null ? 'newest' : null })}>
          {filters.order === null ? 'Newest first' : 'Oldest first'}
        </Button>
        <Button size="small" onClick={() => setAsOf(Date.now())}>
          Read again
        </Button>
      </PanelHeader>
      <PanelBody className="flex flex-wrap items-center gap-2 border-line border-b">
        <div className="max-w-full overflow-x-auto py-0.5">
          <Segmented
            label="What happened"
            value={filters.show ?? 'all'}
            onChange={(show) => void setFilters({ show: show === 'all' ? null : show })}
            options={[{ key: 'all' as const, label: 'All' }, ...SHOWS.map((key) => ({ key, label: SHOW_WORDS[key] }))]}
          />
        </div>
        {all && (
          <Select
            aria-label="By whom"
            className="!w-auto max-w-full"
            value={filters.who ?? ''}
            onChange={(e) => void setFilters({ who: e.target.value || null })}
          >
            <option value="">by anybody</option>
            {people.map((p) => (
              <option key={p.principal_id} value={p.principal_id}>
                by {p.name}
              </option>
            ))}
          </Select>
        )}
      </PanelBody>
      <div aria-busy={list.isPlaceholderData} className={cx(list.isPlaceholderData && 'opacity-60')}>
        {problem ? (
          <PanelBody>
            <ProblemNotice problem={problem} />
          </PanelBody>
        ) : list.isPending ? (
          <PanelBody>
            <Skeleton lines={8} what="events" />
          </PanelBody>
        ) : items.length === 0 ? (
          <Empty
            kind={narrowed ? 'none match' : 'none exist'}
            title={narrowed ? 'None match' : all ? 'None exist' : 'None exist of yours'}
          >
            {narrowed
              ? 'No event of this run that you may see is of this kind and by this principal.'
              : 'Nothing of this run is in the log that you may see.'}
          </Empty>
        ) : (
          <ol aria-label="Timeline">
            {items.map((item, i) => (
              <Moment
                key={item.event.event_id}
                item={item}
                before={items[i - 1]?.event.at ?? null}
                tenant={tenant}
                open={filters.open === item.event.event_id}
                onOpen={(open) => void setFilters({ open: open ? item.event.event_id : null }, { history: 'replace' })}
                onWho={all ? (who) => void setFilters({ who }) : undefined}
              />
            ))}
          </ol>
        )}
      </div>
      <PanelFooter>
        <span role="status">
          {plural(items.length, 'event')} shown
          {list.hasNextPage ? `, ${filters.order === null ? 'later' : 'earlier'} ones exist` : ', no more'}
        </span>
        {list.hasNextPage && (
          <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {filters.order === null ? 'Later' : 'Earlier'}
          </Button>
        )}
      </PanelFooter>
    </Panel>
  )
}
