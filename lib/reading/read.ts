import { hashText, selectorsOf, toArtifactRef } from '@/lib/artifacts/artifact'
import { disclose, type Release } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { notFound, withheld } from '@/lib/authority/refusals'
import { released } from '@/lib/authority/released'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { renderJson } from '@/lib/protocol/raw-json'
import { type RangeSelector, READ_LIMITS, type ReadRequest, type ReadResponse } from '@/lib/protocol/read'
import { type Cursor, openCursor, sealCursor } from './cursor'
import { comparePresented } from './expected'
import { mismatch, type PageAnswer, type Plan } from './plan'
import { understandQuery } from './query'
import { readQuery } from './read-query'
import { readRange } from './read-range'

/**
 * A selective read: one page, and what it is a page of. Authority is decided anew for each page; a cursor only says where.
 *
 * @param source the exact JSON of a filter that was sent as JSON
 * @returns the response text, with records exactly as captured
 * @throws ProblemError not_found, gone, purpose_denied, integrity_failed, descriptor_mismatch, cursor_*, filter_invalid,
 *   unknown_property, range_not_satisfiable, rate_limited, …
 */
export async function readArtifact(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  request: ReadRequest,
  options: { gone?: () => boolean; source?: string | undefined } = {},
): Promise<{ rawBody: string }> {
  const cursor = request.cursor === undefined ? null : await openCursor(rt, request.cursor)
  // Understood before anything is decided: what is wrong with it says nothing about the artifact.
  const asked = request.selector?.type === 'query' ? understandQuery(request.selector, options.source) : null
  const clock = () => performance.now()
  const plan: Plan = {
    position: cursor?.position ?? (request.selector as RangeSelector).start ?? 0,
    limit: cursor?.limit ?? request.limit ?? READ_LIMITS.limit.default,
    maxBytes: cursor?.maxBytes ?? request.max_bytes ?? READ_LIMITS.max_bytes.default,
    deadline: clock() + (request.deadline_ms ?? READ_LIMITS.deadline_ms.default),
    clock,
    gone: options.gone,
    scan: cursor?.scan ?? makeId('scn'),
    previous: cursor?.previous ?? null,
  }
  const selector = cursor?.selector ?? (asked ? { type: 'query' as const } : (request.selector as RangeSelector))
  const release = await disclose(rt, caller, {
    artifactId,
    operation: 'read',
    purpose: request.purpose ?? cursor?.purpose,
    // A filter is content: it is kept with the page, sealed.
    detail: { selector, position: plan.position, limit: plan.limit, max_bytes: plan.maxBytes, scan: plan.scan },
  })
  return released(rt, release, async () => {
    if (cursor) agree(cursor, release, request)
    if (request.expected && release.mask) throw withheld(release.mask)
    if (request.expected) comparePresented(toArtifactRef(release.artifact), request.expected)
    answerable(release, selector.type)
    const page =
      selector.type === 'query'
        ? await readQuery(rt, release, plan, cursor ? null : asked!, asked)
        : await readRange(rt, release, selector, plan)
    return { rawBody: renderJson(await envelope(rt, release, plan, selector, page)) }
  })
}

/** A cursor continues one scan by one principal: anything else is refused, and a stranger learns nothing. */
function agree(c: Cursor, release: Release, r: ReadRequest): void {
  const { artifact } = release
  if (c.principal !== release.principalId) throw notFound()
  const differences = [
    (c.artifact !== artifact.id || c.hash !== hashText(artifact.contentHash)) && {
      pointer: '',
      detail: 'the cursor belongs to another artifact',
    },
    (c.tenant !== artifact.tenantId || c.run !== artifact.runId) && {
      pointer: '',
      detail: 'the cursor belongs to another scope',
    },
    String(c.mask ?? '') !== String(release.mask ?? '') && {
      pointer: '',
      detail: 'the cursor was issued while other fields were withheld: start again with a selector',
    },
    c.purpose !== release.purpose && {
      pointer: '/purpose',
      detail: `the cursor was issued for the purpose "${c.purpose}"`,
    },
    // Two queries are compared once the first is known (read-query.ts).
    r.selector !== undefined &&
      (r.selector.type === 'query'
        ? c.selector.type !== 'query'
        : renderJson(r.selector) !== renderJson(c.selector)) && {
        pointer: '/selector',
        detail: `the cursor continues ${renderJson(c.selector)}`,
      },
    r.limit !== undefined && r.limit !== c.limit && { pointer: '/limit', detail: `the cursor has limit ${c.limit}` },
    r.max_bytes !== undefined &&
      r.max_bytes !== c.maxBytes && { pointer: '/max_bytes', detail: `the cursor has max_bytes ${c.maxBytes}` },
  ].filter((d) => d !== false)
  if (differences.length > 0) throw mismatch(differences)
}

function answerable({ artifact, mask }: Release, type: 'byte_range' | 'record_range' | 'query'): void {
  if (!selectorsOf(artifact).includes(type))
    throw new ProblemError('selector_unsupported', 'These are opaque bytes without records: ask for a byte_range.')
  // A line has no fields to remove: under a mask it could only be served whole.
  if (mask && artifact.recordFormat === 'lines') throw withheld(mask)
}

async function envelope(
  rt: Deps,
  release: Release,
  plan: Plan,
  selector: Cursor['selector'],
  { chunks, next, ...page }: PageAnswer,
): Promise<ReadResponse> {
  const { artifact, mask } = release
  const ref = toArtifactRef(artifact)
  return {
    artifact: {
      artifact_id: ref.artifact_id,
      content_hash: mask ? null : ref.content_hash,
      schema_version: ref.schema_version,
    },
    masked: mask && [...mask],
    source_version: ref.source_version,
    ...page,
    capture: ref.completeness,
    // Which chunks a record lies in tells how long the fields before it are.
    integrity: { verified: true, method: 'chunk_aead', chunks: mask ? null : chunks },
    next_cursor: next === null ? null : await sealCursor(rt, cursorOf(release, plan, selector, next)),
    disclosure_id: release.disclosureId,
  }
}

const cursorOf = (
  { artifact: a, ...release }: Release,
  plan: Plan,
  selector: Cursor['selector'],
  position: number,
): Omit<Cursor, 'expires'> => ({
  artifact: a.id,
  hash: hashText(a.contentHash),
  selector,
  previous: selector.type === 'query' ? release.disclosureId : null,
  position,
  limit: plan.limit,
  maxBytes: plan.maxBytes,
  tenant: a.tenantId,
  principal: release.principalId,
  run: a.runId,
  purpose: release.purpose,
  mask: release.mask,
  scan: plan.scan,
})
