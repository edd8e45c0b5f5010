import { eq } from 'drizzle-orm'
import { artifacts } from '@/drizzle/schema'
import type { Deps } from '@/lib/deps'
import type { ArtifactState } from '@/lib/protocol/artifact-ref'
import { ProblemError } from '@/lib/protocol/problem'
import { type Artifact, stateAt } from './artifact'
import { factsOf } from './load'

/** The artifact that a call and output already have. */
export type Earlier = { artifact: Artifact; state: ArtifactState; stateAt: Date | null }

export async function findEarlier(rt: Deps, key: Buffer): Promise<Earlier | null> {
  const [row] = await rt.orm.select().from(artifacts).where(eq(artifacts.callKey, key))
  return row ? { artifact: factsOf(row), state: stateAt(row, rt.now()), stateAt: row.stateAt ?? row.expiresAt } : null
}

/**
 * Whether a publish repeats the earlier one. The same bytes under the same manifest are the same artifact; anything else
 * is refused, because nothing is ever overwritten.
 */
export function repeat(earlier: Earlier, now: { contentHash: Buffer; commitment: Buffer }): void {
  const { artifact, state } = earlier
  if (state === 'deleted' || state === 'expired')
    throw new ProblemError(
      'gone',
      `This call's result was ${state} at ${earlier.stateAt?.toISOString()}. Its tombstone stays: publish a fresh capture under a new tool call id.`,
      { artifact_id: artifact.id },
    )
  if (state === 'quarantined')
    throw new ProblemError(
      'integrity_failed',
      'The stored bytes of this call failed verification and are quarantined. Publish a fresh capture under a new tool call id.',
      { artifact_id: artifact.id },
    )
  const sameBytes = artifact.contentHash.equals(now.contentHash)
  if (sameBytes && artifact.manifestCommitment.equals(now.commitment)) return
  throw new ProblemError(
    'call_conflict',
    `This tool call and output already have the result ${artifact.id}, with ${sameBytes ? 'the same bytes and another manifest' : 'other bytes'}. Use another tool call id or output name.`,
    { artifact_id: artifact.id },
  )
}
