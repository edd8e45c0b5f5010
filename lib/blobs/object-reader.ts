import { inclusionPath, rootFromPath } from '@/lib/transparency/proofs'
import { HASH_BYTES, leafHash } from '@/lib/transparency/tree'
import { codeOf } from './blob-errors'
import { IntegrityError } from './integrity-error'
import type { OpenObject } from './object'
import {
  checkFacts,
  DOMAIN,
  objectCipher,
  type Span,
  storedChunks,
  storedIndex,
  storedLeaves,
  storedStatistics,
  TAG_BYTES,
} from './object-format'
import { verifyWhole } from './verify-whole'

/** Reads parts of a sealed object. What is handed out was opened by its own tag from the buffer that is handed out. */
export const openObject: OpenObject = ({ store, key, artifactId, dataKey, facts }) => {
  const cipher = objectCipher(dataKey, artifactId)

  /** An object that is gone or ends early is as wrong as one that was changed; a disk that fails is something else. */
  const stored = async ({ start, end }: Span): Promise<Buffer> => {
    checkFacts(facts, artifactId)
    try {
      return await store.read(key, start, end)
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'blob_missing' && code !== 'blob_short') throw error
      const what = code === 'blob_missing' ? 'is missing' : 'is shorter than it was'
      throw new IntegrityError(`The stored object of ${artifactId} ${what}.`, { cause: error })
    }
  }

  const openChunk = (number: number, sealed: Buffer) =>
    cipher.open(DOMAIN.chunk, number, number === facts.chunks - 1, sealed)

  return {
    facts,

    async range(start, end) {
      if (
        !(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end <= facts.bytes)
      )
        throw new RangeError(`[${start}, ${end}) is not within the ${facts.bytes} bytes of ${artifactId}.`)
      if (start === end) return Buffer.alloc(0)
      const { chunkSize } = facts
      const first = Math.floor(start / chunkSize)
      const after = Math.floor((end - 1) / chunkSize) + 1
      const sealed = await stored(storedChunks(facts, first, after))
      const skip = start - first * chunkSize
      if (after - first === 1) return openChunk(first, sealed).subarray(skip, skip + end - start)
      const plain = Buffer.allocUnsafeSlow(sealed.length - (after - first) * TAG_BYTES)
      for (let i = 0; i < after - first; i++) {
        const at = i * (chunkSize + TAG_BYTES)
        openChunk(first + i, sealed.subarray(at, at + chunkSize + TAG_BYTES)).copy(plain, i * chunkSize)
      }
      return plain.subarray(skip, skip + end - start)
    },

    async index() {
      return cipher.open(DOMAIN.index, facts.chunks, false, await stored(storedIndex(facts)))
    },

    async statistics() {
      if (facts.statisticsBytes === 0) return null
      return cipher.open(DOMAIN.statistics, facts.chunks, false, await stored(storedStatistics(facts)))
    },

    async proof(chunk) {
      if (!(Number.isSafeInteger(chunk) && 0 <= chunk && chunk < facts.chunks))
        throw new RangeError(`${artifactId} has ${facts.chunks} chunks; there is no chunk ${chunk}.`)
      const [sealed, sealedLeaves] = await Promise.all([
        stored(storedChunks(facts, chunk, chunk + 1)),
        stored(storedLeaves(facts)),
      ])
      const bytes = openChunk(chunk, sealed)
      const leaves = cipher.open(DOMAIN.leaves, facts.chunks, false, sealedLeaves)
      const salt = cipher.salt(chunk)
      const leaf = leafHash(salt, bytes)
      const path = inclusionPath(leaves, chunk)
      // The path was made from all the other leaves, so where it leads is the root of them all.
      const root = rootFromPath(leaf, chunk, facts.chunks, path)
      if (
        !leaf.equals(leaves.subarray(chunk * HASH_BYTES, (chunk + 1) * HASH_BYTES)) ||
        !root?.equals(facts.merkleRoot)
      )
        throw new IntegrityError(`The tree of ${artifactId} does not lead to its recorded root.`)
      const start = chunk * facts.chunkSize
      return { start, end: start + bytes.length, bytes, salt, path }
    },

    verifyWhole: (signal) => verifyWhole({ store, key, cipher, facts }, signal),
  }
}
