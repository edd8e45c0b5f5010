import type { ProblemCode, ProblemError } from './problem'

type Example = Pick<ProblemError, 'detail'> & Partial<ProblemError['extra']>

const ARTIFACT = 'art_01h455vb4pex5vsknk084sn02q'

/** For the page of each code: a detail and fields as the service writes them. */
export const EXAMPLES: Record<ProblemCode, Example> = {
  invalid_json: {
    detail: '/manifest/run_id: the name is used twice in its object',
    errors: [{ pointer: '/manifest/run_id', detail: 'the name is used twice in its object' }],
  },
  invalid_request: {
    detail: '/manifest/tool_call/tool: is required; /manifest/colour: unknown field; leave it out',
    errors: [
      { pointer: '/manifest/tool_call/tool', detail: 'is required' },
      { pointer: '/manifest/colour', detail: 'unknown field; leave it out' },
    ],
  },
  unsupported_media_type: { detail: 'Send "Content-Type: application/json"; this body says "text/xml".' },
  payload_too_large: { detail: 'The body is longer than 16777216 bytes (HOLDFAST_MAX_INLINE_BYTES).' },
  unauthenticated: { detail: 'Send a valid key as "Authorization: Bearer <key>", or sign in.' },
  forbidden: { detail: 'This key is narrowed to read; this takes "publish".' },
  cross_site_request: {
    detail:
      'A request with a session cookie must come from https://holdfast.example.com, the address this instance is known by (HOLDFAST_BASE_URL).',
  },
  purpose_denied: { detail: 'This artifact may not be read for the purpose "training".' },
  access_revoked: {
    detail:
      'Access to this artifact was given and has ended: revoked, expired, restricted, or blocked with what it was derived from.',
  },
  masked: {
    detail: 'The fields "email", "address" are withheld from this reader: only records are served, without them.',
  },
  purpose_required: { detail: 'Name a purpose in the header Holdfast-Purpose or in the body: the run has several.' },
  not_found: { detail: 'No artifact by this id exists for this caller.' },
  gone: { detail: 'The artifact was expired or deleted. Its tombstone stays.' },
  method_not_allowed: { detail: 'Use GET, POST.' },
  conflict: { detail: 'The run "run_incident_042" exists already. Choose another run_id, or leave it out.' },
  last_admin: { detail: 'This is the only admin of acme. Give another member the role admin first.' },
  call_conflict: {
    detail: `This tool call and output already have the result ${ARTIFACT}, with other bytes. Use another tool call id or output name.`,
    artifact_id: ARTIFACT,
  },
  content_mismatch: {
    detail: '/manifest/content_length: 1923871 bytes arrived',
    errors: [{ pointer: '/manifest/content_length', detail: '1923871 bytes arrived' }],
  },
  format_invalid: {
    detail:
      'The content was declared as ndjson, but at record 42, line 42, byte 5310: the line ends in the middle of a value. Fix the content, or declare record_format "lines" or "bytes".',
    errors: [{ pointer: '/content', detail: 'record 42, line 42, byte 5310: the line ends in the middle of a value' }],
  },
  upload_incomplete: { detail: 'The connection closed, or the form ended, before the content was whole.' },
  storage_full: { detail: 'The object store has no room left. Nothing was kept.' },
  descriptor_mismatch: {
    detail: 'The presented descriptor differs from the protected one in /content_hash.',
    errors: [{ pointer: '/expected/content_hash', detail: 'differs from the protected descriptor' }],
  },
  integrity_failed: {
    detail: 'The stored bytes did not match what was published. Nothing was disclosed; the artifact is quarantined.',
    artifact_id: ARTIFACT,
  },
  log_inconsistent: { detail: 'The log in the database does not lead to its signed checkpoint.' },
  range_not_satisfiable: {
    detail: 'The range starts at 20000; the artifact has 12840 records.',
    errors: [{ pointer: '/selector/start', detail: 'less than 12840' }],
  },
  selector_unsupported: { detail: 'These are opaque bytes without records: ask for a byte_range.' },
  filter_invalid: {
    detail: '/selector/filter: at character 8: AND, OR or the end was expected, found "a"',
    errors: [{ pointer: '/selector/filter', detail: 'at character 8: AND, OR or the end was expected, found "a"' }],
  },
  unknown_property: {
    detail: 'No record has the property severty. Nearest: severity.',
    errors: [{ pointer: '/selector/filter', detail: 'No record has the property severty. Nearest: severity.' }],
  },
  cursor_invalid: { detail: 'The cursor was not issued here, or was changed. Send it exactly as received.' },
  cursor_expired: { detail: 'The cursor has expired. Start again with a selector.' },
  cursor_mismatch: {
    detail: 'the cursor was issued for the purpose "diagnosis"',
    errors: [{ pointer: '/purpose', detail: 'the cursor was issued for the purpose "diagnosis"' }],
  },
  rate_limited: {
    detail:
      'More than 600 requests with keys that are not valid came from this address within a minute. Valid keys are not affected.',
    retry_after_ms: 41_000,
  },
  unavailable: {
    detail: 'The database or the store did not answer. Nothing was disclosed; try again.',
    retry_after_ms: 1_000,
  },
  internal: { detail: 'The fault is recorded under the request id.' },
}
