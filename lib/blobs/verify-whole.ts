import { createHash } from 'node:crypto'
import { HASH_BYTES, leafHash, rootOf, TreeBuilder } from '@/lib/transparency/tree'
import { codeOf } from './blob-errors'
import type { ObjectFacts, ObjectReader } from './object'
import {
  checkFacts,
  DOMAIN,
  type ObjectCipher,
  type Span,
  storedChunks,
  storedIndex,
  storedLeaves,
  storedStatistics,
  TAG_BYTES,
} from './object-format'
import type { BlobStore } from './store'

/** Read and hashed at a time: a whole number of chunks of either size. */
const PIECE = 2 ** 20

type WholeResult = Awaited<ReturnType<ObjectReader['verifyWhole']>>

/**
 * Reads every stored byte and recomputes what identifies the content. Everything must agree: each tag, the hash, the
 * root, both lengths, each stored leaf, the index, and that nothing follows. What differs is reported, with the hash and
 * root of what is there; a store that cannot be read throws, and facts that contradict each other do (`IntegrityError`).
 */
export async function verifyWhole(
  o: { store: BlobStore; key: string; cipher: ObjectCipher; facts: ObjectFacts },
  signal?: AbortSignal,
): Promise<WholeResult> {
  const { cipher, facts } = o
  checkFacts(facts, o.key)
  const size = (await o.store.size(o.key)) ?? 0
  const whole = createHash('sha256')
  const tree = new TreeBuilder()
  let authentic = true
  let bytes = 0

  const perPiece = Math.max(1, Math.floor(PIECE / (facts.chunkSize + TAG_BYTES)))
  for (let first = 0; first < facts.chunks; first += perPiece) {
    signal?.throwIfAborted()
    const after = Math.min(facts.chunks, first + perPiece)
    const sealed = await available(o, storedChunks(facts, first, after), size)
    if (sealed.length === 0) break
    for (let i = first, at = 0; i < after && at < sealed.length; i++) {
      const part = sealed.subarray(at, at + facts.chunkSize + TAG_BYTES)
      at += part.length
      const opened = cipher.decrypt(DOMAIN.chunk, i, i === facts.chunks - 1, part)
      authentic &&= opened.authentic
      whole.update(opened.plain)
      bytes += opened.plain.length
      tree.add(leafHash(cipher.salt(i), opened.plain))
    }
  }

  signal?.throwIfAborted()
  const indexSection = cipher.decrypt(DOMAIN.index, facts.chunks, false, await available(o, storedIndex(facts), size))
  const statisticsSection =
    facts.statisticsBytes === 0 ||
    cipher.decrypt(DOMAIN.statistics, facts.chunks, false, await available(o, storedStatistics(facts), size)).authentic
  const leafSection = cipher.decrypt(DOMAIN.leaves, facts.chunks, false, await available(o, storedLeaves(facts), size))
  const contentHash = whole.digest()
  const merkleRoot = tree.root()
  return {
    verified:
      authentic &&
      indexSection.authentic &&
      statisticsSection &&
      leafSection.authentic &&
      leafSection.plain.length === facts.chunks * HASH_BYTES &&
      rootOf(leafSection.plain).equals(facts.merkleRoot) &&
      size === storedLeaves(facts).end &&
      contentHash.equals(facts.contentHash) &&
      merkleRoot.equals(facts.merkleRoot) &&
      bytes === facts.bytes &&
      tree.size === facts.chunks,
    contentHash,
    merkleRoot,
    bytes,
    chunks: tree.size,
  }
}

/** As much of the span as there is. */
async function available(o: { store: BlobStore; key: string }, span: Span, size: number): Promise<Buffer> {
  const end = Math.min(span.end, size)
  if (end <= span.start) return Buffer.alloc(0)
  try {
    return await o.store.read(o.key, span.start, end)
  } catch (error) {
    // It was cut or removed between the two calls: then there is nothing to report of this part.
    if (codeOf(error) === 'blob_missing' || codeOf(error) === 'blob_short') return Buffer.alloc(0)
    throw error
  }
}
