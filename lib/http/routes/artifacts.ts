import { z } from 'zod'
import { describeArtifact, previewArtifact, signDescriptor } from '@/lib/artifacts/describe'
import { countArtifacts, listArtifacts } from '@/lib/artifacts/list'
import { route } from '@/lib/http/route'
import { ArtifactCount, ArtifactList, ArtifactListQuery, page } from '@/lib/protocol/admin'
import { DisclosureRow } from '@/lib/protocol/disclosures'
import type { ProblemCode } from '@/lib/protocol/problem'
import { Description, Preview } from '@/lib/protocol/publish'
import { listDisclosures } from '@/lib/reading/disclosures'

const tag = 'Artifacts'
const REFUSALS: ProblemCode[] = ['not_found', 'gone', 'purpose_required', 'purpose_denied']

export const artifactRoutes = [
  route({
    method: 'GET',
    path: '/artifacts',
    operationId: 'listArtifacts',
    tag,
    summary: 'List artifacts the caller may know of',
    description: 'Newest observation first, keyset-paged. `q` finds one exactly: by id, hash, tool call or locator.',
    credential: 'now',
    scope: 'read',
    query: ArtifactListQuery,
    replies: { 200: { description: 'A page of artifacts.', schema: ArtifactList } },
    problems: ['invalid_request', 'not_found', 'forbidden'],
    handle: async ({ rt, caller, query, tenant }) => ({ json: await listArtifacts(rt, caller, { ...query, tenant }) }),
  }),
  route({
    method: 'GET',
    path: '/artifacts/count',
    operationId: 'countArtifacts',
    tag,
    summary: 'Count what a list would hold, up to a bound',
    credential: 'now',
    scope: 'read',
    query: ArtifactListQuery,
    replies: { 200: { description: 'The count.', schema: ArtifactCount } },
    problems: ['invalid_request', 'not_found', 'forbidden'],
    handle: async ({ rt, caller, query, tenant }) => ({ json: await countArtifacts(rt, caller, { ...query, tenant }) }),
  }),
  route({
    method: 'GET',
    path: '/artifacts/{artifact_id}',
    operationId: 'describeArtifact',
    tag,
    summary: 'Describe an artifact',
    description: 'The descriptor, the producer record and what the service verified, without a byte of content.',
    credential: 'in_disclosure',
    scope: 'read',
    replies: { 200: { description: 'The description.', schema: Description } },
    problems: REFUSALS,
    handle: async ({ rt, caller, params }) => ({ json: await describeArtifact(rt, caller, params.artifact_id!) }),
  }),
  route({
    method: 'GET',
    path: '/artifacts/{artifact_id}/preview',
    operationId: 'previewArtifact',
    tag,
    summary: 'The bounded beginning of the content',
    credential: 'in_disclosure',
    scope: 'read',
    replies: {
      200: { description: 'The preview.', schema: Preview.extend({ disclosure_id: z.string() }) },
    },
    problems: [...REFUSALS, 'integrity_failed'],
    handle: async ({ rt, caller, params }) => ({
      text: (await previewArtifact(rt, caller, params.artifact_id!)).rawBody,
    }),
  }),
  route({
    method: 'GET',
    path: '/artifacts/{artifact_id}/descriptor.jws',
    operationId: 'signDescriptor',
    tag,
    summary: 'The descriptor, signed',
    description: 'Compact JWS (RFC 7515, EdDSA). Verifies offline against `/.well-known/jwks.json`.',
    credential: 'in_disclosure',
    scope: 'read',
    replies: { 200: { description: 'The JWS.', schema: z.string(), contentType: 'application/jose' } },
    problems: REFUSALS,
    handle: async ({ rt, caller, params }) => ({
      raw: await signDescriptor(rt, caller, params.artifact_id!),
      headers: { 'Content-Type': 'application/jose' },
    }),
  }),
  route({
    method: 'GET',
    path: '/artifacts/{artifact_id}/disclosures',
    operationId: 'listDisclosures',
    tag,
    summary: 'Who was told what of this artifact, and who was refused',
    credential: 'in_disclosure',
    scope: 'read',
    query: z.strictObject(page),
    replies: {
      200: {
        description: 'A page of disclosures, newest first.',
        schema: z.object({ items: z.array(DisclosureRow), next: z.string().nullable() }),
      },
    },
    problems: [...REFUSALS, 'invalid_request'],
    handle: async ({ rt, caller, params, query }) => ({
      json: await listDisclosures(rt, caller, params.artifact_id!, query),
    }),
  }),
]
