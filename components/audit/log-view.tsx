'use client'
import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useMemo, useRef, useState } from 'react'
import { useNarrow } from '@/components/artifact/use-narrow'
import { useListKeys } from '@/components/artifacts/use-list-keys'
import { PageTitle } from '@/components/shell/page'
import { useSession } from '@/components/shell/session'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { cx } from '@/components/ui/cx'
import { Empty } from '@/components/ui/empty'
import { plural } from '@/components/ui/format'
import { Kbd } from '@/components/ui/kbd'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { type RowsHandle, VirtualTable } from '@/components/ui/virtual-table'
import { checkpointQuery } from '@/lib/client/audit'
import { ApiProblem } from '@/lib/client/request'
import { CheckpointDialog, LogStatus } from './checkpoint-dialog'
import { EventPeek } from './event-peek'
import { EventHeads, EventRow } from './event-row'
import { ExportDialog } from './export-dialog'
import { FilterBar } from './filter-bar'
import {
  type Filters,
  filterParsers,
  frozen,
  isNarrowed,
  NARROWING,
  PAGE_SIZE,
  serializeFilters,
  toQuery,
} from './filters'
import { type FirstEvents, useEvents } from './use-events'

/** The log with everything around it: filters, window, rows, the peek, checkpoint, export, the keys. */
export function LogView({ first, tenant }: { first: FirstEvents & { asOf: number }; tenant: string }) {
  const { me } = useSession()
  const [filters, setFilters] = useQueryStates(filterParsers, { history: 'push' })
  const [asOf, setAsOf] = useState(first.asOf)
  const query = useMemo(() => toQuery(filters, tenant, asOf), [filters, tenant, asOf])
  const { list, refused, items, omits } = useEvents(query, asOf, first)
  const of = useMemo(() => (filters.log ? { log: filters.log } : { tenant }), [filters.log, tenant])
  const checkpoint = useQuery(checkpointQuery(of))
  const narrow = useNarrow()
  const [pickerOpen, setPickerOpen] = useState(false)
  const [pickerText, setPickerText] = useState('')
  const rows = useRef<RowsHandle>(null)
  const cursor = useRef(-1)

  const roles = me?.tenants.find((t) => t.tenant_id === tenant)?.roles ?? []
  const sees = filters.log || roles.includes('auditor') ? 'all' : roles.includes('admin') ? 'metadata' : 'own'
  const several = (me?.tenants.length ?? 0) > 1
  const peekAt = (index: number, history: 'push' | 'replace' = 'push') => {
    cursor.current = index
    void setFilters({ peek: items[index]?.event.event_id ?? null }, { history })
  }
  const close = () => {
    void setFilters({ peek: null })
    if (cursor.current >= 0) rows.current?.focus(cursor.current)
  }
  const peekCursor = () => {
    if (items[cursor.current]) peekAt(cursor.current)
  }
  useListKeys({
    filter: () => setPickerOpen(true),
    move: (by) => {
      if (items.length === 0) return
      const at =
        cursor.current < 0 && filters.peek ? items.findIndex((i) => i.event.event_id === filters.peek) : cursor.current
      cursor.current = Math.min(items.length - 1, Math.max(0, at + by))
      rows.current?.focus(cursor.current)
      if (filters.peek) peekAt(cursor.current, 'replace')
    },
    peek: peekCursor,
    open: peekCursor,
    back: () => {
      if (!filters.peek) return false
      close()
      return true
    },
  })
  const change = (next: Partial<Filters>) => {
    cursor.current = -1
    void setFilters({ ...(several && { tenant }), peek: null, ...next })
  }
  const narrowed = isNarrowed(filters)
  const clear = (
    <Button size="small" onClick={() => change(NOTHING)}>
      Clear filters
    </Button>
  )
  const problem = refused ?? (list.error instanceof ApiProblem ? list.error : null)
  const signed = checkpoint.data
  return (
    <>
      <div className="px-4 pt-5 pb-3 sm:px-7">
        <PageTitle
          className="mb-3"
          hint={
            signed && (
              <span className="flex flex-wrap items-center gap-x-2">
                <LogStatus status={signed.status} />
                {plural(signed.size, 'event')} signed
              </span>
            )
          }
          actions={
            <>
              <CopyButton
                text={() => `${window.location.origin}/audit${serializeFilters(frozen(filters, tenant, asOf))}`}
              >
                Copy link
              </CopyButton>
              <CheckpointDialog of={of} mayVerify={sees !== 'own'} />
              <ExportDialog filters={filters} tenant={tenant} asOf={asOf} />
            </>
          }
        >
          Audit
        </PageTitle>
        {signed && signed.status !== 'consistent' && (
          <Notice tone="blocked" role="alert" className="mb-3">
            The log in the database is {signed.status === 'behind' ? 'behind' : 'not'} what was signed. {signed.detail}
          </Notice>
        )}
        <FilterBar
          filters={filters}
          tenant={tenant}
          asOf={asOf}
          change={change}
          picker={{ open: pickerOpen, text: pickerText, setOpen: setPickerOpen, setText: setPickerText }}
        />
        <p className="mt-2 text-ink-3 text-xs">
          {SEES[sees]}
          {omits.length > 0 && ' Looks at this log are left out unless asked for.'}
        </p>
      </div>
      <div className="relative flex min-h-0 flex-1 border-line border-t">
        <div className="flex min-w-0 flex-1 flex-col" inert={filters.peek !== null && narrow}>
          <div
            data-scroller
            aria-busy={list.isPlaceholderData}
            className={cx('min-h-0 flex-1 scroll-pt-11 overflow-auto', list.isPlaceholderData && 'opacity-60')}
          >
            {problem ? (
              <div className="p-4 sm:px-7">
                <ProblemNotice problem={problem} actions={narrowed && clear} />
              </div>
            ) : list.isPending ? (
              <Skeleton lines={8} what="events" className="p-4 sm:px-7" />
            ) : items.length > 0 ? (
              <VirtualTable
                ref={rows}
                label="Events"
                items={items}
                keyOf={(i) => i.event.event_id}
                total={list.hasNextPage ? -1 : items.length}
                columns={6}
                heads={<EventHeads />}
                row={(item, index, props) => (
                  <EventRow
                    key={item.event.event_id}
                    item={item}
                    peeked={item.event.event_id === filters.peek}
                    onPeek={() => peekAt(index)}
                    props={props}
                  />
                )}
              />
            ) : list.hasNextPage ? (
              <Empty kind="none match" title="None match so far" actions={clear}>
                A page looks at 50,000 events. The next one goes on from there.
              </Empty>
            ) : narrowed ? (
              <Empty kind="none match" title="None match" actions={clear}>
                No event that you may see matches all of these filters in this window.
              </Empty>
            ) : (
              <Empty kind="none exist" title={sees === 'own' ? 'None exist of yours' : 'None exist'}>
                {SEES[sees]}
              </Empty>
            )}
          </div>
          <footer className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-1.5 text-ink-2 text-xs sm:px-7">
            <span className="hidden items-center gap-1.5 md:flex">
              <Kbd>j</Kbd>
              <Kbd>k</Kbd> move
              <Kbd>Enter</Kbd> peek
              <Kbd>Esc</Kbd> close
            </span>
            <span className="ml-auto" role="status">
              {plural(items.length, 'event')} shown, as of {new Date(asOf).toISOString().slice(11, 19)}Z
            </span>
            <Button size="small" onClick={() => setAsOf(Date.now())}>
              Refresh
            </Button>
            {list.hasNextPage && (
              <Button size="small" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
                Next {PAGE_SIZE}
              </Button>
            )}
          </footer>
        </div>
        {filters.peek && (
          <EventPeek
            id={filters.peek}
            loaded={items.find((i) => i.event.event_id === filters.peek)}
            of={of}
            onFilter={change}
            onClose={close}
          />
        )}
      </div>
    </>
  )
}

const SEES = {
  all: 'Every event of this log, whole.',
  metadata: 'Every event; of decisions about reading, that they were made. What was asked for is shown to auditors.',
  own: 'What you did yourself. An auditor of the tenant sees every event.',
}
const NOTHING = Object.fromEntries(NARROWING.map((name) => [name, null])) as Partial<Filters>
