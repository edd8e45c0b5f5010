'use client'
import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { useCallback, useRef, useState } from 'react'
import { useNarrow } from '@/components/artifact/use-narrow'
import { PageTitle } from '@/components/shell/page'
import { useSession } from '@/components/shell/session'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { cx } from '@/components/ui/cx'
import { boundedCount, plural } from '@/components/ui/format'
import { Kbd } from '@/components/ui/kbd'
import { ProblemNotice, type ShownProblem } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { RowsHandle } from '@/components/ui/virtual-table'
import { ApiProblem } from '@/lib/client/request'
import type { ArtifactList } from '@/lib/protocol/admin'
import { FilterBar } from './filter-bar'
import { type Filters, filterParsers, frozen, NARROWING, PAGE_SIZE, serializeFilters } from './filters'
import { NoRows } from './no-rows'
import { Peek } from './peek'
import { Rows } from './rows'
import { useList } from './use-list'
import { useListKeys } from './use-list-keys'

type First = { asOf: number; filters: Filters; page: ArtifactList | null; problem: ShownProblem | null }

/** The list with everything around it: filters, counts, rows, the peek, the keys. */
export function ListView({ first, tenant }: { first: First; tenant: string }) {
  const router = useRouter()
  const { me } = useSession()
  const [filters, setFilters] = useQueryStates(filterParsers, { history: 'push' })
  const { list, refused, items, narrowed, matching, all, asOf, refresh } = useList(filters, tenant, first)
  const narrow = useNarrow()
  const [pickerOpen, setPickerOpen] = useState(false)
  const [pickerText, setPickerText] = useState('')
  const rows = useRef<RowsHandle>(null)
  const cursor = useRef(-1)

  const several = (me?.tenants.length ?? 0) > 1
  const hrefOf = useCallback(
    (id: string) => `/artifacts/${id}${filters.purpose ? `?purpose=${encodeURIComponent(filters.purpose)}` : ''}`,
    [filters.purpose],
  )
  const peekAt = (index: number, history: 'push' | 'replace' = 'push') => {
    cursor.current = index
    void setFilters({ peek: items[index]?.artifact_id ?? null }, { history })
  }
  const close = () => {
    void setFilters({ peek: null })
    if (cursor.current >= 0) rows.current?.focus(cursor.current)
  }
  useListKeys({
    filter: () => setPickerOpen(true),
    move: (by) => {
      const at =
        cursor.current < 0 && filters.peek ? items.findIndex((r) => r.artifact_id === filters.peek) : cursor.current
      const next = Math.min(items.length - 1, Math.max(0, at + by))
      if (items.length === 0) return
      cursor.current = next
      rows.current?.focus(next)
      if (filters.peek) peekAt(next, 'replace')
    },
    peek: () => {
      if (items[cursor.current]) peekAt(cursor.current)
    },
    open: () => {
      const id = items[cursor.current]?.artifact_id ?? filters.peek
      if (id) router.push(hrefOf(id))
    },
    back: () => {
      if (!filters.peek) return false
      close()
      return true
    },
  })
  const change = (next: Partial<Filters>) => {
    cursor.current = -1
    void setFilters({ ...next, ...(several && { tenant }), peek: null })
  }
  const problem = refused ?? (list.error instanceof ApiProblem ? list.error : null)
  const known = narrowed ? matching.data : all.data
  return (
    <>
      <div className="px-4 pt-5 pb-3 sm:px-7">
        <PageTitle
          className="mb-3"
          hint={
            <>
              {narrowed && matching.data && `${boundedCount(matching.data)} match, `}
              {all.data
                ? `${boundedCount(all.data)} ${filters.shared ? 'shared with this tenant' : 'in tenant'}`
                : all.isFetching && 'counting…'}
            </>
          }
          actions={
            <CopyButton
              text={() => `${window.location.origin}/artifacts${serializeFilters(frozen(filters, tenant, asOf))}`}
            >
              Copy link
            </CopyButton>
          }
        >
          Artifacts
        </PageTitle>
        <FilterBar
          filters={filters}
          tenant={tenant}
          change={change}
          picker={{ open: pickerOpen, text: pickerText, setOpen: setPickerOpen, setText: setPickerText }}
        />
      </div>
      <div className="relative flex min-h-0 flex-1 border-line border-t">
        <div className="flex min-w-0 flex-1 flex-col" inert={filters.peek !== null && narrow}>
          <div
            data-scroller
            aria-busy={list.isPlaceholderData}
            className={cx(
              '@container min-h-0 flex-1 scroll-pt-11 overflow-auto',
              list.isPlaceholderData && 'opacity-60',
            )}
          >
            {problem ? (
              <div className="p-4 sm:px-7">
                <ProblemNotice
                  problem={problem}
                  actions={
                    narrowed && (
                      <Button size="small" onClick={() => change(NOTHING)}>
                        Clear filters
                      </Button>
                    )
                  }
                />
              </div>
            ) : list.isPending ? (
              <Skeleton lines={8} what="artifacts" className="p-4 sm:px-7" />
            ) : items.length === 0 ? (
              <NoRows
                narrowed={narrowed}
                shared={filters.shared !== null}
                tenant={tenant}
                onClear={() => change(NOTHING)}
              />
            ) : (
              <Rows
                ref={rows}
                items={items}
                total={known && !known.at_least ? known.count : -1}
                peek={filters.peek}
                owners={filters.shared !== null}
                hrefOf={hrefOf}
                onPeek={peekAt}
              />
            )}
          </div>
          <footer className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-1.5 text-ink-2 text-xs sm:px-7">
            <span className="hidden items-center gap-1.5 md:flex">
              <Kbd>j</Kbd>
              <Kbd>k</Kbd> move
              <Kbd>Enter</Kbd> peek
              <Kbd>o</Kbd> open
              <Kbd>Esc</Kbd> close
            </span>
            <span className="ml-auto" role="status">
              {plural(items.length, 'row')} shown, as of {new Date(asOf).toISOString().slice(11, 19)}Z
            </span>
            <Button size="small" onClick={refresh}>
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
          <Peek
            id={filters.peek}
            tenant={tenant}
            purpose={filters.purpose}
            href={hrefOf(filters.peek)}
            onPurpose={(purpose) => void setFilters({ purpose })}
            onClose={close}
          />
        )}
      </div>
    </>
  )
}

const NOTHING = Object.fromEntries(NARROWING.map((name) => [name, null])) as Partial<Filters>
