import { z } from 'zod'
import {
  describeRevocation,
  liftBlock,
  listBlocks,
  listRevocations,
  planRevocation,
  revoke,
} from '@/lib/authority/revoke'
import { route } from '@/lib/http/route'
import { page } from '@/lib/protocol/admin'
import { BlockRow, Revocation, RevocationDetail, RevocationInput, RevocationPlan } from '@/lib/protocol/authority'
import { administer, BODY, inTenant, listOf } from './parts'

export const revocationRoutes = [
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
    summary: 'A revocation, its drain, and what had been disclosed under it',
    query: inTenant,
    replies: { 200: { description: 'The revocation.', schema: RevocationDetail } },
    problems: ['forbidden', 'not_found'],
    handle: async ({ rt, caller, tenant, params }) => ({
      json: await describeRevocation(rt, caller, tenant, params.revocation_id!),
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
]
