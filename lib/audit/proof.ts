import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import type { AuditCheckpoint, AuditConsistency, AuditEntry, AuditProof } from '@/lib/protocol/audit'
import { ProblemError } from '@/lib/protocol/problem'
import { verifierKey } from '@/lib/transparency/note'
import { consistencyRanges, inclusionRanges, verifyInclusion } from '@/lib/transparency/proofs'
import { logState } from './fault'
import { recordReading, visibleTo } from './filter'
import { itemOf } from './list'
import { OutsideCheckpoints } from './outside'
import { type AuditReader, auditReader } from './reader'
import { rangeRoots, TreeIncomplete } from './tree'

type At = { tenant?: string | undefined; log?: string | undefined }
type Row = {
  event: Record<string, unknown>
  name: string | null
  position: number | null
  salt: Buffer | null
  hash: Buffer | null
}

/** A position is given within a second; whoever asks at once is made to wait for it. */
const WAIT_MS = 3_000
const LOOK_MS = 100

const hex = (hash: Buffer): string => hash.toString('hex')

/** One event, with what its leaf can be recomputed from. Another's and a missing one get the same answer. */
export async function getEvent(rt: Deps, caller: Caller, at: At, eventId: string): Promise<AuditEntry> {
  const reader = auditReader(caller, at)
  const row = await find(rt, reader, eventId)
  await recordReading(rt, caller, reader, 'audit_read', 'event', { event_id: eventId })
  const item = itemOf(reader, row)
  const salt = row.salt && item.withheld.length === 0 ? hex(row.salt) : null
  return { ...item, salt, leaf: row.hash && hex(row.hash) }
}

/** That an event is in the log at its place: its path to the root of the newest checkpoint. */
export async function proveEvent(rt: Deps, caller: Caller, at: At, eventId: string): Promise<AuditProof> {
  const reader = auditReader(caller, at)
  await find(rt, reader, eventId)
  const position = await awaitSigned(rt, reader.log, eventId)
  const point = await newestCheckpoint(rt, reader.log)
  if (position === null || !point || point.size <= position) throw notSigned()
  const { hash } = await find(rt, reader, eventId)
  await recordReading(rt, caller, reader, 'audit_read', 'proof', { event_id: eventId })
  const path = await provable(rangeRoots(rt.sql, reader.log, inclusionRanges(position, point.size)))
  if (!verifyInclusion(hash!, position, point.size, path, point.root)) throw inconsistent()
  return {
    event_id: eventId,
    position,
    leaf: hex(hash!),
    tree_size: point.size,
    root: hex(point.root),
    path: path.map(hex),
    checkpoint: point.note,
  }
}

/** The newest checkpoint, and whether the log still is what was signed. Says nothing of events: anyone of the tenant may ask. */
export async function getCheckpoint(rt: Deps, caller: Caller, at: At): Promise<AuditCheckpoint> {
  const { log } = auditReader(caller, at)
  const signer = await rt.keystore.signer()
  const state = await logState(rt.sql, new OutsideCheckpoints(rt.config.dataDir), signer, log)
  const [row] = await rt.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from audit_pending where log = ${log}`
  const { published, outside, fault } = state
  const origin = state.origin ?? outside?.origin
  // A database that lost its checkpoints still has to say that it did.
  const point = published ?? outside
  if (!origin || !point) throw noCheckpoint()
  return {
    origin,
    status: fault?.kind ?? 'consistent',
    detail: fault?.detail ?? null,
    size: point.size,
    root: hex(point.root),
    signed_at: published?.signedAt.toISOString() ?? null,
    checkpoint: point.note,
    verifier_key: verifierKey(signer.noteKeys(origin)[0]!),
    tree_size: state.size,
    waiting: row!.waiting,
    outside: outside && { size: outside.size, root: hex(outside.root) },
  }
}

/** That a later tree begins with all of an earlier one. */
export async function proveConsistency(
  rt: Deps,
  caller: Caller,
  at: At,
  sizes: { from: number; to?: number | undefined },
): Promise<AuditConsistency> {
  const { log } = auditReader(caller, at)
  const point = await newestCheckpoint(rt, log)
  if (!point) throw noCheckpoint()
  const to = sizes.to ?? point.size
  for (const [name, value, most] of [
    ['to', to, point.size],
    ['from', sizes.from, to],
  ] as const)
    if (value > most)
      throw new ProblemError('invalid_request', `${name}: is ${value}, and at most ${most} fits.`, {
        errors: [{ pointer: `/${name}`, detail: `write a size of at most ${most}` }],
      })
  const [earlier, later, ...path] = await provable(
    rangeRoots(rt.sql, log, [[0, sizes.from], [0, to], ...consistencyRanges(sizes.from, to)]),
  )
  if (to === point.size && !later!.equals(point.root)) throw inconsistent()
  return {
    from: { size: sizes.from, root: hex(earlier!) },
    to: { size: to, root: hex(later!) },
    path: path.map(hex),
  }
}

export async function newestCheckpoint(rt: Deps, log: string) {
  const [row] = await rt.sql<{ origin: string; size: number; root: Buffer; note: string }[]>`
    select l.origin, c.size, c.root, c.note from audit_checkpoints c join audit_logs l on l.log = c.log
    where c.log = ${log} order by c.size desc limit 1`
  return row ?? null
}

/** The position of an event once a checkpoint covers it, or null when that takes too long. */
export async function awaitSigned(rt: Deps, log: string, eventId: string): Promise<number | null> {
  for (const until = Date.now() + WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, LOOK_MS))) {
    const [row] = await rt.sql<{ position: number }[]>`
      select position from audit_leaves l where l.event_id = ${eventId} and l.log = ${log}
        and exists (select from audit_checkpoints c where c.log = l.log and c.size > l.position)`
    if (row) return row.position
    if (Date.now() > until) return null
  }
}

export const noCheckpoint = () =>
  new ProblemError(
    'not_found',
    'This log has no checkpoint yet. The first is signed about a second after its first event.',
  )

export const notSigned = () =>
  new ProblemError('unavailable', 'No checkpoint covers this yet. One is signed about every second; try again.', {
    retry_after_ms: 1000,
    headers: { 'Retry-After': '1' },
  })

/** No proof is handed out that does not lead to what was signed. */
const inconsistent = () =>
  new ProblemError('log_inconsistent', 'The log in the database does not lead to its signed checkpoint.')

const provable = (roots: Promise<Buffer[]>): Promise<Buffer[]> =>
  roots.catch((error: unknown) => {
    throw error instanceof TreeIncomplete ? inconsistent() : error
  })

async function find(rt: Deps, reader: AuditReader, eventId: string): Promise<Row> {
  const [row] = await rt.sql<Row[]>`
    select audit_event(a) as event, p.name, l.position, l.salt, l.hash
    from audit a left join principals p on p.id = a.actor left join audit_leaves l on l.event_id = a.id
    where a.id = ${eventId} and ${visibleTo(rt.sql, reader)}`
  if (!row) throw new ProblemError('not_found', 'No event by this id exists for this caller.')
  return row
}
