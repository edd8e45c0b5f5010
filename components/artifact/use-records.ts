'use client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useArtifact } from './artifact-context'
import type { Asked } from './read-command'
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
  /** From the first page. */
  again: () => void
}

/**
 * One scan, of a range or under a filter, page by page. Every page is a disclosure of its own, so pages are asked for when
 * somebody wants them, never again by themselves, and kept only as long as this page is open.
 */
export function useRecords(selector: Asked, enabled: boolean): Scan {
  const { api, id, purpose } = useArtifact()
  const client = useQueryClient()
  const queryKey = ['records', id, purpose, selector]
  const query = useInfiniteQuery({
    queryKey,
    enabled,
    queryFn: async ({ pageParam, signal }) =>
      parseRecordPage(
        await ask(`${api}/read`, {
          method: 'POST',
          purpose,
          signal,
          body: pageParam === null ? { selector, ...PAGE } : { cursor: pageParam, deadline_ms: PAGE.deadline_ms },
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
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((p) => p.rows) ?? [], [pages])
  return {
    last: pages?.at(-1),
    rows,
    loading: query.isPending && query.isFetching,
    loadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    error: query.error,
    more: () => void query.fetchNextPage(),
    again: () => void client.resetQueries({ queryKey, exact: true }),
  }
}
