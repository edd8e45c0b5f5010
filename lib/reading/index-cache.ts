import type { Artifact } from '@/lib/artifacts/artifact'
import type { ObjectReader } from '@/lib/blobs/object'
import { RecordIndex } from '@/lib/records/record-index'

const MAX_BYTES = 64 * 2 ** 20
const held = new Map<string, { index: RecordIndex; bytes: number }>()
let total = 0

/**
 * The record index of an artifact, from memory where possible: positions only, no content, verified when it was opened.
 * Authority is asked before each use, by whoever holds the reader.
 */
export async function recordIndex(artifact: Artifact, reader: ObjectReader): Promise<RecordIndex> {
  const known = held.get(artifact.id)
  if (known) {
    held.delete(artifact.id)
    held.set(artifact.id, known)
    return known.index
  }
  const index = RecordIndex.decode(await reader.index())
  // Of several that missed at once, the first one counts.
  if (!held.has(artifact.id)) total += artifact.indexBytes
  held.set(artifact.id, { index, bytes: artifact.indexBytes })
  for (const [id, entry] of held) {
    if (total <= MAX_BYTES) break
    held.delete(id)
    total -= entry.bytes
  }
  return index
}
