import { explainAccess, listReaders } from '@/lib/authority/explain'
import { restrictArtifact, unrestrictArtifact } from '@/lib/authority/restrict'
import { route } from '@/lib/http/route'
import { ExplainQuery, Explanation, Readers, RestrictInput, Restriction } from '@/lib/protocol/authority'
import { TenantId } from '@/lib/protocol/ids'
import { administer, BODY, inTenant } from './parts'

export const accessRoutes = [
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
    tag: 'Authority',
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
      200: { description: 'Up to 500 rules, live ones first.', schema: Readers },
    },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, params }) => ({ json: await listReaders(rt, caller, params.artifact_id!) }),
  }),
]
