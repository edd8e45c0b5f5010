import type postgres from 'postgres'
import { hashText } from '@/lib/artifacts/artifact'

/** The artifacts that an artifact was computed from, pinned to the digests they had. */
export async function listInputs(
  tx: postgres.ISql,
  artifactId: string,
): Promise<{ artifact_id: string; content_hash: string; kind: string }[]> {
  const rows = await tx<{ parent: string; parentHash: Buffer; kind: string }[]>`
    select parent, parent_hash as "parentHash", kind from edges where child = ${artifactId} order by parent`
  return rows.map((e) => ({ artifact_id: e.parent, content_hash: hashText(e.parentHash), kind: e.kind }))
}
