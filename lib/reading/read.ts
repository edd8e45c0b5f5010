import { type Artifact, hashText, selectorsOf, toArtifactRef } from '@/lib/artifacts/artifact'
import { disclose, type Release } from '@/lib/authority/disclose'
import type { Caller } from '@/lib/authority/principal'
import { notFound, withheld } from '@/lib/authority/refusals'
import { released } from '@/lib/authority/released'
import type { Deps } from '@/lib/deps'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { renderJson } from '@/lib/protocol/raw-json'
import { READ_LIMITS, type ReadRequest, type ReadResponse, type Scan, type Selector } from '@/lib/protocol/read'
import { concludeRange } from './conclusion'
import { type Cursor, openCursor, sealCursor } from './cursor'
import { comparePresented } from './expected'
import { bytePage, recordPage } from './page'

type Plan = { selector: Selector; position: number; limit: number; maxBytes: number; scan: string }

/**
 * A selective read: one page, and what it is a page of. Authority is decided anew for each page; a cursor only says where.
 *
 * @returns the response text, with records exactly as captured
 * @throws ProblemError not_found, gone, purpose_denied, integrity_failed, descriptor_mismatch, cursor_*, range_not_satisfiable, …
 */
export async function readArtifact(
  rt: Deps,
  caller: Caller,
  artifactId: string,
  request: ReadRequest,
  options: { gone?: () => boolean } = {},
): Promise<{ rawBody: string }> {
  const cursor = request.cursor === undefined ? null : await openCursor(rt, request.cursor)
  const plan: Plan = cursor
    ? {
        selector: cursor.selector,
        position: cursor.position,
        limit: cursor.limit,
        maxBytes: cursor.maxBytes,
        scan: cursor.scan,
      }
    : {
        selector: request.selector!,
        position: request.selector!.start,
        limit: request.limit ?? READ_LIMITS.limit.default,
        maxBytes: request.max_bytes ?? READ_LIMITS.max_bytes.default,
        scan: makeId('scn'),
      }
  const release = await disclose(rt, caller, {
    artifactId,
    operation: 'read',
    purpose: request.purpose ?? cursor?.purpose,
    detail: {
      selector: plan.selector,
      position: plan.position,
      limit: plan.limit,
      max_bytes: plan.maxBytes,
      scan: plan.scan,
    },
  })
  return released(rt, release, async () => {
    if (cursor) agree(cursor, release, request)
    if (request.expected && release.mask) throw withheld(release.mask)
    if (request.expected) comparePresented(toArtifactRef(release.artifact), request.expected)
    const body = await page(rt, release, plan, request.deadline_ms ?? READ_LIMITS.deadline_ms.default, options.gone)
    return { rawBody: renderJson(body) }
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
    r.selector !== undefined &&
      renderJson(r.selector) !== renderJson(c.selector) && {
        pointer: '/selector',
        detail: `the cursor continues ${renderJson(c.selector)}`,
      },
    r.limit !== undefined && r.limit !== c.limit && { pointer: '/limit', detail: `the cursor has limit ${c.limit}` },
    r.max_bytes !== undefined &&
      r.max_bytes !== c.maxBytes && { pointer: '/max_bytes', detail: `the cursor has max_bytes ${c.maxBytes}` },
  ].filter((d) => d !== false)
  if (differences.length > 0)
    throw new ProblemError('cursor_mismatch', differences.map((d) => d.detail).join('; '), { errors: differences })
}

async function page(
  rt: Deps,
  release: Release,
  plan: Plan,
  deadlineMs: number,
  gone?: () => boolean,
): Promise<ReadResponse> {
  const { artifact } = release
  const { selector } = plan
  const inBytes = selector.type === 'byte_range'
  if (!inBytes && !selectorsOf(artifact).includes('record_range'))
    throw new ProblemError('selector_unsupported', 'These are opaque bytes without records: ask for a byte_range.')
  // A line has no fields to remove: under a mask it could only be served whole.
  if (release.mask && artifact.recordFormat === 'lines') throw withheld(release.mask)
  const total = inBytes ? artifact.bytes : artifact.records!
  if (selector.start >= total && !(total === 0 && selector.start === 0))
    throw new ProblemError(
      'range_not_satisfiable',
      `The range starts at ${selector.start}; the artifact has ${total} ${inBytes ? 'bytes' : 'records'}.`,
      {
        errors: [{ pointer: '/selector/start', detail: `less than ${total}` }],
      },
    )

  const clock = () => performance.now()
  const mask = release.mask && new Set(release.mask)
  const limits = {
    limit: plan.limit,
    maxBytes: plan.maxBytes,
    mask,
    deadline: mask ? Number.POSITIVE_INFINITY : clock() + deadlineMs,
    clock,
    gone,
  }
  const range = { start: plan.position, end: Math.min(selector.end, total) }
  const reader = await release.open()
  const result =
    total === 0
      ? {
          next: 0,
          interrupted: null,
          chunks: { start: 0, end: 0 },
          ...(inBytes ? { bytes: { start: 0, end: 0, total: 0, text: '' } } : { records: [] }),
        }
      : inBytes
        ? await bytePage(artifact, reader, range, limits)
        : await recordPage(artifact, reader, await rt.indexes.open(artifact, reader), range, limits)

  const done = result.next >= range.end
  const examined = { start: selector.start, end: result.next }
  const scan: Scan = {
    status: done ? 'completed' : result.interrupted ? 'interrupted' : 'more',
    unit: inBytes ? 'bytes' : 'records',
    examined,
    total,
    matched: examined.end - examined.start,
    indeterminate: 0,
    ...(result.interrupted && !done && { reason: result.interrupted }),
  }
  const { records, bytes } = result as { records?: ReadResponse['records']; bytes?: ReadResponse['bytes'] }
  const ref = toArtifactRef(artifact)
  return {
    artifact: {
      artifact_id: ref.artifact_id,
      content_hash: mask ? null : ref.content_hash,
      schema_version: ref.schema_version,
    },
    masked: release.mask && [...release.mask],
    source_version: ref.source_version,
    selector,
    ordering: inBytes ? 'byte_offset asc' : 'record_index asc',
    ...(records && { records }),
    ...(bytes && { bytes }),
    returned: records ? records.length : bytes!.end - bytes!.start,
    scan,
    capture: ref.completeness,
    integrity: {
      verified: true,
      method: 'chunk_aead',
      // Which chunks a record lies in tells how long the fields before it are.
      chunks: mask ? null : { ...result.chunks, total: artifact.chunks },
    },
    conclusion: concludeRange(artifact, selector, scan),
    next_cursor: done ? null : await sealCursor(rt, cursorOf(release, plan, result.next)),
    disclosure_id: release.disclosureId,
  }
}

const cursorOf = (release: Release, plan: Plan, position: number): Omit<Cursor, 'expires'> => {
  const a: Artifact = release.artifact
  return {
    artifact: a.id,
    hash: hashText(a.contentHash),
    selector: plan.selector,
    position,
    limit: plan.limit,
    maxBytes: plan.maxBytes,
    tenant: a.tenantId,
    principal: release.principalId,
    run: a.runId,
    purpose: release.purpose,
    mask: release.mask,
    scan: plan.scan,
  }
}
