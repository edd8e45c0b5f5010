import { createLoader, createSerializer, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { ADMINISTRATIVE } from '@/components/audit/words'
import type { AuditListQuery } from '@/lib/protocol/audit'

export const STATES = ['active', 'left', 'not_joined'] as const

/** What decides which runs are listed is in the address. */
export const listParsers = {
  tenant: parseAsString,
  state: parseAsStringLiteral(STATES),
  purpose: parseAsString,
  principal: parseAsString,
  after: parseAsString,
}
export type RunFilters = inferParserType<typeof listParsers>
export const loadRunFilters = createLoader(listParsers)
export const serializeRunFilters = createSerializer(listParsers)

/** What a timeline can be narrowed to. */
export const SHOWS = ['published', 'saw', 'refused', 'administered'] as const
export type Show = (typeof SHOWS)[number]

export const timelineParsers = {
  tenant: parseAsString,
  who: parseAsString,
  show: parseAsStringLiteral(SHOWS),
  order: parseAsStringLiteral(['newest']),
  open: parseAsString,
}
export type TimelineFilters = inferParserType<typeof timelineParsers>
export const loadTimelineFilters = createLoader(timelineParsers)
export const serializeTimelineFilters = createSerializer(timelineParsers)

const MEANS: Record<Show, Partial<AuditListQuery>> = {
  published: { kind: 'publish' },
  saw: { kind: 'disclosure', decision: 'allow' },
  refused: { decision: 'refuse' },
  administered: { kind: ADMINISTRATIVE.join() },
}

/** The query of the log that a run's timeline is: in the order in which it happened, unless turned round. */
export const timelineQuery = (f: TimelineFilters, tenant: string, run: string): Partial<AuditListQuery> => ({
  tenant,
  run,
  order: f.order ?? 'oldest',
  ...(f.who && { actor: f.who }),
  ...(f.show && MEANS[f.show]),
})
