import type { artifacts } from '@/drizzle/schema'
import type { ObjectFacts } from '@/lib/blobs/object'
import type { ArtifactRef, ArtifactState, Coverage, Omission } from '@/lib/protocol/artifact-ref'
import type { SchemaReport } from '@/lib/protocol/schemas'
import type { FirstInvalid } from '@/lib/records/inspection'

type Row = typeof artifacts.$inferSelect

/** The immutable facts of an artifact. They may be cached; whether it may be disclosed is asked each time. */
export type Artifact = Readonly<Omit<Row, 'state' | 'stateReason' | 'stateAt' | 'coverage' | 'omissions'>> & {
  readonly coverage: Coverage
  readonly omissions: Omission[]
}

export const hashText = (hash: Buffer): string => `sha256:${hash.toString('hex')}`

/** What validation found. `first` is content: whoever may not see the artifact whole is not told of it. */
export const schemaReport = (
  a: Pick<Artifact, 'schemaStatus' | 'schemaInvalid' | 'records'>,
  first: FirstInvalid | null,
): SchemaReport => {
  if (a.schemaStatus === 'unregistered') return { status: 'unregistered' }
  if (a.schemaStatus === 'valid') return { status: 'valid', records: a.records! }
  return { status: 'invalid', count: a.schemaInvalid!, first }
}

/** Which selectors the artifact answers to. Opaque bytes have no records. */
export const selectorsOf = (a: Pick<Artifact, 'recordFormat'>): ArtifactRef['retrieval']['selectors'] =>
  a.recordFormat === 'bytes' ? ['byte_range'] : ['byte_range', 'record_range', 'query']

/** The ten fields. Instants that somebody declared keep the offset they were declared with. */
export const toArtifactRef = (a: Artifact): ArtifactRef => ({
  artifact_id: a.id,
  content_hash: hashText(a.contentHash),
  tool_call_id: a.toolCallId,
  schema_version: a.schemaVersion,
  created_at: a.createdAt.toISOString(),
  source_version: { source_id: a.sourceId, snapshot_id: a.snapshotId, observed_at: a.observedAtText },
  completeness: { status: a.status, coverage: a.coverage, records: a.records, omissions: a.omissions },
  scope: { tenant_id: a.tenantId, run_id: a.runId },
  expires_at: a.expiresAtText,
  retrieval: { resolver: 'artifact.read.v1', consistency: 'pinned_snapshot', selectors: selectorsOf(a) },
})

export const objectFacts = (a: Artifact): ObjectFacts => ({
  chunkSize: a.chunkSize,
  bytes: a.bytes,
  chunks: a.chunks,
  contentHash: a.contentHash,
  merkleRoot: a.merkleRoot,
  indexBytes: a.indexBytes,
  statisticsBytes: a.statisticsBytes,
  leavesBytes: a.leavesBytes,
})

/** The state as of `now`: expiry is a fact of the clock, not a row that somebody updates. */
export const stateAt = (a: Pick<Row, 'state' | 'expiresAt'>, now: Date): ArtifactState =>
  a.state === 'available' && a.expiresAt !== null && a.expiresAt <= now ? 'expired' : a.state
