import { getRun, listRuns } from '@/lib/authority/find-runs'
import { addParticipant, createRun, removeParticipant } from '@/lib/authority/runs'
import { route } from '@/lib/http/route'
import { ParticipantInput, Run, RunInput, RunList, RunListQuery } from '@/lib/protocol/admin'
import { inTenant } from './parts'

const tag = 'Runs'

export const runRoutes = [
  route({
    method: 'POST',
    path: '/runs',
    operationId: 'createRun',
    tag,
    summary: 'Create a run with the purposes it serves',
    credential: 'now',
    scope: 'runs',
    query: inTenant,
    body: RunInput,
    replies: {
      201: { description: 'Created.', schema: Run },
      200: { description: 'It was there, with the same purposes.', schema: Run },
    },
    problems: [
      'invalid_json',
      'invalid_request',
      'unsupported_media_type',
      'purpose_required',
      'conflict',
      'not_found',
    ],
    handle: async ({ rt, caller, tenant, body }) => {
      const { run, created } = await createRun(rt, caller, { tenant }, body)
      return { status: created ? 201 : 200, json: run, headers: { Location: `/api/v1/runs/${run.run_id}` } }
    },
  }),
  route({
    method: 'GET',
    path: '/runs',
    operationId: 'listRuns',
    tag,
    summary: 'Runs the caller may see, newest first',
    credential: 'now',
    scope: 'read',
    query: RunListQuery,
    replies: {
      200: { description: 'A page of runs.', schema: RunList },
    },
    problems: ['invalid_request', 'not_found', 'forbidden'],
    handle: async ({ rt, caller, query, tenant }) => ({ json: await listRuns(rt, caller, { ...query, tenant }) }),
  }),
  route({
    method: 'GET',
    path: '/runs/{run_id}',
    operationId: 'getRun',
    tag,
    summary: 'A run with its participants',
    credential: 'now',
    scope: 'read',
    query: inTenant,
    replies: { 200: { description: 'The run.', schema: Run } },
    problems: ['not_found', 'forbidden'],
    handle: async ({ rt, caller, params, tenant }) => ({ json: await getRun(rt, caller, { tenant }, params.run_id!) }),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/participants',
    operationId: 'addParticipant',
    tag,
    summary: 'Make a principal take part in a run',
    description: 'A participant may read the artifacts of the run for its purposes. Admins only.',
    credential: 'now',
    scope: 'runs',
    query: inTenant,
    body: ParticipantInput,
    replies: { 200: { description: 'The run.', schema: Run } },
    problems: ['invalid_json', 'invalid_request', 'unsupported_media_type', 'not_found', 'forbidden'],
    handle: async ({ rt, caller, params, tenant, body }) => ({
      json: await addParticipant(rt, caller, { tenant }, params.run_id!, body),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/runs/{run_id}/participants/{principal_id}',
    operationId: 'removeParticipant',
    tag,
    summary: "End a principal's part in a run",
    description:
      'Holds for every decision from then on; bytes handed out before are not recalled. Adding them again begins anew. Admins only.',
    credential: 'now',
    scope: 'runs',
    query: inTenant,
    replies: { 200: { description: 'The run.', schema: Run } },
    problems: ['not_found', 'forbidden'],
    handle: async ({ rt, caller, params, tenant }) => ({
      json: await removeParticipant(rt, caller, { tenant }, params.run_id!, params.principal_id!),
    }),
  }),
]
