import { z } from 'zod'
import { verifyLog } from '@/lib/audit/check'
import { exportEvents } from '@/lib/audit/export'
import { listEvents } from '@/lib/audit/list'
import { getCheckpoint, getEvent, proveConsistency, proveEvent } from '@/lib/audit/proof'
import { route } from '@/lib/http/route'
import { streamOf } from '@/lib/http/stream'
import {
  AuditCheckpoint,
  AuditConsistency,
  AuditEntry,
  AuditExportQuery,
  AuditList,
  AuditListQuery,
  AuditProof,
  AuditVerification,
  ConsistencyQuery,
  LogQuery,
} from '@/lib/protocol/audit'
import type { ProblemCode } from '@/lib/protocol/problem'

const tag = 'Audit'
const SCOPE: ProblemCode[] = ['invalid_request', 'not_found', 'forbidden']
const TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' }

export const auditRoutes = [
  route({
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditEvents',
    tag,
    summary: 'The log, newest first unless `order` says otherwise',
    description:
      'Auditors see all of their tenant. Admins see every event without what decisions about reading asked for. Everybody else sees what they did themselves. The request is itself recorded, once.',
    credential: 'now',
    scope: 'read',
    query: AuditListQuery,
    replies: { 200: { description: 'A page of events.', schema: AuditList } },
    problems: SCOPE,
    handle: async ({ rt, caller, query, tenant }) => ({ json: await listEvents(rt, caller, { ...query, tenant }) }),
  }),
  route({
    method: 'GET',
    path: '/audit/checkpoint',
    operationId: 'getAuditCheckpoint',
    tag,
    summary: 'The newest signed checkpoint, and whether the log still is what was signed',
    credential: 'now',
    scope: 'read',
    query: LogQuery,
    replies: { 200: { description: 'The checkpoint (C2SP tlog-checkpoint).', schema: AuditCheckpoint } },
    problems: SCOPE,
    handle: async ({ rt, caller, query, tenant }) => ({ json: await getCheckpoint(rt, caller, { ...query, tenant }) }),
  }),
  route({
    method: 'GET',
    path: '/audit/consistency',
    operationId: 'proveAuditConsistency',
    tag,
    summary: 'That a later log begins with all of an earlier one (RFC 9162)',
    credential: 'now',
    scope: 'read',
    query: ConsistencyQuery,
    replies: { 200: { description: 'The proof.', schema: AuditConsistency } },
    problems: [...SCOPE, 'log_inconsistent', 'unavailable'],
    handle: async ({ rt, caller, query, tenant }) => ({
      json: await proveConsistency(rt, caller, { ...query, tenant }, query),
    }),
  }),
  route({
    method: 'GET',
    path: '/audit/export',
    operationId: 'exportAuditEvents',
    tag,
    summary: 'Stream the events that match, oldest first, up to a checkpoint',
    description:
      'JSONL verifies offline with `holdfast verify-audit`; CSV is for spreadsheets. The first line has filter and window, the last one counts, whether it was truncated, and the SHA-256 of every byte before it. An export without its last line is not whole. The export is in the log before its first byte.',
    credential: 'now',
    scope: 'read',
    query: AuditExportQuery,
    replies: { 200: { description: 'The export.', schema: z.string(), contentType: 'application/x-ndjson' } },
    problems: [...SCOPE, 'unavailable'],
    handle: async ({ rt, caller, query, tenant, request }) => {
      const { eventId, fileName, pieces } = await exportEvents(rt, caller, { ...query, tenant })
      return {
        raw: request.method === 'HEAD' ? null : streamOf(pieces),
        headers: {
          'Content-Type': TYPES[query.format],
          'Content-Disposition': `attachment; filename="${fileName}"`,
          'Holdfast-Audit-Event': eventId,
        },
      }
    },
  }),
  route({
    method: 'POST',
    path: '/audit/verify',
    operationId: 'verifyAuditLog',
    tag,
    summary: 'Recompute the whole log in the database and name what differs',
    description: 'Auditors and admins. Reads every event of the log.',
    credential: 'now',
    scope: 'read',
    query: LogQuery,
    replies: { 200: { description: 'What was examined and what was found.', schema: AuditVerification } },
    problems: [...SCOPE, 'unavailable'],
    handle: async ({ rt, caller, query, tenant, request }) => ({
      json: await verifyLog(rt, caller, { ...query, tenant }, request.signal),
    }),
  }),
  route({
    method: 'GET',
    path: '/audit/{event_id}',
    operationId: 'getAuditEvent',
    tag,
    summary: 'One event, with its place, leaf and salt',
    credential: 'now',
    scope: 'read',
    query: LogQuery,
    replies: { 200: { description: 'The event.', schema: AuditEntry } },
    problems: SCOPE,
    handle: async ({ rt, caller, query, tenant, params }) => ({
      json: await getEvent(rt, caller, { ...query, tenant }, params.event_id!),
    }),
  }),
  route({
    method: 'GET',
    path: '/audit/{event_id}/proof',
    operationId: 'proveAuditEvent',
    tag,
    summary: 'That an event is in the log at its place (RFC 9162)',
    credential: 'now',
    scope: 'read',
    query: LogQuery,
    replies: { 200: { description: 'The proof, to the newest checkpoint.', schema: AuditProof } },
    problems: [...SCOPE, 'log_inconsistent', 'unavailable'],
    handle: async ({ rt, caller, query, tenant, params }) => ({
      json: await proveEvent(rt, caller, { ...query, tenant }, params.event_id!),
    }),
  }),
]
