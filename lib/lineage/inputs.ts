import { hashText } from '@/lib/artifacts/artifact'
import type { Deps } from '@/lib/deps'

/** The artifacts that an artifact was computed from, pinned to the digests they had. */
export async function listInputs(
  rt: Deps,
  artifactId: string,
): Promise<{ artifact_id: string; content_hash: string; kind: string }[]> {
  const rows = await rt.sql<{ parent: string; parentHash: Buffer; kind: string }[]>`
    select parent, parent_hash as "parentHash", kind from edges where child = ${artifactId} order by parent`
  return rows.map((e) => ({ artifact_id: e.parent, content_hash: hashText(e.parentHash), kind: e.kind }))
}
