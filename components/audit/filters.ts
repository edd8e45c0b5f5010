import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { frozenWindow, startOf, WINDOW_NAMES } from '@/components/ui/window'
import type { AuditListQuery } from '@/lib/protocol/audit'

/** Rows of a page. */
export const PAGE_SIZE = 50

/** Everything that decides what the log shows is in its address, the peeked event included. */
export const filterParsers = {
  tenant: parseAsString,
  log: parseAsStringLiteral(['instance']),
  kind: parseAsString,
  operation: parseAsString,
  decision: parseAsStringLiteral(['allow', 'refuse']),
  actor: parseAsString,
  artifact: parseAsString,
  run: parseAsString,
  purpose: parseAsString,
  reason: parseAsString,
  request_id: parseAsString,
  q: parseAsString,
  from: parseAsString,
  to: parseAsString,
  /** Relative to now; `from` and `to` count instead of it where they stand. */
  within: parseAsStringLiteral(WINDOW_NAMES),
  peek: parseAsString,
}
export type Filters = inferParserType<typeof filterParsers>
export const loadFilters = createLoader(filterParsers)
export const serializeFilters = createSerializer(filterParsers)

/** Filters whose value is passed on as it is. */
export const PASSED = [
  'kind',
  'operation',
  'decision',
  'actor',
  'artifact',
  'run',
  'purpose',
  'reason',
  'request_id',
  'q',
] as const

/** The query of the API that these filters mean at the instant `now` (milliseconds since the epoch). */
export function toQuery(f: Filters, tenant: string, now: number): Partial<AuditListQuery> {
  const from = startOf(f, now)
  return {
    ...(f.log ? { log: f.log } : { tenant }),
    ...Object.fromEntries(PASSED.flatMap((name) => (f[name] ? [[name, f[name]]] : []))),
    ...(from && { from }),
    ...(f.to && { to: f.to }),
  }
}

/** For a copied link and for an export: the window stands still. */
export const frozen = (f: Filters, tenant: string, now: number): Filters => ({ ...f, tenant, ...frozenWindow(f, now) })

export const NARROWING = [...PASSED, 'from', 'to', 'within'] as const
export const isNarrowed = (f: Filters): boolean => NARROWING.some((name) => f[name] !== null)
