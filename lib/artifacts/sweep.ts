import type { Deps } from '@/lib/deps'

/**
 * An object or key younger than this may still get its row. A publish has half of it at most (`limits.publishSeconds`), from
 * before its key is made until its transaction begins, so that nothing it wrote is this old when its row comes.
 */
export const GRACE_MS = 24 * 3600_000

export type Swept = { objects: number; keys: number; writes: number }

/**
 * Removes what no artifact stands for: objects and keys that a killed publish left behind, writes that never ended, and
 * what is left of artifacts that were deleted. What belongs to a living artifact is never touched.
 *
 * @param graceMs age in milliseconds below which something without a row is left alone
 */
export async function sweep(rt: Deps, graceMs = GRACE_MS): Promise<Swept> {
  const before = rt.now().getTime() - graceMs
  const swept: Swept = { objects: 0, keys: 0, writes: 0 }

  for await (const batch of batches(rt.store.list())) {
    for (const write of batch.filter((o) => !o.committed && o.modifiedAt.getTime() < before)) {
      await rt.store.discard(write.key)
      swept.writes++
    }
    const committed = batch.filter((o) => o.committed)
    for (const key of await doomed(
      rt,
      committed.map((o) => ({ id: o.key, at: o.modifiedAt })),
      before,
    )) {
      await rt.keystore.destroyDataKey(key)
      await rt.store.delete(key)
      swept.objects++
    }
  }
  for await (const batch of batches(rt.keystore.list())) {
    for (const id of await doomed(
      rt,
      batch.map((k) => ({ id: k.artifactId, at: k.modifiedAt })),
      before,
    )) {
      await rt.keystore.destroyDataKey(id)
      await rt.store.delete(id)
      swept.keys++
    }
  }
  if (swept.objects + swept.keys + swept.writes > 0) rt.log('sweep', swept)
  return swept
}

/** Of these, the ones whose artifact was deleted, and the old ones that have no artifact. */
async function doomed(rt: Deps, found: { id: string; at: Date }[], before: number): Promise<string[]> {
  if (found.length === 0) return []
  const rows = await rt.sql<{ id: string; state: string }[]>`
    select id, state from artifacts where id = any (${found.map((f) => f.id)}::text[])`
  const states = new Map(rows.map((r) => [r.id, r.state]))
  return found
    .filter((f) => (states.has(f.id) ? states.get(f.id) === 'deleted' : f.at.getTime() < before))
    .map((f) => f.id)
}

async function* batches<T>(items: AsyncIterable<T>, size = 500): AsyncIterable<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
