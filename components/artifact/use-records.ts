'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useArtifact } from './artifact-context'
import { parseRecordPage, type RecordPage, type RecordRow } from './record-page'
import { ask } from './request'

const PAGE = { limit: 200, max_bytes: 262_144, deadline_ms: 5_000 }
export const PAGE_LIMIT = PAGE.limit

export type Scan = {
  /** The latest page: its scan and conclusion cover all pages before it. */
  last: RecordPage | undefined
  rows: RecordRow[]
  loading: boolean
  loadingMore: boolean
  hasMore: boolean
  error: unknown
  more: () => void
  again: () => void
}

/**
 * One scan of records `[from, to)`, page by page. Every page is a disclosure of its own, so pages are asked for when
 * somebody wants them, never again by themselves, and kept only as long as this page is open.
 */
export function useRecords(from: number, to: number, enabled: boolean): Scan {
  const { api, id, purpose } = useArtifact()
  const query = useInfiniteQuery({
    queryKey: ['records', id, purpose, from, to],
    enabled,
    queryFn: async ({ pageParam, signal }) =>
      parseRecordPage(
        await ask(`${api}/read`, {
          method: 'POST',
          purpose,
          signal,
          body:
            pageParam === null
              ? { selector: { type: 'record_range', start: from, end: to }, ...PAGE }
              : { cursor: pageParam, deadline_ms: PAGE.deadline_ms },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
    retry: false,
  })
  const pages = query.data?.pages ?? []
  return {
    last: pages.at(-1),
    rows: pages.flatMap((p) => p.rows),
    loading: query.isPending && query.isFetching,
    loadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    error: query.error,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  }
}
