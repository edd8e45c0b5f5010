import { queryOptions } from '@tanstack/react-query'
import type { ArtifactList, ArtifactListQuery } from '@/lib/protocol/admin'
import type { Description } from '@/lib/protocol/publish'
import { query, request } from './request'

type Signal = { signal?: AbortSignal }

/** One page of the list. */
export const fetchArtifacts = (q: Partial<ArtifactListQuery>, o: Signal = {}): Promise<ArtifactList> =>
  request(`/artifacts${query(q)}`, o)

/** How many match, counted apart from the list and up to a bound; anew for each `asOf`. */
export const countQuery = (q: Partial<ArtifactListQuery>, asOf: number) =>
  queryOptions({
    queryKey: ['artifacts', 'count', q, asOf],
    queryFn: ({ signal }): Promise<{ count: number; at_least: boolean }> =>
      request(`/artifacts/count${query(q)}`, { signal }),
  })

/** The description without content. Each fetch is a recorded disclosure, hence kept until the page is left. */
export const describeQuery = (id: string, purpose?: string) =>
  queryOptions({
    queryKey: ['artifacts', id, 'description', purpose ?? null],
    queryFn: ({ signal }): Promise<Description> =>
      request(`/artifacts/${encodeURIComponent(id)}`, { signal, ...(purpose && { purpose }) }),
  })
