import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { ChunkProof, SignedDescriptor } from '@/lib/protocol/read'
import { verifyInclusion } from '@/lib/transparency/proofs'
import { leafHash } from '@/lib/transparency/tree'

export type Check = {
  name: 'signature' | 'content hash' | 'length' | 'chunk proof'
  ok: boolean
  detail: string
}

export type OfflineResult = {
  /** Whether every check that could be made was passed. */
  ok: boolean
  checks: Check[]
  /** What was signed; null unless the signature verifies. */
  descriptor: SignedDescriptor | null
}

export const DESCRIPTOR_TYPE = 'holdfast-descriptor+jws'

/**
 * Verifies what somebody received, without the service: the signed descriptor against a key set that was obtained from a
 * place they trust, and against it the content or one chunk. Each check is reported apart. Without a valid signature the
 * others fail, because there is nothing to hold them against.
 *
 * @param input.jws the signed descriptor, a compact JWS
 * @param input.jwks RFC 7517 key set
 * @param input.content the whole content, in any pieces
 * @param input.proof the answer of `proof`, parsed
 */
export async function verifyOffline(input: {
  jws: string
  jwks: { keys: JWK[] }
  content?: AsyncIterable<Uint8Array>
  proof?: unknown
}): Promise<OfflineResult> {
  const { check, descriptor } = await signature(input.jws.trim(), input.jwks)
  const checks = [check]
  if (input.content) checks.push(...(await content(descriptor, input.content)))
  if (input.proof !== undefined) checks.push(chunkProof(descriptor, input.proof))
  return { ok: checks.every((c) => c.ok), checks, descriptor }
}

const UNSIGNED = 'There is no verified descriptor to compare it with.'

async function signature(
  jws: string,
  jwks: { keys: JWK[] },
): Promise<{ check: Check; descriptor: SignedDescriptor | null }> {
  const failed = (detail: string) => ({ check: { name: 'signature', ok: false, detail } as const, descriptor: null })
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(jws)
  } catch {
    return failed('This is not a compact JWS.')
  }
  // The header only says which key to try. The algorithm is ours to say (RFC 8725 §3.1), and so is the type (§3.11).
  if (header.typ !== DESCRIPTOR_TYPE) return failed(`The type is not ${DESCRIPTOR_TYPE}: something else was signed.`)
  const key = jwks.keys?.find((k) => k.kid === header.kid && k.kty === 'OKP' && k.crv === 'Ed25519')
  if (!key) return failed('The key set has no Ed25519 key with the id in the header.')
  const { kty, crv, x } = key
  if (typeof x !== 'string' || (await calculateJwkThumbprint({ kty, crv, x } as JWK)) !== key.kid)
    return failed('The id of the key is not the thumbprint of the key (RFC 7638).')
  let payload: Uint8Array
  try {
    payload = (await compactVerify(jws, await importJWK({ kty, crv, x } as JWK, 'EdDSA'), { algorithms: ['EdDSA'] }))
      .payload
  } catch {
    return failed('The signature does not verify with the key.')
  }
  const parsed = SignedDescriptor.safeParse(parse(payload))
  if (!parsed.success) return failed('The signature verifies, but what was signed is not a descriptor.')
  const { artifact, issuer, issued_at } = parsed.data
  return {
    check: { name: 'signature', ok: true, detail: `${artifact.artifact_id}, signed by ${issuer} at ${issued_at}` },
    descriptor: parsed.data,
  }
}

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return undefined
  }
}

async function content(descriptor: SignedDescriptor | null, pieces: AsyncIterable<Uint8Array>): Promise<Check[]> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
  }
  const text = `sha256:${hash.digest('hex')}`
  if (!descriptor)
    return [
      { name: 'content hash', ok: false, detail: `${text}. ${UNSIGNED}` },
      { name: 'length', ok: false, detail: `${bytes} bytes. ${UNSIGNED}` },
    ]
  const { content_hash } = descriptor.artifact
  const signed = descriptor.integrity.bytes
  return [
    {
      name: 'content hash',
      ok: text === content_hash,
      detail: text === content_hash ? text : `the content has ${text}, signed was ${content_hash}`,
    },
    {
      name: 'length',
      ok: bytes === signed,
      detail: bytes === signed ? `${bytes} bytes` : `the content has ${bytes} bytes, signed were ${signed}`,
    },
  ]
}

function chunkProof(descriptor: SignedDescriptor | null, given: unknown): Check {
  const check = (ok: boolean, detail: string): Check => ({ name: 'chunk proof', ok, detail })
  if (!descriptor) return check(false, UNSIGNED)
  const parsed = ChunkProof.safeParse(given)
  if (!parsed.success) return check(false, 'This is not a chunk proof.')
  const proof = parsed.data
  const { integrity, artifact } = descriptor
  if (proof.artifact_id !== artifact.artifact_id) return check(false, `It is a proof for ${proof.artifact_id}.`)
  if (proof.tree_size !== integrity.chunks || proof.root !== integrity.merkle_root)
    return check(false, 'It is a proof in another tree than the one that was signed.')
  const bytes = Buffer.from(proof.chunk.base64, 'base64')
  const start = proof.leaf_index * integrity.chunk_size
  const end = Math.min(start + integrity.chunk_size, integrity.bytes)
  if (proof.chunk.start !== start || proof.chunk.end !== end || bytes.length !== end - start)
    return check(false, 'The chunk is not where its number says.')
  const [salt, root, ...path] = [proof.salt, integrity.merkle_root, ...proof.path].map(hexHash)
  if (!salt || !root || path.some((hash) => hash === null)) return check(false, 'A hash is not 64 hexadecimal digits.')
  const ok = verifyInclusion(leafHash(salt, bytes), proof.leaf_index, proof.tree_size, path as Buffer[], root)
  return check(
    ok,
    ok
      ? `bytes ${start} to ${end} are chunk ${proof.leaf_index} of ${proof.tree_size}`
      : 'It does not lead to the root.',
  )
}

const hexHash = (text: string): Buffer | null => (/^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : null)
