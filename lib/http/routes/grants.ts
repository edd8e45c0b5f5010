import { z } from 'zod'
import { answerAccessRequest, listAccessRequests, requestAccess } from '@/lib/authority/access-requests'
import { createGrant, listGrants } from '@/lib/authority/grants'
import { listSharing } from '@/lib/authority/sharing'
import { route } from '@/lib/http/route'
import { page } from '@/lib/protocol/admin'
import {
  AccessAnswer,
  AccessRequest,
  AccessRequestInput,
  Grant,
  GrantInput,
  GrantQuery,
  SharingRow,
} from '@/lib/protocol/authority'
import { administer, BODY, inTenant, listOf } from './parts'

export const grantRoutes = [
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
    method: 'POST',
    path: '/access-requests',
    operationId: 'requestAccess',
    tag: 'Authority',
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
    tag: 'Authority',
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
