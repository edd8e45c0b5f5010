import { type Artifact, objectFacts } from '@/lib/artifacts/artifact'
import { loadArtifact } from '@/lib/artifacts/load'
import { record } from '@/lib/audit/record'
import type { ObjectReader } from '@/lib/blobs/object'
import { openObject } from '@/lib/blobs/object-reader'
import { seal, unseal } from '@/lib/blobs/seal'
import type { Deps } from '@/lib/deps'
import { isProblem, ProblemError } from '@/lib/protocol/problem'
import type { Caller } from './principal'
import { isIntegrityFailure, quarantine } from './quarantine'
import { notFound, quarantined, refusal } from './refusals'
import { actingFor } from './scope'

export type DisclosureRequest = {
  artifactId: string
  operation: 'describe' | 'preview' | 'read' | 'content' | 'verify' | 'proof' | 'derive'
  /** Overrides the caller's purpose where the body names one. */
  purpose?: string | undefined
  /** What is asked for, for the record: selector, position, limits. Never content. */
  detail?: unknown
}

/** A committed permission to give these bytes to this caller now. Not kept: the next page asks again. */
export type Release = {
  artifact: Artifact
  disclosureId: string
  principalId: string
  rule: string
  grantId: string | null
  /** Fields this reader does not receive; null when it receives all. Only whole records go out under a mask. */
  mask: readonly string[] | null
  purpose: string
  checkedAt: Date
  /** The sealed object. A chunk that fails verification quarantines the artifact and refuses. */
  open(): Promise<ObjectReader>
  /** A value sealed with the artifact's key, or null when the key was destroyed. */
  unseal(label: string, sealed: Buffer): Promise<Buffer | null>
  /** Seals a value with the artifact's key: it is destroyed with it. */
  seal(label: string, plain: Uint8Array): Promise<Buffer>
}

/**
 * The only door to content. Authority is decided by the database from its current rows, the audit row is committed in the
 * same transaction, and only then is anything opened. Throws a `ProblemError` for every refusal.
 */
export async function disclose(rt: Deps, caller: Caller, request: DisclosureRequest): Promise<Release> {
  // Whoever acts for no tenant, as the operator, reads nothing: to them, no artifact exists.
  const tenants = actingFor(caller)
  if (caller.kind === 'operator' || tenants.length === 0) throw notFound()
  const answer = await rt.disclosures.ask({
    tenants,
    credential: caller.kind === 'user' ? { kind: 'session', id: caller.sessionId } : { kind: 'key', id: caller.keyId },
    artifactId: request.artifactId,
    purpose: request.purpose ?? caller.purpose,
    operation: request.operation,
    detail: request.detail,
    requestId: caller.requestId,
  })
  if (answer.outcome !== 'allow') throw refusal(answer, request.artifactId)
  const artifact = await loadArtifact(rt, request.artifactId)
  return {
    artifact,
    disclosureId: answer.disclosureId,
    principalId: answer.principalId!,
    rule: answer.rule!,
    grantId: answer.grantId,
    mask: answer.mask,
    purpose: answer.purpose!,
    checkedAt: answer.checkedAt,
    open: () => openVerified(rt, artifact, answer.disclosureId),
    unseal: async (label, sealed) => {
      const open = async () => {
        const key = await rt.keystore.openDataKey(artifact.id)
        return key && unseal(key, label, sealed)
      }
      return guard(rt, artifact, answer.disclosureId, open)
    },
    seal: async (label, plain) => seal(await dataKeyOf(rt, artifact, answer.disclosureId), label, plain),
  }
}

/**
 * Says in the log that a committed permission released nothing after all: the request failed behind it. Without this an
 * auditor would count it as something that was read.
 */
export async function withdraw(rt: Deps, release: Release, error: unknown): Promise<void> {
  // A log that cannot be written must not hide why the request failed: that is thrown by whoever calls this.
  await record(rt.sql, {
    tenantId: release.artifact.tenantId,
    kind: 'withdrawn',
    decision: 'refuse',
    actor: release.principalId,
    artifactId: release.artifact.id,
    runId: release.artifact.runId,
    reason: isProblem(error) ? error.code : 'internal',
    detail: { disclosure_id: release.disclosureId },
  })
}

async function openVerified(rt: Deps, artifact: Artifact, disclosureId: string): Promise<ObjectReader> {
  const guarded = <T>(work: () => Promise<T>): Promise<T> => guard(rt, artifact, disclosureId, work)
  const dataKey = await dataKeyOf(rt, artifact, disclosureId)
  const reader = openObject({
    store: rt.store,
    key: artifact.id,
    artifactId: artifact.id,
    dataKey,
    facts: objectFacts(artifact),
  })
  return {
    facts: reader.facts,
    range: (start, end) => guarded(() => reader.range(start, end)),
    index: () => guarded(() => reader.index()),
    statistics: () => guarded(() => reader.statistics()),
    proof: (chunk) => guarded(() => reader.proof(chunk)),
    verifyWhole: async (signal) => {
      const result = await guarded(() => reader.verifyWhole(signal))
      if (!result.verified) await quarantine(rt, artifact, disclosureId, 'whole')
      return result
    },
  }
}

async function dataKeyOf(rt: Deps, artifact: Artifact, disclosureId: string): Promise<Buffer> {
  const key =
    rt.keystore.cachedDataKey(artifact.id) ??
    (await guard(rt, artifact, disclosureId, () => rt.keystore.openDataKey(artifact.id)))
  if (!key)
    throw new ProblemError('unavailable', 'The key of this artifact cannot be opened; its bytes are out of reach.')
  return key
}

async function guard<T>(rt: Deps, artifact: Artifact, disclosureId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isIntegrityFailure(error)) throw error
    await quarantine(rt, artifact, disclosureId, error.message)
    throw quarantined(artifact.id)
  }
}
