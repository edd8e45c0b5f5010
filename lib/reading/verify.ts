import { hashText } from '@/lib/artifacts/artifact'
import { record } from '@/lib/audit/record'
import { disclose } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { released } from '@/lib/authority/released'
import type { Deps } from '@/lib/deps'
import { ProblemError } from '@/lib/protocol/problem'
import type { ChunkProof, VerifyResponse } from '@/lib/protocol/read'

/**
 * Reads every stored byte, and compares the whole hash and the root with the protected ones. The result is recorded; an
 * artifact that fails is quarantined and the answer says what was computed.
 */
export async function verifyArtifact(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<VerifyResponse> {
  const release = await disclose(rt, caller, { artifactId, operation: 'verify' })
  const { artifact } = release
  return released(rt, release, async () => {
    const reader = await release.open()
    const result = await reader.verifyWhole(options.signal)
    await record(rt.sql, {
      tenantId: artifact.tenantId,
      kind: 'verify',
      actor: release.principalId,
      artifactId: artifact.id,
      runId: artifact.runId,
      detail: { verified: result.verified, method: 'whole', disclosure_id: release.disclosureId },
    })
    return {
      artifact_id: artifact.id,
      verified: result.verified,
      method: 'whole',
      expected: {
        content_hash: hashText(artifact.contentHash),
        merkle_root: artifact.merkleRoot.toString('hex'),
        bytes: artifact.bytes,
        chunks: artifact.chunks,
      },
      computed: {
        content_hash: hashText(result.contentHash),
        merkle_root: result.merkleRoot.toString('hex'),
        bytes: result.bytes,
        chunks: result.chunks,
      },
      checked_at: rt.now().toISOString(),
      disclosure_id: release.disclosureId,
    }
  })
}

/** One chunk with its RFC 9162 inclusion proof. Reveals the whole chunk and its salt, and is recorded as that. */
export async function proveChunk(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  input: { chunk: number },
): Promise<ChunkProof> {
  const release = await disclose(rt, caller, { artifactId, operation: 'proof', detail: { chunk: input.chunk } })
  const { artifact } = release
  return released(rt, release, async () => {
    if (input.chunk >= artifact.chunks)
      throw new ProblemError('range_not_satisfiable', `The artifact has ${artifact.chunks} chunks, numbered from 0.`, {
        errors: [{ pointer: '/chunk', detail: `less than ${artifact.chunks}` }],
      })
    const proof = await (await release.open()).proof(input.chunk)
    return {
      artifact_id: artifact.id,
      leaf_index: input.chunk,
      tree_size: artifact.chunks,
      root: artifact.merkleRoot.toString('hex'),
      chunk: { start: proof.start, end: proof.end, base64: proof.bytes.toString('base64') },
      salt: proof.salt.toString('hex'),
      path: proof.path.map((h) => h.toString('hex')),
      disclosure_id: release.disclosureId,
    }
  })
}
