import type { Artifact } from '@/lib/artifacts/artifact'
import type { ObjectReader } from '@/lib/blobs/object'
import { RecordIndex } from '@/lib/records/record-index'

/**
 * Record indexes in memory, the least recently used dropped first: positions only, no content, verified when they were
 * opened. Authority is asked before each use, by whoever holds the reader.
 */
export class IndexCache {
  readonly #held = new Map<string, { index: RecordIndex; bytes: number }>()
  #bytes = 0

  /** @param limit bytes of all indexes together, as they are stored */
  constructor(readonly limit: number) {}

  /** The record index of the artifact that `reader` reads. */
  async open(artifact: Pick<Artifact, 'id' | 'indexBytes'>, reader: Pick<ObjectReader, 'index'>): Promise<RecordIndex> {
    const known = this.#held.get(artifact.id)
    if (known) {
      this.#held.delete(artifact.id)
      this.#held.set(artifact.id, known)
      return known.index
    }
    const index = RecordIndex.decode(await reader.index())
    // Of several that missed at once, the first one counts.
    if (!this.#held.has(artifact.id)) this.#bytes += artifact.indexBytes
    this.#held.set(artifact.id, { index, bytes: artifact.indexBytes })
    for (const [id, entry] of this.#held) {
      if (this.#bytes <= this.limit) break
      this.#held.delete(id)
      this.#bytes -= entry.bytes
    }
    return index
  }
}
