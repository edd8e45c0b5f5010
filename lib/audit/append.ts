import { randomBytes } from 'node:crypto'
import type postgres from 'postgres'
import { cover, TreeBuilder } from '@/lib/transparency/tree'
import { eventOf, leafOf, SALT_BYTES } from './event'
import { STORED_EVERY, subtreeRoots, treeSize } from './tree'

/** A committed row that has no position yet. `event` is null when the row is gone: removed within the second. */
export type Waiting = { seq: number; log: string; event: Record<string, unknown> | null }

/**
 * Takes rows that wait for a position, oldest first within what is taken, in the caller's transaction. Rows of `except`
 * stay. Taking ends their waiting: they are given a position in the same transaction, or the transaction fails.
 */
export const takeWaiting = (tx: postgres.ISql, limit: number, except: readonly string[]): Promise<Waiting[]> =>
  tx<Waiting[]>`
    with taken as (
      delete from audit_pending where ctid = any (array(
        select ctid from audit_pending where log <> all (${except as string[]}::text[]) limit ${limit}))
      returning seq, log
    )
    select t.seq, t.log, audit_event(a) as event from taken t left join audit a on a.seq = t.seq
    where not exists (select from audit_leaves l where l.event_id = a.id)
    order by t.seq`

/** Lets rows wait again, in the transaction that took them. */
export async function putBack(tx: postgres.ISql, rows: readonly Waiting[]): Promise<void> {
  await tx`
    insert into audit_pending (seq, log)
    select * from unnest(${rows.map((row) => row.seq)}::bigint[], ${rows.map((row) => row.log)}::text[])`
}

/** Appends events to a log in this order, each under a fresh salt. Returns the new size. */
export async function appendLeaves(
  tx: postgres.ISql,
  log: string,
  origin: string,
  rows: readonly Record<string, unknown>[],
): Promise<number> {
  await tx`insert into audit_logs (log, origin) values (${log}, ${origin}) on conflict (log) do nothing`
  const size = await treeSize(tx, log)
  const nodes: { level: number; index: number; hash: string }[] = []
  const tree = new TreeBuilder(
    { size, subtrees: await subtreeRoots(tx, log, cover(0, size)) },
    ({ level, index }, hash) => {
      if (level % STORED_EVERY === 0) nodes.push({ level, index, hash: hash.toString('hex') })
    },
  )
  const salts = randomBytes(rows.length * SALT_BYTES)
  const leaves = rows.map((row, i) => {
    const salt = salts.subarray(i * SALT_BYTES, (i + 1) * SALT_BYTES)
    const event = eventOf(row)
    const hash = leafOf(salt, event)
    tree.add(hash)
    return { id: event.event_id, salt: salt.toString('hex'), hash: hash.toString('hex') }
  })
  await tx`
    insert into audit_leaves (log, position, event_id, salt, hash)
    select ${log}, ${size}::bigint + ord - 1, id, decode(salt, 'hex'), decode(hash, 'hex')
    from unnest(${leaves.map((l) => l.id)}::text[], ${leaves.map((l) => l.salt)}::text[], ${leaves.map((l) => l.hash)}::text[])
      with ordinality as t (id, salt, hash, ord)`
  if (nodes.length > 0)
    await tx`
      insert into audit_nodes (log, level, index, hash)
      select ${log}, level, index, decode(hash, 'hex')
      from unnest(${nodes.map((n) => n.level)}::int[], ${nodes.map((n) => n.index)}::bigint[],
        ${nodes.map((n) => n.hash)}::text[]) as t (level, index, hash)`
  await tx`insert into audit_unpublished (log) values (${log}) on conflict do nothing`
  return tree.size
}
