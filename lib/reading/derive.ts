import { createHmac } from 'node:crypto'
import { admitDerivation } from '@/lib/artifacts/admit'
import { callKey } from '@/lib/artifacts/call'
import { findEarlier } from '@/lib/artifacts/earlier'
import { type Published, publishAs } from '@/lib/artifacts/publish'
import { disclose, type Release } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { released } from '@/lib/authority/released'
import type { Deps } from '@/lib/deps'
import type { Completeness } from '@/lib/protocol/artifact-ref'
import type { DeriveRequest } from '@/lib/protocol/derive'
import { reference } from '@/lib/protocol/ids'
import { ProblemError } from '@/lib/protocol/problem'
import type { Manifest } from '@/lib/protocol/publish'
import { renderJson } from '@/lib/protocol/raw-json'
import type { Scan } from '@/lib/protocol/read'
import { concludeQuery } from './conclude-query'
import { derivedCompleteness } from './derived-completeness'
import { type Derivation, derivedContent, derivedFormat } from './derived-content'
import { openQuery } from './open-query'
import { aggregateForm, fieldNames, filterText, type Query, storeQuery, understandQuery } from './query'

const DERIVE_TOOL = 'holdfast.derive'

/**
 * Runs a query over all records of an artifact and publishes what it gives: the one derivation whose completeness is known,
 * because the service made it. The same query by the same view into the same run is the same artifact.
 *
 * @param o.source the exact JSON of a filter that was sent as JSON
 * @throws ProblemError forbidden, not_found, gone, purpose_denied, filter_invalid, unknown_property, selector_unsupported,
 *   invalid_request, call_conflict, unavailable, …
 */
export async function deriveArtifact(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  request: DeriveRequest,
  o: { gone: () => boolean; source?: string | undefined },
): Promise<Published> {
  const query = understandQuery(request.selector, o.source)
  const release = await disclose(rt, caller, {
    artifactId,
    operation: 'derive',
    purpose: request.purpose,
    detail: { selector: { type: 'query' } },
  })
  return released(rt, release, async () => {
    const { artifact, mask } = release
    if (artifact.recordFormat === 'bytes')
      throw new ProblemError('selector_unsupported', 'Opaque bytes have no records to derive from.')
    const { publisher, runId } = await admitDerivation(rt, caller, artifact, request.run_id)
    const open = await openQuery(rt, release, query)
    const digest = await digests(rt, publisher.tenantId, release)
    const selection = digest('selection', { filter: query.filter, fields: query.fields, aggregate: null })
    const found: Derivation = {
      matched: 0,
      indeterminate: 0,
      incomparable: 0,
      skipped: 0,
      unshown: 0,
      aggregation: null,
    }
    const m = manifestOf(release, publisher.tenantId, query, request, runId, `derive:${digest('call', query)}`)
    const published = await publishAs(rt, publisher, {
      manifest: { ...m, record_format: derivedFormat(open, query) },
      content: derivedContent(open, query, found, o.gone),
      found: findEarlier(rt, callKey(publisher.tenantId, m)),
      parents: Promise.resolve([{ id: artifact.id, contentHash: artifact.contentHash, purpose: release.purpose }]),
      completeness: () => derivedCompleteness(artifact as Completeness, query, open.withheld, selection, found),
    })
    const scan: Scan = {
      status: 'completed',
      unit: 'records',
      examined: { start: 0, end: open.total },
      total: open.total,
      matched: found.matched,
      indeterminate: found.indeterminate,
      incomparable: found.incomparable,
      skipped: mask ? null : found.skipped,
    }
    const more = renderJson({
      scan,
      conclusion: concludeQuery(release, query, open, scan),
      disclosure_id: release.disclosureId,
    })
    return { ...published, rawBody: `${published.rawBody.slice(0, -1)},${more.slice(1)}` }
  })
}

/** Keyed, so that nobody finds out by guessing what was asked; of one tenant, and of what one reader sees. */
async function digests(rt: Deps, tenantId: string, { artifact, mask }: Release) {
  const secret = await rt.keystore.secret('commitment')
  const before = artifact.coverage.selection ?? null
  return (what: 'selection' | 'call', query: Query): string => {
    const of = what === 'call' ? [artifact.id, mask] : [before]
    return createHmac('sha256', secret)
      .update(JSON.stringify([what, tenantId, storeQuery(query), ...of]))
      .digest('hex')
      .slice(0, 32)
  }
}

function manifestOf(
  { artifact, mask }: Release,
  tenantId: string,
  query: Query,
  request: DeriveRequest,
  runId: string,
  call: string,
): Manifest {
  const { expires_at } = request
  if (expires_at && artifact.expiresAt && Date.parse(expires_at) > artifact.expiresAt.getTime())
    throw invalid('/expires_at', 'is later than that of the artifact: what is derived does not outlive it')
  const whole = !query.fields && !query.aggregate && !mask && artifact.tenantId === tenantId
  return {
    tool_call: { id: call, tool: DERIVE_TOOL, version: '1', outcome: 'success' },
    output: request.output,
    run_id: runId,
    schema_version:
      request.schema_version !== undefined ? request.schema_version : whole ? artifact.schemaVersion : null,
    source_version: {
      source_id: artifact.sourceId,
      snapshot_id: artifact.snapshotId,
      observed_at: artifact.observedAtText,
    },
    completeness: { status: 'unknown', coverage: {}, omissions: [] },
    expires_at: expires_at ?? artifact.expiresAtText,
    inputs: [reference(artifact.id)],
    // As a selector that can be sent again.
    transformation: {
      name: 'query',
      version: '1',
      parameters: {
        type: 'query',
        filter: filterText(query),
        ...(query.fields && { fields: fieldNames(query) }),
        ...(query.aggregate && { aggregate: aggregateForm(query.aggregate) }),
      },
    },
    ...(request.locator !== undefined && { locator: request.locator }),
  }
}

const invalid = (pointer: string, detail: string) =>
  new ProblemError('invalid_request', `${pointer} ${detail}`, { errors: [{ pointer, detail }] })
