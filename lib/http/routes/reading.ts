import { z } from 'zod'
import { published } from '@/lib/http/published'
import { type Call, type Reply, route } from '@/lib/http/route'
import { DeriveRequest, DeriveResponse } from '@/lib/protocol/derive'
import type { ProblemCode } from '@/lib/protocol/problem'
import { ChunkProof, ReadRequest, ReadResponse, VerifyResponse } from '@/lib/protocol/read'
import { openContent } from '@/lib/reading/content'
import { deriveArtifact } from '@/lib/reading/derive'
import { readArtifact } from '@/lib/reading/read'
import { proveChunk, verifyArtifact } from '@/lib/reading/verify'

const tag = 'Reading'
const REFUSALS: ProblemCode[] = ['not_found', 'gone', 'purpose_required', 'purpose_denied', 'integrity_failed']

const BODY: ProblemCode[] = ['invalid_json', 'invalid_request', 'unsupported_media_type', 'payload_too_large']

export const readingRoutes = [
  route({
    method: 'POST',
    path: '/artifacts/{artifact_id}/read',
    operationId: 'readArtifact',
    tag,
    summary: 'Read a range of bytes or records, or query records',
    description:
      'One page, verified, with what was examined and the strongest sentence it justifies. A query takes a CQL2 filter (docs/filters.md), and gives the matching records, some of their fields, or figures about them. `{"cursor"}` alone continues; authority is decided anew for each page.',
    credential: 'in_disclosure',
    scope: 'read',
    body: ReadRequest,
    exact: ['/selector/filter'],
    replies: { 200: { description: 'A page.', schema: ReadResponse } },
    problems: [
      ...REFUSALS,
      ...BODY,
      'filter_invalid',
      'unknown_property',
      'selector_unsupported',
      'range_not_satisfiable',
      'rate_limited',
      'descriptor_mismatch',
      'cursor_invalid',
      'cursor_expired',
      'cursor_mismatch',
    ],
    handle: async ({ rt, caller, params, body, slices, request }) => ({
      text: (
        await readArtifact(rt, caller, params.artifact_id!, body, {
          gone: () => request.signal.aborted,
          source: slices.get('/selector/filter'),
        })
      ).rawBody,
    }),
  }),
  route({
    method: 'POST',
    path: '/artifacts/{artifact_id}/derive',
    operationId: 'deriveArtifact',
    tag,
    summary: 'Publish what a query gives, as a derived artifact',
    description:
      'The service runs the query over all records and publishes the result: the one derivation that can be complete, with coverage and omissions computed. The same query into the same run is the same artifact.',
    credential: 'in_disclosure',
    scope: 'publish',
    body: DeriveRequest,
    exact: ['/selector/filter'],
    replies: {
      201: { description: 'Derived.', schema: DeriveResponse, headers: { Location: 'The artifact.' } },
      200: { description: 'This query had been derived into this run already.', schema: DeriveResponse },
    },
    problems: [
      ...REFUSALS,
      ...BODY,
      'forbidden',
      'filter_invalid',
      'unknown_property',
      'selector_unsupported',
      'rate_limited',
      'upload_incomplete',
      'call_conflict',
      'storage_full',
      'unavailable',
    ],
    handle: async ({ rt, caller, params, body, slices, request }) =>
      published(
        await deriveArtifact(rt, caller, params.artifact_id!, body, {
          gone: () => request.signal.aborted,
          source: slices.get('/selector/filter'),
        }),
      ),
  }),
  route({
    method: 'GET',
    path: '/artifacts/{artifact_id}/content',
    operationId: 'getContent',
    tag,
    summary: 'The bytes, whole or one range',
    description:
      'RFC 9110 ranges and conditions, ETag = content hash, RFC 9530 digests. HEAD and 304 are disclosures too.',
    credential: 'in_disclosure',
    scope: 'read',
    replies: {
      200: { description: 'All bytes.', schema: z.string(), contentType: 'application/octet-stream' },
      206: { description: 'The range.', schema: z.string(), contentType: 'application/octet-stream' },
      304: { description: 'The entity tag still names these bytes.' },
      412: { description: 'The entity tag names other bytes.' },
    },
    problems: [...REFUSALS, 'range_not_satisfiable'],
    handle: content,
  }),
  route({
    method: 'POST',
    path: '/artifacts/{artifact_id}/verify',
    operationId: 'verifyArtifact',
    tag,
    summary: 'Read every stored byte and compare the whole hash and the root',
    credential: 'in_disclosure',
    scope: 'read',
    replies: { 200: { description: 'What was expected and what was computed.', schema: VerifyResponse } },
    problems: REFUSALS,
    handle: async ({ rt, caller, params, request }) => ({
      json: await verifyArtifact(rt, caller, params.artifact_id!, { signal: request.signal }),
    }),
  }),
  route({
    method: 'POST',
    path: '/artifacts/{artifact_id}/proof',
    operationId: 'proveChunk',
    tag,
    summary: 'One chunk with its inclusion proof (RFC 9162)',
    description: 'Reveals the whole chunk and its salt, and is recorded as that.',
    credential: 'in_disclosure',
    scope: 'read',
    body: z.strictObject({ chunk: z.int().min(0) }).meta({ id: 'ProofRequest' }),
    replies: { 200: { description: 'The proof.', schema: ChunkProof } },
    problems: [...REFUSALS, 'invalid_json', 'invalid_request', 'unsupported_media_type', 'range_not_satisfiable'],
    handle: async ({ rt, caller, params, body }) => ({
      json: await proveChunk(rt, caller, params.artifact_id!, body),
    }),
  }),
]

/** Types a browser or a script may act on as data. Anything else goes out as opaque bytes. */
const DATA_TYPES = /^(application\/(json|x-ndjson|jsonl|vnd\.[\w.+-]+)|text\/(plain|csv))$/

async function content({ rt, caller, params, request }: Call<unknown, unknown>): Promise<Reply> {
  const header = (name: string) => request.headers.get(name)
  const result = await openContent(rt, caller, params.artifact_id!, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    range: header('range'),
    ifRange: header('if-range'),
    ifMatch: header('if-match'),
    ifNoneMatch: header('if-none-match'),
  })
  const base = result.mediaType?.split(';', 1).join('').trim().toLowerCase()
  return {
    status: result.status,
    raw: result.body,
    headers: {
      ...result.headers,
      'Content-Type': base && DATA_TYPES.test(base) ? result.mediaType! : 'application/octet-stream',
      'Content-Disposition': 'attachment',
      // The representation is the stored bytes: a proxy that compressed it would change what the digests are of.
      'Cache-Control': 'no-store, no-transform',
    },
  }
}
