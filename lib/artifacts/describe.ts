import type postgres from 'postgres'
import { disclose, type Release } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { withheld } from '@/lib/authority/refusals'
import { released } from '@/lib/authority/released'
import { actingFor, fenced } from '@/lib/authority/scope'
import type { Deps } from '@/lib/deps'
import { listInputs } from '@/lib/lineage/inputs'
import { reference } from '@/lib/protocol/ids'
import type { Description } from '@/lib/protocol/publish'
import { renderJson } from '@/lib/protocol/raw-json'
import type { SignedDescriptor } from '@/lib/protocol/read'
import { RecordIndex } from '@/lib/records/record-index'
import { schemaReport, stateAt, toArtifactRef } from './artifact'
import type { SealedManifest } from './commit'
import { HEAD_BYTES } from './ingest'
import { locatorsOf } from './locators'
import { previewOf } from './preview'

/** Everything about an artifact but its bytes: the descriptor, the producer record, what was verified, and why you may see it. */
export async function describeArtifact(rt: Deps, caller: Caller, artifactId: string): Promise<Description> {
  const release = await disclose(rt, caller, { artifactId, operation: 'describe' })
  return released(rt, release, () => descriptionOf(rt, caller, release))
}

async function descriptionOf(rt: Deps, caller: Caller, release: Release): Promise<Description> {
  const { artifact } = release
  const whole = release.mask === null
  // Locators are names of the run; who was given one artifact is told about that one.
  const inRun = release.rule !== 'grant'
  const [sealed, [facts, inputs, locators]] = await Promise.all([
    whole ? unsealManifest(release) : null,
    // What was allowed is read as its owner's: the caller's own fence would hide who published it.
    fenced(rt, [artifact.tenantId, ...actingFor(caller)], (tx) =>
      Promise.all([
        mutableFacts(tx, release),
        whole ? listInputs(tx, caller, artifact.id) : [],
        whole && inRun ? locatorsOf(tx, release) : [],
      ]),
    ),
  ])
  return {
    artifact: { ...toArtifactRef(artifact), ...(!whole && { content_hash: null }) },
    masked: whole ? null : [...release.mask!],
    reference: reference(artifact.id),
    state: stateAt({ state: facts.state, expiresAt: artifact.expiresAt }, rt.now()),
    state_reason: facts.stateReason,
    producer: {
      tool: artifact.tool,
      version: artifact.toolVersion,
      ...(sealed?.arguments !== undefined && { arguments: sealed.arguments }),
      outcome: artifact.outcome,
      output: artifact.output,
      published_by: { principal_id: artifact.publishedBy, name: facts.publisher, key_id: artifact.publishedKey },
      continuation:
        artifact.continuationSupported === null
          ? null
          : {
              supported: artifact.continuationSupported,
              ...(sealed?.continuation_token !== undefined && { token: sealed.continuation_token }),
            },
    },
    record_format: artifact.recordFormat,
    records_pointer: artifact.recordsPointer,
    format_origin: artifact.formatOrigin,
    media_type: artifact.mediaType,
    bytes: whole ? artifact.bytes : null,
    schema: whole ? schemaReport(artifact, sealed?.first_invalid ?? null) : { status: 'withheld' },
    inputs,
    transformation:
      artifact.transformationName === null
        ? null
        : {
            name: artifact.transformationName,
            version: artifact.transformationVersion!,
            executed_by: artifact.executed ? ('service' as const) : ('publisher' as const),
            ...(sealed?.parameters !== undefined && { parameters: sealed.parameters }),
          },
    locators,
    integrity: {
      chunk_size: whole ? artifact.chunkSize : null,
      chunks: whole ? artifact.chunks : null,
      merkle_root: whole ? artifact.merkleRoot.toString('hex') : null,
      last_verified: facts.verifiedAt && {
        at: facts.verifiedAt.toISOString(),
        method: 'whole',
        verified: facts.verified === true,
      },
    },
    authority: {
      rule: release.rule,
      grant_id: release.grantId,
      purpose: release.purpose,
      checked_at: release.checkedAt.toISOString(),
    },
    disclosure_id: release.disclosureId,
  }
}

type MutableFacts = {
  state: 'available' | 'quarantined' | 'deleted'
  stateReason: string | null
  publisher: string
  verifiedAt: Date | null
  verified: boolean | null
}

async function mutableFacts(tx: postgres.ISql, { artifact }: Release): Promise<MutableFacts> {
  const [row] = await tx<MutableFacts[]>`
    select a.state, a.state_reason as "stateReason", p.name as publisher, v.at as "verifiedAt", (v.detail->>'verified')::boolean as verified
    from artifacts a join principals p on p.id = a.published_by
    left join lateral (select at, detail from audit where artifact_id = a.id and kind = 'verify' order by seq desc limit 1) v on true
    where a.id = ${artifact.id}`
  return row!
}

async function unsealManifest(release: Release): Promise<SealedManifest | null> {
  const text = await release.unseal('manifest', release.artifact.sealed)
  return text && (JSON.parse(text.toString()) as SealedManifest)
}

/** The bounded preview, from the artifact's own verified beginning. Response text: records exactly as captured. */
export async function previewArtifact(rt: Deps, caller: Caller, artifactId: string): Promise<{ rawBody: string }> {
  const release = await disclose(rt, caller, { artifactId, operation: 'preview' })
  const { artifact } = release
  return released(rt, release, async () => {
    const reader = await release.open()
    const head = await reader.range(0, Math.min(HEAD_BYTES, artifact.bytes))
    const columns = artifact.recordFormat === 'csv' ? RecordIndex.decode(await reader.index()).columns : null
    return { rawBody: renderJson({ ...previewOf(artifact, head, columns), disclosure_id: release.disclosureId }) }
  })
}

/**
 * The descriptor signed (compact JWS, EdDSA), with what binds its bytes: length, chunk size and Merkle root. Verifies
 * offline against `/.well-known/jwks.json`.
 */
export async function signDescriptor(rt: Deps, caller: Caller, artifactId: string): Promise<string> {
  const release = await disclose(rt, caller, { artifactId, operation: 'describe', detail: { signed: true } })
  const { artifact } = release
  if (release.mask) return released(rt, release, () => Promise.reject(withheld(release.mask!)))
  const payload: SignedDescriptor = {
    artifact: toArtifactRef(artifact),
    integrity: {
      chunk_size: artifact.chunkSize,
      bytes: artifact.bytes,
      chunks: artifact.chunks,
      merkle_root: artifact.merkleRoot.toString('hex'),
      tree: 'rfc9162-sha256-salted',
    },
    issuer: rt.config.baseUrl,
    issued_at: rt.now().toISOString(),
  }
  return released(rt, release, async () =>
    (await rt.keystore.signer()).sign(JSON.stringify(payload), 'holdfast-descriptor+jws'),
  )
}
