import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { type Chosen, frozenWindow, startOf, WINDOW_NAMES } from '@/components/ui/window'
import type { ArtifactListQuery } from '@/lib/protocol/admin'

/** Rows of a page. Here, because the server's page asks for as many: what a client module exports is no value there. */
export const PAGE_SIZE = 50

export const STATES = ['available', 'expired', 'deleted', 'quarantined'] as const
export const STATUSES = ['complete', 'partial', 'unknown'] as const

/** Everything that decides what the list shows is in its address, the peeked row included. */
export const filterParsers = {
  tenant: parseAsString,
  run: parseAsString,
  tool: parseAsString,
  source: parseAsString,
  state: parseAsStringLiteral(STATES),
  status: parseAsStringLiteral(STATUSES),
  observed_from: parseAsString,
  observed_to: parseAsString,
  /** Relative to now; `observed_from` and `observed_to` count instead of it where they stand. */
  within: parseAsStringLiteral(WINDOW_NAMES),
  q: parseAsString,
  /** What other tenants share with this one, instead of its own. */
  shared: parseAsStringLiteral(['true'] as const),
  purpose: parseAsString,
  peek: parseAsString,
}
export type Filters = inferParserType<typeof filterParsers>
export const loadFilters = createLoader(filterParsers)
export const serializeFilters = createSerializer(filterParsers)

/** The query of the API that these filters mean at the instant `now` (milliseconds since the epoch). */
export function toQuery(f: Filters, tenant: string, now: number): Partial<ArtifactListQuery> {
  const from = startOf(windowOf(f), now)
  return {
    tenant,
    ...(f.run && { run: f.run }),
    ...(f.tool && { tool: f.tool }),
    ...(f.source && { source: f.source }),
    ...(f.state && { state: f.state }),
    ...(f.status && { status: f.status }),
    ...(from && { observed_from: from }),
    ...(f.observed_to && { observed_to: f.observed_to }),
    ...(f.q && { q: f.q }),
    ...(f.shared && { shared: f.shared }),
  }
}

const windowOf = (f: Filters): Chosen => ({ within: f.within, from: f.observed_from, to: f.observed_to })

/** For a copied link. */
export function frozen(f: Filters, tenant: string, now: number): Filters {
  const { within, from, to } = frozenWindow(windowOf(f), now)
  return { ...f, tenant, within, observed_from: from, observed_to: to }
}

/** Filters that narrow the list; the tenant only says which list. */
export const NARROWING = [
  'q',
  'run',
  'tool',
  'source',
  'state',
  'status',
  'within',
  'observed_from',
  'observed_to',
] as const
export const isNarrowed = (f: Filters): boolean => NARROWING.some((name) => f[name] !== null)
