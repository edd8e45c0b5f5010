import { listArtifacts } from '@/lib/artifacts/list'
import { getRun } from '@/lib/authority/find-runs'
import type { Caller } from '@/lib/authority/principal'
import type { Deps } from '@/lib/deps'
import { ArtifactListQuery, type Run } from '@/lib/protocol/admin'
import { isProblem } from '@/lib/protocol/problem'
import { listDisclosures } from '@/lib/reading/disclosures'
import { FIRST_RUN } from './commands'

export type StartFacts = {
  /** An agent takes part in the first run: a key for it was made. */
  keysMade: boolean
  /** Whether this person may see what the run holds: as an auditor, or as a participant. */
  maySee: boolean
  published: { artifactId: string; at: string } | null
  read: { by: string; at: string; disclosureId: string } | null
}

/** How far the first steps have come, from the run, its newest artifact and what the log says about that. */
export async function startFacts(rt: Deps, caller: Caller & { kind: 'user' }, tenant: string): Promise<StartFacts> {
  const run = await firstRun(rt, caller, tenant)
  const agents = run?.participants.filter((p) => p.kind === 'agent') ?? []
  const maySee =
    caller.tenants.some((t) => t.tenantId === tenant && t.roles.includes('auditor')) ||
    (run?.participants.some((p) => p.principal_id === caller.principalId) ?? false)
  const nothing: StartFacts = { keysMade: agents.length > 0, maySee, published: null, read: null }
  if (!run || !maySee) return nothing
  const { items } = await listArtifacts(rt, caller, ArtifactListQuery.parse({ tenant, run: FIRST_RUN, limit: 1 }))
  const newest = items[0]
  if (!newest) return nothing
  const published = { artifactId: newest.artifact_id, at: newest.created_at }
  try {
    const { items: seen } = await listDisclosures(rt, caller, newest.artifact_id)
    const read = seen.find(
      (d) =>
        d.decision === 'allow' &&
        (d.operation === 'read' || d.operation === 'content') &&
        agents.some((a) => a.principal_id === d.principal.principal_id),
    )
    return {
      ...nothing,
      published,
      read: read ? { by: read.principal.name, at: read.at, disclosureId: read.disclosure_id } : null,
    }
  } catch (error) {
    if (isProblem(error)) return { ...nothing, published }
    throw error
  }
}

async function firstRun(rt: Deps, caller: Caller, tenant: string): Promise<Run | null> {
  try {
    return await getRun(rt, caller, { tenant }, FIRST_RUN)
  } catch (error) {
    if (isProblem(error) && error.code === 'not_found') return null
    throw error
  }
}
