import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import type { AuditItem, AuditList, AuditListQuery } from '@/lib/protocol/audit'
import { ProblemError } from '@/lib/protocol/problem'
import { eventOf } from './event'
import { filtersOf, matching, OMITTED, recordReading, visibleTo } from './filter'
import { type AuditReader, auditReader, shownTo } from './reader'

/** A page looks at so many events at most; where nothing matches in them, it says where to go on. */
const EXAMINED = 50_000

type Row = { event: Record<string, unknown>; name: string | null; position: number | null }

/** Events of the caller's log by keyset, newest first unless asked otherwise. Plans rely on: audit_window, audit_artifact, audit_run. */
export async function listEvents(rt: Deps, caller: Caller, query: AuditListQuery): Promise<AuditList> {
  const reader = auditReader(caller, query)
  const { sql } = rt
  const after = query.after === undefined ? null : await placeOf(rt, reader, query.after)
  const oldest = query.order === 'oldest'
  const [beyond, upTo, direction] = oldest ? [sql`>`, sql`<=`, sql`asc`] : [sql`<`, sql`>=`, sql`desc`]
  // Through text: as a timestamp the driver would send whole milliseconds, and pass over what happened within one.
  const inWindow = sql`${visibleTo(sql, { ...reader, sees: 'all' })}
    ${after ? sql`and (a.at, a.seq) ${beyond} (${after.at}::text::timestamptz, ${after.seq})` : sql``}
    ${query.to === undefined ? sql`` : sql`and a.at < ${query.to}::text::timestamptz`}
    ${query.from === undefined ? sql`` : sql`and a.at >= ${query.from}::text::timestamptz`}`
  const omits = query.kind === undefined ? OMITTED : []
  const [last] =
    query.artifact === undefined && query.run === undefined
      ? await sql<{ at: string; seq: number; id: string }[]>`
          select a.at::text as at, a.seq, a.id from audit a where ${inWindow}
          order by a.at ${direction}, a.seq ${direction} offset ${EXAMINED - 1} limit 1`
      : []
  const rows = await sql<Row[]>`
    select audit_event(a) as event, p.name, l.position
    from audit a left join principals p on p.id = a.actor left join audit_leaves l on l.event_id = a.id
    where ${inWindow} and ${visibleTo(sql, reader)} and ${matching(sql, query)} and a.kind <> all (${omits}::text[])
      ${last ? sql`and (a.at, a.seq) ${upTo} (${last.at}::text::timestamptz, ${last.seq})` : sql``}
    order by a.at ${direction}, a.seq ${direction} limit ${query.limit + 1}`
  const shown = rows.slice(0, query.limit)
  await recordReading(rt, caller, reader, 'audit_read', 'list', { rows: shown.length, filters: filtersOf(query) })
  const more = rows.length > query.limit ? (shown.at(-1)!.event.event_id as string) : (last?.id ?? null)
  return { items: shown.map((row) => itemOf(reader, row)), next: more, omits }
}

export function itemOf(reader: AuditReader, row: Row): AuditItem {
  const { event, withheld } = shownTo(reader, eventOf(row.event))
  return { event, actor_name: row.name, position: row.position, withheld } as AuditItem
}

async function placeOf(rt: Deps, reader: AuditReader, after: string): Promise<{ at: string; seq: number }> {
  const [row] = await rt.sql<{ at: string; seq: number }[]>`
    select a.at::text as at, a.seq from audit a where a.id = ${after} and ${visibleTo(rt.sql, { ...reader, sees: 'all' })}`
  if (!row)
    throw new ProblemError('invalid_request', 'after: send the "next" of the page before, exactly.', {
      errors: [{ pointer: '/after', detail: 'the "next" of the page before' }],
    })
  return row
}
