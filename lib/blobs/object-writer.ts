import { createHash } from 'node:crypto'
import { HASH_BYTES, leafHash, TreeBuilder } from '@/lib/transparency/tree'
import type { ObjectFacts, WriteObject } from './object'
import { DOMAIN, objectCipher, TAG_BYTES } from './object-format'

/**
 * Seals content of unknown length in one pass. Holds one chunk, because only what comes next says whether a chunk is the
 * last, and 32 bytes for each chunk behind it. The data key must be fresh: nonces are places, so a second object under
 * the same key would use them again.
 */
export const writeObject: WriteObject = async ({ store, key, artifactId, dataKey, chunkSize }) => {
  const cipher = objectCipher(dataKey, artifactId)
  const blob = await store.create(key)
  const whole = createHash('sha256')
  const tree = new TreeBuilder()
  const leaves = new LeafList()
  const held = Buffer.allocUnsafe(chunkSize)
  let heldBytes = 0
  let bytes = 0
  let state: 'open' | 'finished' | 'aborted' = 'open'

  const part = async (domain: 2 | 3 | 4, plain: Uint8Array) => {
    const { ciphertext, tag } = cipher.seal(domain, tree.size, false, plain)
    await blob.write(ciphertext)
    await blob.write(tag)
    return ciphertext.length + TAG_BYTES
  }

  const chunk = async (plain: Uint8Array, last: boolean) => {
    const number = tree.size
    whole.update(plain)
    const leaf = leafHash(cipher.salt(number), plain)
    tree.add(leaf)
    leaves.push(leaf)
    bytes += plain.length
    const { ciphertext, tag } = cipher.seal(DOMAIN.chunk, number, last, plain)
    await blob.write(ciphertext)
    await blob.write(tag)
  }

  const mustBeOpen = () => {
    if (state !== 'open') throw new Error(`The object ${key} is ${state}; nothing more can be written to it.`)
  }

  return {
    async write(part) {
      mustBeOpen()
      for (let at = 0; at < part.length; ) {
        const left = part.length - at
        if (heldBytes === chunkSize) {
          await chunk(held, false)
          heldBytes = 0
        } else if (heldBytes === 0 && left > chunkSize) {
          await chunk(part.subarray(at, at + chunkSize), false)
          at += chunkSize
        } else {
          const n = Math.min(chunkSize - heldBytes, left)
          held.set(part.subarray(at, at + n), heldBytes)
          heldBytes += n
          at += n
        }
      }
    },
    async finish(index, statistics = null): Promise<ObjectFacts> {
      mustBeOpen()
      if (heldBytes > 0) await chunk(held.subarray(0, heldBytes), true)
      const indexBytes = await part(DOMAIN.index, index)
      const statisticsBytes = statistics === null ? 0 : await part(DOMAIN.statistics, statistics)
      const leavesBytes = await part(DOMAIN.leaves, leaves.bytes())
      await blob.commit()
      state = 'finished'
      return {
        chunkSize,
        bytes,
        chunks: tree.size,
        contentHash: whole.digest(),
        merkleRoot: tree.root(),
        indexBytes,
        statisticsBytes,
        leavesBytes,
      }
    },
    async abort() {
      if (state !== 'open') return
      state = 'aborted'
      await blob.abort()
    },
  }
}

/** The leaves one behind the other, in one buffer that doubles: an object for each would take several times the memory. */
class LeafList {
  #buffer = Buffer.allocUnsafe(64 * HASH_BYTES)
  #length = 0

  push(leaf: Buffer): void {
    if (this.#length === this.#buffer.length)
      this.#buffer = Buffer.concat([this.#buffer, Buffer.allocUnsafe(this.#length)])
    leaf.copy(this.#buffer, this.#length)
    this.#length += HASH_BYTES
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}
