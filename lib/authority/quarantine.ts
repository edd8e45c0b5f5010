import type { Artifact } from '@/lib/artifacts/artifact'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import { faultOf } from '@/lib/fault'

const CODES = new Set(['integrity_failed', 'blob_missing', 'blob_short'])

/** Stored bytes that are not what was published, or are not there. Matched by code: two bundles, two classes. */
export const isIntegrityFailure = (e: unknown): e is Error & { code: string } =>
  e instanceof Error && CODES.has((e as { code?: string }).code ?? '')

/**
 * Takes the artifact out of use and says so in the log. Other artifacts go on. Quarantining twice is quarantining once. Does
 * not throw: that the bytes failed is the answer, also when the database cannot be told; the next read finds it again.
 */
export async function quarantine(rt: Deps, artifact: Artifact, disclosureId: string, reason: string): Promise<void> {
  try {
    await take(rt, artifact, disclosureId, reason)
    rt.log('artifact.quarantined', { artifact_id: artifact.id })
  } catch (error) {
    rt.log('quarantine.failed', { artifact_id: artifact.id, ...faultOf(error) })
  }
}

async function take(rt: Deps, artifact: Artifact, disclosureId: string, reason: string): Promise<void> {
  await rt.sql.begin(async (tx) => {
    const changed = await tx`
      update artifacts set state = 'quarantined', state_reason = ${reason}, state_at = clock_timestamp()
      where id = ${artifact.id} and state = 'available'`
    if (changed.count === 0) return
    await record(tx, {
      tenantId: artifact.tenantId,
      kind: 'quarantine',
      actor: 'service',
      artifactId: artifact.id,
      runId: artifact.runId,
      reason,
      detail: { disclosure_id: disclosureId },
    })
  })
}
