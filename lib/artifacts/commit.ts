import type postgres from 'postgres'
import { record } from '@/lib/audit/record'
import { actorOf } from '@/lib/authority/may'
import { unauthenticated } from '@/lib/authority/refusals'
import { shareGate } from '@/lib/authority/scope'
import { stillHolds } from '@/lib/authority/still'
import { seal } from '@/lib/blobs/seal'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'
import type { FirstInvalid } from '@/lib/records/inspection'
import { keyOf, type Publisher } from './admit'
import { callIdHash, callKey, locatorIndex, manifestCommitment } from './call'
import type { Ingested } from './ingest'

/** An input, and the purpose it was read for. */
export type Parent = { id: string; contentHash: Buffer; purpose: string }

export type Commit = {
  id: string
  m: Manifest
  /** Whether the service computed the content itself. */
  executed: boolean
  ingested: Ingested
  parents: Parent[]
  mediaType: string | null
  dataKey: Buffer
}

/** What is sealed with the artifact's key and destroyed with it. */
export type SealedManifest = {
  arguments?: unknown
  parameters?: unknown
  continuation_token?: string
  first_invalid?: FirstInvalid
}

/**
 * The one transaction that makes an artifact exist: row, edges, copy, locator and audit event together.
 *
 * @returns false when another publish of the same call won, and nothing was written
 */
export async function commitArtifact(rt: Deps, publisher: Publisher, c: Commit): Promise<boolean> {
  const { id, m, ingested, dataKey } = c
  const { facts, spec, validated } = ingested
  const commitment = await manifestCommitment(rt, m)
  const sealed: SealedManifest = {
    arguments: m.tool_call.arguments,
    parameters: m.transformation?.parameters,
    ...(m.continuation?.token !== undefined && { continuation_token: m.continuation.token }),
    ...(ingested.validated?.first && { first_invalid: ingested.validated.first }),
  }
  const nameIndex = m.locator === undefined ? null : await locatorIndex(rt, publisher.tenantId, m.locator)

  return rt.sql.begin(async (tx) => {
    await shareGate(tx)
    await stillMay(tx, publisher, m.run_id)
    const json = (v: unknown) => tx.json(v as postgres.JSONValue)
    const inserted = await tx`
      insert into artifacts ${tx({
        id,
        tenant_id: publisher.tenantId,
        run_id: m.run_id,
        tool_call_id: m.tool_call.id,
        output: m.output,
        call_key: callKey(publisher.tenantId, m),
        call_id_hash: callIdHash(m.tool_call.id),
        manifest_commitment: commitment,
        schema_version: m.schema_version,
        source_id: m.source_version.source_id,
        snapshot_id: m.source_version.snapshot_id,
        observed_at: new Date(m.source_version.observed_at),
        observed_at_text: m.source_version.observed_at,
        status: m.completeness.status,
        coverage: json(m.completeness.coverage),
        omissions: json(m.completeness.omissions),
        records: ingested.records,
        expires_at: m.expires_at === null ? null : new Date(m.expires_at),
        expires_at_text: m.expires_at,
        media_type: c.mediaType,
        record_format: spec.format,
        records_pointer: spec.pointer,
        format_origin: ingested.origin,
        tool: m.tool_call.tool,
        tool_version: m.tool_call.version ?? null,
        outcome: m.tool_call.outcome,
        continuation_supported: m.continuation?.supported ?? null,
        transformation_name: m.transformation?.name ?? null,
        transformation_version: m.transformation?.version ?? null,
        published_by: publisher.principalId,
        executed: c.executed,
        published_key: keyOf(publisher),
        content_hash: facts.contentHash,
        bytes: facts.bytes,
        chunk_size: facts.chunkSize,
        chunks: facts.chunks,
        merkle_root: facts.merkleRoot,
        index_bytes: facts.indexBytes,
        statistics_bytes: facts.statisticsBytes,
        schema_status: validated === null ? 'unregistered' : validated.invalid > 0 ? 'invalid' : 'valid',
        schema_invalid: validated?.invalid ?? null,
        leaves_bytes: facts.leavesBytes,
        sealed: seal(dataKey, 'manifest', Buffer.from(JSON.stringify(sealed))),
      })} on conflict (call_key) do nothing`
    if (inserted.count === 0) return false

    if (c.parents.length > 0) await holdParents(tx, publisher, c.parents)
    // Sent one behind the other, without waiting for each answer.
    const rest: PromiseLike<unknown>[] = c.parents.map(
      (parent) =>
        tx`insert into edges ${tx({ child: id, parent: parent.id, kind: 'derived_from', parent_hash: parent.contentHash, child_hash: facts.contentHash })}`,
    )
    rest.push(
      tx`insert into copies ${tx({ id: makeId('cpy'), artifact_id: id, kind: 'object', holder: 'service', location: `objects/${id}` })}`,
    )
    if (nameIndex)
      rest.push(
        tx`insert into locator_moves ${tx({
          tenant_id: publisher.tenantId,
          run_id: m.run_id,
          name_index: nameIndex,
          name_sealed: seal(dataKey, 'locator', Buffer.from(m.locator!)),
          artifact_id: id,
          moved_by: publisher.principalId,
        })}`,
      )
    rest.push(
      record(tx, {
        tenantId: publisher.tenantId,
        kind: 'publish',
        artifactId: id,
        runId: m.run_id,
        ...actorOf(publisher),
        detail: { bytes: facts.bytes, records: ingested.records, inputs: c.parents.map((p) => p.id) },
      }),
    )
    await Promise.all(rest)
    return true
  })
}

/**
 * A child cannot appear behind a parent that is gone, or that its publisher may no longer read: the parents are held against
 * change until the commit, and the rule is asked again behind the gate.
 */
async function holdParents(tx: postgres.TransactionSql, publisher: Publisher, parents: Parent[]): Promise<void> {
  const held = await tx<{ id: string }[]>`
    select id from artifacts where id = any (${parents.map((p) => p.id)}::text[]) and state = 'available'
      and (expires_at is null or expires_at > clock_timestamp()) order by id for key share`
  const missing = parents.findIndex((p) => !held.some((q) => q.id === p.id))
  if (missing >= 0)
    throw new ProblemError('gone', `Input ${missing} is no longer available.`, {
      errors: [{ pointer: `/manifest/inputs/${missing}`, detail: 'expired, deleted or quarantined meanwhile' }],
    })
  const all = (value: string) => parents.map(() => value)
  const [kind, credential] = publisher.kind === 'agent' ? ['key', publisher.keyId] : ['session', publisher.sessionId]
  const verdicts = await tx<{ verdict: string }[]>`
    select verdict from decide(${all(kind)}::text[], ${all(credential)}::text[], ${parents.map((p) => p.id)}::text[],
      ${parents.map((p) => p.purpose)}::text[], ${all('derive')}::text[], ${all('null')}::text[], clock_timestamp()) order by ord`
  const withdrawn = verdicts.findIndex((v) => v.verdict !== 'allow')
  if (withdrawn >= 0)
    throw new ProblemError('access_revoked', `Input ${withdrawn} may no longer be read by this publisher.`, {
      errors: [{ pointer: `/manifest/inputs/${withdrawn}`, detail: 'access to it ended meanwhile' }],
    })
}

/**
 * An upload may take long: the credential, the tenant and an agent's part in the run must be alive when its artifact begins to
 * exist. Behind the gate they stay so until the commit.
 */
async function stillMay(tx: postgres.TransactionSql, publisher: Publisher, runId: string): Promise<void> {
  const [, [alive]] = await Promise.all([
    stillHolds(tx, publisher),
    tx`select 1 from tenants where id = ${publisher.tenantId} and removed_at is null`,
  ])
  if (!alive) throw unauthenticated()
  if (publisher.kind !== 'agent' || publisher.keyKind !== 'agent') return
  const [takesPart] = await tx`
    select 1 from run_participants where tenant_id = ${publisher.tenantId} and run_id = ${runId}
      and principal_id = ${publisher.principalId} and ended_at is null`
  if (!takesPart)
    throw new ProblemError('access_revoked', 'This agent no longer takes part in the run.', {
      errors: [{ pointer: '/manifest/run_id', detail: 'the agent was removed from it meanwhile' }],
    })
}
