import type postgres from 'postgres'
import type { Range } from '@/lib/transparency/proofs'
import { cover, fold, type Node, TreeBuilder } from '@/lib/transparency/tree'

/** Levels that are stored: every fourth. What lies between is folded from at most eight neighbours. */
export const STORED_EVERY = 4

/** Hashes that the tree must have are not there: rows were removed. */
export class TreeIncomplete extends Error {
  readonly code = 'audit_tree_incomplete'
}

/** How many leaves the log has. */
export async function treeSize(sql: postgres.ISql, log: string): Promise<number> {
  const [row] = await sql<{ size: number }[]>`
    select coalesce(max(position) + 1, 0) as size from audit_leaves where log = ${log}`
  return row!.size
}

/** The root over the first `size` leaves. */
export const rootAt = async (sql: postgres.ISql, log: string, size: number): Promise<Buffer> =>
  fold(await subtreeRoots(sql, log, cover(0, size)))

/** The roots over ranges of leaves, as proofs are made of them. O(log n) rows a proof. */
export async function rangeRoots(sql: postgres.ISql, log: string, ranges: readonly Range[]): Promise<Buffer[]> {
  const covers = ranges.map(([start, end]) => cover(start, end))
  const roots = await subtreeRoots(sql, log, covers.flat())
  let at = 0
  return covers.map((nodes) => {
    at += nodes.length
    return fold(roots.slice(at - nodes.length, at))
  })
}

/**
 * The roots of complete subtrees, in one round trip. Plans rely on: audit_leaves_pkey, audit_nodes_pkey.
 *
 * @throws TreeIncomplete when the database does not hold them all
 */
export async function subtreeRoots(sql: postgres.ISql, log: string, nodes: readonly Node[]): Promise<Buffer[]> {
  if (nodes.length === 0) return []
  const stored = nodes.map(({ level, index }) => {
    const width = 2 ** (level % STORED_EVERY)
    return { level: level - (level % STORED_EVERY), start: index * width, end: (index + 1) * width }
  })
  const rows = await sql<{ ord: number; hash: Buffer }[]>`
    with wanted as (
      select * from unnest(${stored.map((s) => s.level)}::int[], ${stored.map((s) => s.start)}::bigint[],
        ${stored.map((s) => s.end)}::bigint[]) with ordinality as t (level, first, past, ord)
    )
    select w.ord::int as ord, n.at, n.hash from wanted w
    cross join lateral (
      select position as at, hash from audit_leaves
      where w.level = 0 and log = ${log} and position >= w.first and position < w.past
      union all
      select index, hash from audit_nodes
      where w.level > 0 and log = ${log} and level = w.level and index >= w.first and index < w.past
    ) n order by w.ord, n.at`
  let at = 0
  return stored.map(({ start, end }, i) => {
    const subtree = new TreeBuilder()
    while (rows[at]?.ord === i + 1) subtree.add(rows[at++]!.hash)
    if (subtree.size !== end - start)
      throw new TreeIncomplete(`The tree of the log lacks hashes of level ${stored[i]!.level} from ${start} to ${end}.`)
    return subtree.root()
  })
}
