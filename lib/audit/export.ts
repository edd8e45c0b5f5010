import { createHash } from 'node:crypto'
import type { Caller } from '@/lib/authority/principal'
import { stillHolds } from '@/lib/authority/still'
import type { Deps } from '@/lib/deps'
import { type AuditExportQuery, EXPORT_FORMAT } from '@/lib/protocol/audit'
import { verifierKey } from '@/lib/transparency/note'
import { cover } from '@/lib/transparency/tree'
import { eventOf } from './event'
import { csvRow, csvStart } from './export-csv'
import { filtersOf, matching, recordReading, visibleTo } from './filter'
import { awaitSigned, newestCheckpoint, notSigned } from './proof'
import { type AuditReader, auditReader, shownTo } from './reader'
import { STORED_EVERY, subtreeRoots, TreeIncomplete } from './tree'

const PAGE = 500

export type Export = { eventId: string; fileName: string; pieces: AsyncIterable<Uint8Array> }

/** One line of an export, before it is written. What an event line has is enough to recompute its leaf (docs/audit.md). */
export type ExportLine =
  | {
      type: 'event'
      position: number
      after?: string
      leaf: string
      salt?: string
      withheld?: string[]
      event: unknown
    }
  | { type: 'missing'; position: number; event_id: string; leaf: string }
  | { type: 'hashes'; from: number; to: number; nodes: string[] | null }
  | { type: 'node'; level: number; index: number; hash: string }

type Row = {
  position: number
  event_id: string
  salt: Buffer
  hash: Buffer
  event: Record<string, unknown> | null
}
type Point = NonNullable<Awaited<ReturnType<typeof newestCheckpoint>>>

/**
 * The events that match, in the order of the log, up to the newest checkpoint; oldest first. What does not match is there
 * as hashes, so that every export leads to the signed root. The export is itself in the log before its first byte, and
 * covered by the checkpoint it carries unless the sequencer is late.
 */
export async function exportEvents(rt: Deps, caller: Caller, query: AuditExportQuery): Promise<Export> {
  const reader = auditReader(caller, query)
  const filter = filtersOf(query)
  const eventId = await recordReading(rt, caller, reader, 'audit_export', query.format, {
    filters: filter,
    limit: query.limit,
  })
  await awaitSigned(rt, reader.log, eventId)
  const point = await newestCheckpoint(rt, reader.log)
  if (!point) throw notSigned()
  const signer = await rt.keystore.signer()
  const head = {
    type: 'header',
    format: EXPORT_FORMAT,
    origin: point.origin,
    tenant_id: reader.tenantId,
    shows: reader.sees,
    // What may be anything is in the export, and not in the log of it.
    filter: { ...filter, ...(query.q !== undefined && { q: query.q }) },
    window: { from: query.from ?? null, to: query.to ?? null },
    limit: query.limit,
    exported_at: rt.now().toISOString(),
    exported_by: caller.principalId,
    export_event: eventId,
    tree_size: point.size,
    checkpoint: point.note,
    verifier_key: verifierKey(signer.noteKeys(point.origin)[0]!),
  }
  const stamp = head.exported_at.slice(0, 19).replaceAll(/[-:]/g, '')
  return {
    eventId,
    fileName: `audit-${reader.tenantId ?? 'instance'}-${stamp}.${query.format}`,
    pieces: written(rt, caller, reader, query, point, head),
  }
}

async function* written(
  rt: Deps,
  caller: Caller,
  reader: AuditReader,
  query: AuditExportQuery,
  point: Point,
  head: object,
) {
  const hash = createHash('sha256')
  const csv = query.format === 'csv'
  const take = (text: string): Buffer => {
    const bytes = Buffer.from(text)
    hash.update(bytes)
    return bytes
  }
  yield take(csv ? csvStart(head) : `${JSON.stringify(head)}\n`)
  const counts = { rows: 0, withheld: 0, missing: 0, truncated: false, last_event: null as string | null }
  for await (const lines of pages(rt, caller, reader, query, point, counts)) {
    const text = lines.map((line) => (csv ? csvRow(line) : `${JSON.stringify(line)}\n`)).join('')
    if (text !== '') yield take(text)
  }
  const trailer = { type: 'trailer', ...counts, sha256: hash.digest('hex'), digest_of: 'every byte before this line' }
  yield Buffer.from(csv ? `# ${JSON.stringify(trailer)}\r\n` : `${JSON.stringify(trailer)}\n`)
}

type Counts = { rows: number; withheld: number; missing: number; truncated: boolean; last_event: string | null }

async function* pages(
  rt: Deps,
  caller: Caller,
  reader: AuditReader,
  query: AuditExportQuery,
  point: Point,
  counts: Counts,
) {
  let next = 0
  let last: string | null = null
  for (;;) {
    // It goes on for as long as it is read, and ends with the right to read it.
    await stillHolds(rt.sql, caller)
    const room = query.limit - counts.rows
    const rows = await matchingRows(rt, reader, query, next, point.size, Math.min(PAGE, room) + 1)
    const more = rows.length > Math.min(PAGE, room)
    const page = more ? rows.slice(0, -1) : rows
    if (more && page.length === room) counts.truncated = true
    const end = more && !counts.truncated ? page.at(-1)!.position + 1 : point.size
    const hashes = await elidedHashes(rt, reader.log, gapsBetween(page, next, end))
    const nodes = new Map((await storedNodes(rt, reader.log, page)).map((node) => [node.index, node]))
    const lines: ExportLine[] = []
    for (const row of page) {
      if (row.position > next) lines.push(hashes.get(next)!)
      lines.push(lineOf(reader, row, row.position === next ? last : null, counts))
      const node = (row.position + 1) % 2 ** STORED_EVERY === 0 && nodes.get((row.position + 1) / 2 ** STORED_EVERY - 1)
      if (node) lines.push({ type: 'node', ...node })
      next = row.position + 1
      last = row.event_id
    }
    counts.last_event = next === point.size ? last : null
    if (next < end) lines.push(hashes.get(next)!)
    yield lines
    if (!more || counts.truncated) return
  }
}

/** Rows from a position on. One that is gone from the database is there for whoever sees all, whatever the filter. */
const matchingRows = (
  rt: Deps,
  reader: AuditReader,
  query: AuditExportQuery,
  from: number,
  size: number,
  limit: number,
) => rt.sql<Row[]>`
    select l.position, l.event_id, l.salt, l.hash, audit_event(a) as event
    from audit_leaves l left join audit a on a.id = l.event_id and ${visibleTo(rt.sql, { ...reader, sees: 'all' })}
    where l.log = ${reader.log} and l.position >= ${from} and l.position < ${size}
      and ((${visibleTo(rt.sql, reader)} and ${matching(rt.sql, query)}) ${reader.sees === 'own' ? rt.sql`` : rt.sql`or a.id is null`})
    order by l.position limit ${limit}`

function lineOf(reader: AuditReader, row: Row, after: string | null, counts: Counts): ExportLine {
  counts.rows++
  const { position } = row
  const leaf = row.hash.toString('hex')
  if (!row.event) {
    counts.missing++
    return { type: 'missing', position, event_id: row.event_id, leaf }
  }
  const { event, withheld } = shownTo(reader, eventOf(row.event))
  const place = { type: 'event', position, ...(after !== null && { after }), leaf } as const
  if (withheld.length === 0) return { ...place, salt: row.salt.toString('hex'), event }
  counts.withheld++
  return { ...place, withheld, event }
}

function gapsBetween(rows: readonly Row[], start: number, end: number): [number, number][] {
  const gaps: [number, number][] = []
  let next = start
  for (const { position } of rows) {
    if (position > next) gaps.push([next, position])
    next = position + 1
  }
  if (next < end) gaps.push([next, end])
  return gaps
}

/** By where they begin. A tree with holes is exported as what it is. */
async function elidedHashes(rt: Deps, log: string, gaps: [number, number][]): Promise<Map<number, ExportLine>> {
  const line = (from: number, to: number, nodes: string[] | null) =>
    [from, { type: 'hashes', from, to, nodes }] as const
  try {
    const covers = gaps.map(([from, to]) => cover(from, to))
    const roots = await subtreeRoots(rt.sql, log, covers.flat())
    let at = 0
    return new Map(
      gaps.map(([from, to], i) => {
        const nodes = roots.slice(at, at + covers[i]!.length).map((hash) => hash.toString('hex'))
        at += nodes.length
        return line(from, to, nodes)
      }),
    )
  } catch (error) {
    if (error instanceof TreeIncomplete) return new Map(gaps.map(([from, to]) => line(from, to, null)))
    throw error
  }
}

/** Stored roots over sixteen leaves each: with them a leaf that was changed with its event is told to within sixteen. */
async function storedNodes(rt: Deps, log: string, rows: readonly Row[]) {
  const width = 2 ** STORED_EVERY
  const [first, last] = [rows[0]?.position ?? 0, rows.at(-1)?.position ?? -1]
  const nodes = await rt.sql<{ index: number; hash: Buffer }[]>`
    select index, hash from audit_nodes where log = ${log} and level = ${STORED_EVERY}
      and index >= ${Math.floor(first / width)} and index <= ${Math.floor(last / width)}`
  return nodes.map(({ index, hash }) => ({ level: STORED_EVERY, index, hash: hash.toString('hex') }))
}
