import { z } from 'zod'
import { answerAccessRequest, listAccessRequests, requestAccess } from '@/lib/authority/access-requests'
import { explainAccess, listReaders } from '@/lib/authority/explain'
import { createGrant, listGrants } from '@/lib/authority/grants'
import { restrictArtifact, unrestrictArtifact } from '@/lib/authority/restrict'
import { getRevocation, liftBlock, listBlocks, listRevocations, planRevocation, revoke } from '@/lib/authority/revoke'
import { listSharing } from '@/lib/authority/sharing'
import { route } from '@/lib/http/route'
import { page } from '@/lib/protocol/admin'
import {
  AccessAnswer,
  AccessRequest,
  AccessRequestInput,
  BlockRow,
  ExplainQuery,
  Explanation,
  Grant,
  GrantInput,
  GrantQuery,
  ReaderRow,
  RestrictInput,
  Restriction,
  Revocation,
  RevocationInput,
  RevocationPlan,
  SharingRow,
} from '@/lib/protocol/authority'
import { TenantId } from '@/lib/protocol/ids'
import type { ProblemCode } from '@/lib/protocol/problem'

const tag = 'Authority'
const BODY: ProblemCode[] = ['invalid_json', 'invalid_request', 'unsupported_media_type']
const inTenant = z.strictObject({ tenant: TenantId.optional() })
const listOf = <T extends z.ZodType>(items: T) => z.object({ items: z.array(items), next: z.string().nullable() })
const administer = { tag, credential: 'now', scope: 'administer' } as const

export const authorityRoutes = [
  route({
    ...administer,
    method: 'POST',
    path: '/grants',
    operationId: 'createGrant',
    summary: 'Give access to an artifact or a run',
    description: 'Admins of the owning tenant. A grant to oneself is possible, and marked.',
    query: inTenant,
    body: GrantInput,
    replies: { 201: { description: 'The grant.', schema: Grant } },
    problems: [...BODY, 'forbidden', 'not_found', 'purpose_required'],
    handle: async ({ rt, caller, tenant, body }) => ({
      status: 201,
      json: await createGrant(rt, caller, tenant, body),
    }),
  }),
  route({
    ...administer,
    method: 'GET',
    path: '/grants',
    operationId: 'listGrants',
    summary: 'Grants given and received',
    description: 'Admins and auditors. `direction=received` lists what other tenants share with this one.',
    query: GrantQuery,
    replies: { 200: { description: 'A page of grants, newest first.', schema: listOf(Grant) } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, query }) => ({ json: await listGrants(rt, caller, { ...query, tenant }) }),
  }),
  route({
    ...administer,
    method: 'GET',
    path: '/sharing',
    operationId: 'listSharing',
    summary: 'The tenants this one shares with, both ways',
    query: inTenant,
    replies: {
      200: { description: 'One row a tenant and direction.', schema: z.object({ items: z.array(SharingRow) }) },
    },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant }) => ({ json: await listSharing(rt, caller, tenant) }),
  }),
  route({
    ...administer,
    method: 'POST',
    path: '/revocations',
    operationId: 'revoke',
    summary: 'End access, or say what that would end',
    description:
      'With `dry_run` nothing changes and the blast radius is counted. Otherwise 200 once no server process hands over another byte under it, or 202 naming the processes it waits for.',
    query: inTenant,
    body: RevocationInput,
    replies: {
      200: { description: 'Drained; or the plan of a dry run.', schema: z.union([Revocation, RevocationPlan]) },
      202: { description: 'In force, and draining.', schema: Revocation },
    },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, body }) => {
      if (body.dry_run) return { json: { dry_run: true, blast_radius: await planRevocation(rt, caller, tenant, body) } }
      const revocation = await revoke(rt, caller, tenant, body)
      return {
        status: revocation.drain.state === 'drained' ? 200 : 202,
        json: revocation,
        headers: { Location: `/api/v1/revocations/${revocation.revocation_id}` },
      }
    },
  }),
  route({
    ...administer,
    method: 'GET',
    path: '/revocations',
    operationId: 'listRevocations',
    summary: 'Revocations and whether they have drained',
    query: inTenant.extend(page),
    replies: { 200: { description: 'A page, newest first.', schema: listOf(Revocation) } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, query }) => ({
      json: await listRevocations(rt, caller, { ...query, tenant }),
    }),
  }),
  route({
    ...administer,
    method: 'GET',
    path: '/revocations/{revocation_id}',
    operationId: 'getRevocation',
    summary: 'A revocation and its drain',
    query: inTenant,
    replies: { 200: { description: 'The revocation.', schema: Revocation } },
    problems: ['forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params }) => ({
      json: await getRevocation(rt, caller, tenant, params.revocation_id!),
    }),
  }),
  route({
    ...administer,
    method: 'GET',
    path: '/revocations/{revocation_id}/derived',
    operationId: 'listBlocks',
    summary: 'What the other side derived, and what became of it',
    query: inTenant.extend(page),
    replies: { 200: { description: 'A page.', schema: listOf(BlockRow) } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params, query }) => ({
      json: await listBlocks(rt, caller, tenant, params.revocation_id!, query),
    }),
  }),
  route({
    ...administer,
    method: 'DELETE',
    path: '/revocations/{revocation_id}/derived/{artifact_id}',
    operationId: 'liftBlock',
    summary: 'Let a derived artifact go on',
    query: inTenant,
    replies: { 204: { description: 'Lifted.' } },
    problems: ['forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params }) => {
      await liftBlock(rt, caller, tenant, params.revocation_id!, params.artifact_id!)
      return { status: 204, raw: null }
    },
  }),
  route({
    ...administer,
    method: 'PUT',
    path: '/artifacts/{artifact_id}/restriction',
    operationId: 'restrictArtifact',
    summary: 'Let only grants that name the artifact count',
    query: inTenant,
    body: RestrictInput,
    replies: { 200: { description: 'Restricted.', schema: Restriction } },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params, body }) => ({
      json: await restrictArtifact(rt, caller, tenant, params.artifact_id!, body),
    }),
  }),
  route({
    ...administer,
    method: 'DELETE',
    path: '/artifacts/{artifact_id}/restriction',
    operationId: 'unrestrictArtifact',
    summary: 'Lift the restriction',
    query: inTenant,
    replies: { 200: { description: 'Lifted.', schema: Restriction } },
    problems: ['forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params }) => ({
      json: await unrestrictArtifact(rt, caller, tenant, params.artifact_id!),
    }),
  }),
  route({
    method: 'GET',
    path: '/artifacts/{artifact_id}/authority',
    operationId: 'explainAccess',
    tag,
    summary: 'Why a principal may read the artifact, or why not',
    description:
      'Oneself, or another principal (admins and auditors of the owning tenant). Nothing is disclosed to it.',
    credential: 'now',
    scope: 'read',
    query: ExplainQuery.extend({ tenant: TenantId.optional() }),
    replies: { 200: { description: 'The deciding rule, and every other.', schema: Explanation } },
    problems: [
      'invalid_request',
      'forbidden',
      'not_found',
      'gone',
      'access_revoked',
      'purpose_required',
      'purpose_denied',
    ],
    handle: async ({ rt, caller, params, query }) => ({
      json: await explainAccess(rt, caller, params.artifact_id!, query),
    }),
  }),
  route({
    ...administer,
    method: 'GET',
    path: '/artifacts/{artifact_id}/readers',
    operationId: 'listReaders',
    summary: 'Who can read the artifact, by which rule, and who did',
    query: inTenant,
    replies: {
      200: { description: 'Up to 500 rules, live ones first.', schema: z.object({ items: z.array(ReaderRow) }) },
    },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, params }) => ({ json: await listReaders(rt, caller, params.artifact_id!) }),
  }),
  route({
    method: 'POST',
    path: '/access-requests',
    operationId: 'requestAccess',
    tag,
    summary: 'Ask the owner for access',
    description: 'The answer is the same whether the artifact exists or not.',
    credential: 'now',
    scope: 'read',
    query: inTenant,
    body: AccessRequestInput,
    replies: { 202: { description: 'Asked.', schema: AccessRequest } },
    problems: [...BODY, 'forbidden', 'not_found', 'rate_limited'],
    handle: async ({ rt, caller, tenant, body }) => ({
      status: 202,
      json: await requestAccess(rt, caller, tenant, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/access-requests',
    operationId: 'listAccessRequests',
    tag,
    summary: 'The inbox of an admin, or one’s own requests',
    credential: 'now',
    scope: 'read',
    query: inTenant.extend(page).extend({
      box: z.enum(['inbox', 'mine']).default('mine'),
      state: z.enum(['pending', 'granted', 'denied']).optional(),
    }),
    replies: { 200: { description: 'A page, newest first.', schema: listOf(AccessRequest) } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, query }) => ({
      json: await listAccessRequests(rt, caller, { ...query, tenant }),
    }),
  }),
  route({
    ...administer,
    method: 'POST',
    path: '/access-requests/{request_id}/answer',
    operationId: 'answerAccessRequest',
    summary: 'Grant or deny a request for access',
    query: inTenant,
    body: AccessAnswer,
    replies: { 200: { description: 'Answered.', schema: AccessRequest } },
    problems: [...BODY, 'forbidden', 'not_found', 'conflict', 'purpose_required'],
    handle: async ({ rt, caller, tenant, params, body }) => ({
      json: await answerAccessRequest(rt, caller, tenant, params.request_id!, body),
    }),
  }),
]
