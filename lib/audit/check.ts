import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import type { AuditVerification } from '@/lib/protocol/audit'
import { ProblemError } from '@/lib/protocol/problem'
import { openCheckpoint } from '@/lib/transparency/checkpoint'
import { eventOf } from './event'
import { logState } from './fault'
import { recordReading, visibleTo } from './filter'
import { OutsideCheckpoints } from './outside'
import { noCheckpoint } from './proof'
import { type AuditReader, auditReader } from './reader'
import { STORED_EVERY } from './tree'
import { LogWalk } from './walk'

const PAGE = 1000
const UNLOGGED = 100

/**
 * Reads the whole log in the database: recomputes every leaf from its row, every stored hash from the leaves, and holds
 * the tree against the newest checkpoints, inside and outside. Names each row that was edited, removed, exchanged, or
 * slipped in without a position.
 */
export async function verifyLog(
  rt: Deps,
  caller: Caller,
  at: { tenant?: string | undefined; log?: string | undefined },
  signal?: AbortSignal,
): Promise<AuditVerification> {
  const reader = auditReader(caller, at)
  if (reader.sees === 'own')
    throw new ProblemError(
      'forbidden',
      'This takes an auditor or an admin of the tenant, or the operator for its own log.',
    )
  const signer = await rt.keystore.signer()
  const state = await logState(rt.sql, new OutsideCheckpoints(rt.config.dataDir), signer, reader.log)
  const { published, outside, size, fault } = state
  const origin = state.origin ?? outside?.origin
  if (!origin || !(published ?? outside)) throw noCheckpoint()
  await recordReading(rt, caller, reader, 'audit_read', 'verify', {})

  const points = [
    ...(published ? [{ ...published, where: 'database' as const }] : []),
    ...(outside ? [{ ...outside, where: 'outside' as const }] : []),
  ]
  const walk = new LogWalk(points)
  const signed = published && openCheckpoint(published.note, signer.noteKeys(origin))
  if (published && (signed?.size !== published.size || !signed.root.equals(published.root)))
    walk.fault(tree('The newest checkpoint in the database is not one that this service has signed.'))
  for (let next = 0; next < size; next += PAGE) {
    if (signal?.aborted) throw new ProblemError('unavailable', 'The caller went away.')
    await walkPage(rt, reader, walk, next, Math.min(size, next + PAGE))
  }
  for (const { id } of await unlogged(rt, reader))
    walk.fault({
      kind: 'unlogged',
      position: null,
      event_id: id,
      detail: 'The row is in the table without a position.',
    })
  if (fault) walk.fault(tree(fault.detail))
  const { faults, total, roots } = walk.end(size)
  const checkpoints = points.map(({ where }, i) => ({ where, size: roots[i]!.size, agrees: roots[i]!.agrees === true }))
  return {
    verified: total === 0 && checkpoints.every((c) => c.agrees),
    origin,
    examined: walk.recomputed,
    checkpoints,
    faults,
    faults_total: total,
  }
}

const tree = (detail: string) => ({ kind: 'tree', position: null, event_id: null, detail }) as const

type Row = { position: number; event_id: string; salt: Buffer; hash: Buffer; event: Record<string, unknown> | null }

async function walkPage(rt: Deps, reader: AuditReader, walk: LogWalk, from: number, to: number): Promise<void> {
  const rows = await rt.sql<Row[]>`
    select l.position, l.event_id, l.salt, l.hash, audit_event(a) as event
    from audit_leaves l left join audit a on a.id = l.event_id and ${visibleTo(rt.sql, { ...reader, sees: 'all' })}
    where l.log = ${reader.log} and l.position >= ${from} and l.position < ${to} order by l.position`
  const nodes = await storedIn(rt, reader.log, from, to)
  for (const { position, event_id, salt, hash, event } of rows) {
    if (event) walk.event({ position, leaf: hash, salt, event: eventOf(event) })
    else walk.gone(position, event_id, hash)
    for (let level = STORED_EVERY; (position + 1) % 2 ** level === 0; level += STORED_EVERY) {
      const index = (position + 1) / 2 ** level - 1
      const node = nodes.get(`${level}/${index}`)
      if (node) walk.stored({ level, index }, node)
      else walk.fault({ ...tree('A stored hash of the tree that ends here is not there.'), position })
    }
  }
}

/** Stored hashes whose last leaf lies in [from, to). */
async function storedIn(rt: Deps, log: string, from: number, to: number): Promise<Map<string, Buffer>> {
  const levels: number[] = []
  for (let level = STORED_EVERY; 2 ** level <= to; level += STORED_EVERY) levels.push(level)
  const rows = await rt.sql<{ level: number; index: number; hash: Buffer }[]>`
    select n.level, n.index, n.hash
    from unnest(${levels}::int[], ${levels.map((l) => Math.floor(from / 2 ** l))}::bigint[],
      ${levels.map((l) => Math.floor(to / 2 ** l))}::bigint[]) as w (level, first, past)
    join audit_nodes n on n.log = ${log} and n.level = w.level and n.index >= w.first and n.index < w.past`
  return new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
}

const unlogged = (rt: Deps, reader: AuditReader) => rt.sql<{ id: string }[]>`
  select a.id from audit a where ${visibleTo(rt.sql, { ...reader, sees: 'all' })}
    and not exists (select from audit_leaves l where l.event_id = a.id)
    and not exists (select from audit_pending p where p.seq = a.seq)
  order by a.seq limit ${UNLOGGED}`
