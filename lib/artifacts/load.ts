import { eq } from 'drizzle-orm'
import { artifacts } from '@/drizzle/schema'
import type { Deps } from '@/lib/deps'
import type { Coverage, Omission } from '@/lib/protocol/artifact-ref'
import type { Artifact } from './artifact'

const MAX_CACHED = 10_000
const caches = new WeakMap<object, Map<string, Artifact>>()

/**
 * The immutable facts of an artifact that is known to exist, from memory where possible: every column read here is fixed
 * by a trigger, so a cached row cannot be stale. State and authority are not among them.
 */
export async function loadArtifact(rt: Pick<Deps, 'orm'>, id: string): Promise<Artifact> {
  let cache = caches.get(rt.orm)
  if (!cache) {
    cache = new Map()
    caches.set(rt.orm, cache)
  }
  const known = cache.get(id)
  if (known) return known
  const [row] = await rt.orm.select().from(artifacts).where(eq(artifacts.id, id))
  if (!row) throw new Error('an artifact that the database allowed must exist')
  const artifact = factsOf(row)
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!)
  cache.set(id, artifact)
  return artifact
}

export function factsOf(row: typeof artifacts.$inferSelect): Artifact {
  const { state: _state, stateReason: _reason, stateAt: _at, ...facts } = row
  return Object.freeze({ ...facts, coverage: row.coverage as Coverage, omissions: row.omissions as Omission[] })
}
