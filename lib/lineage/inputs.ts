import type postgres from 'postgres'
import { hashText } from '@/lib/artifacts/artifact'
import type { Caller } from '@/lib/authority/principal'
import { visible } from '@/lib/authority/visible'

/**
 * The artifacts that an artifact was computed from, pinned to the digests they had. A digest is told to whoever sees the input
 * whole: to others it would confirm a guess at what is withheld from them.
 */
export async function listInputs(
  tx: postgres.ISql,
  caller: Caller,
  artifactId: string,
): Promise<{ artifact_id: string; content_hash: string | null; kind: string }[]> {
  const rows = await tx<{ parent: string; parentHash: Buffer | null; kind: string }[]>`
    select e.parent, case when ${visible(tx, caller, { whole: true })} then e.parent_hash end as "parentHash", e.kind
    from edges e join artifacts a on a.id = e.parent where e.child = ${artifactId} order by e.parent`
  return rows.map((e) => ({
    artifact_id: e.parent,
    content_hash: e.parentHash && hashText(e.parentHash),
    kind: e.kind,
  }))
}
