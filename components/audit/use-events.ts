'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ShownProblem } from '@/components/ui/problem-notice'
import { fetchEvents } from '@/lib/client/audit'
import type { AuditList, AuditListQuery } from '@/lib/protocol/audit'
import { PAGE_SIZE } from './filters'

/** What the server rendered, for the query it answers. */
export type FirstEvents = { query: Partial<AuditListQuery>; page: AuditList | null; problem: ShownProblem | null }

/**
 * Events page by page. The page rendered by the server is the first page here: the log is not read, and says so, twice for
 * one look.
 */
export function useEvents(query: Partial<AuditListQuery>, asOf: number, first: FirstEvents & { asOf: number }) {
  const isFirst = asOf === first.asOf && JSON.stringify(query) === JSON.stringify(first.query)
  const refused = isFirst ? first.problem : null
  const list = useInfiniteQuery({
    queryKey: ['audit', 'list', query, asOf],
    queryFn: ({ pageParam, signal }) =>
      fetchEvents({ ...query, limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: refused === null,
    ...(first.page && isFirst && { initialData: { pages: [first.page], pageParams: [''] } }),
  })
  const items = useMemo(() => list.data?.pages.flatMap((p) => p.items) ?? [], [list.data])
  return { list, refused, items, omits: list.data?.pages[0]?.omits ?? [] }
}
