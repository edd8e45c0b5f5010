'use client'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ShownProblem } from '@/components/ui/problem-notice'
import { countQuery, fetchArtifacts } from '@/lib/client/artifacts'
import type { ArtifactList } from '@/lib/protocol/admin'
import { type Filters, isNarrowed, PAGE_SIZE, toQuery } from './filters'

/**
 * The rows that match, page by page, and the two counts, loaded apart. The page rendered by the server is the first page
 * here: the same list is not asked for twice. `asOf` is the instant that relative filters count from.
 */
export function useList(
  filters: Filters,
  tenant: string,
  first: { asOf: number; filters: Filters; page: ArtifactList | null; problem: ShownProblem | null },
) {
  const [asOf, setAsOf] = useState(first.asOf)
  const query = useMemo(() => toQuery(filters, tenant, asOf), [filters, tenant, asOf])
  const key = ['artifacts', 'list', query, asOf]
  const rendered = useMemo(() => JSON.stringify(toQuery(first.filters, tenant, first.asOf)), [first, tenant])
  const isFirst = asOf === first.asOf && JSON.stringify(query) === rendered
  const refused = isFirst ? first.problem : null
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      fetchArtifacts({ ...query, limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: refused === null,
    ...(first.page && isFirst && { initialData: { pages: [first.page], pageParams: [''] } }),
  })
  const narrowed = isNarrowed(filters)
  const matching = useQuery({ ...countQuery(query, asOf), enabled: narrowed && refused === null })
  const all = useQuery({
    ...countQuery({ tenant, ...(filters.shared && { shared: filters.shared }) }, asOf),
    enabled: first.problem?.code !== 'not_found',
  })
  const items = useMemo(() => list.data?.pages.flatMap((p) => p.items) ?? [], [list.data])
  return { list, refused, items, narrowed, matching, all, asOf, refresh: () => setAsOf(Date.now()) }
}
