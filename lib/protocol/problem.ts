import { z } from 'zod'

/**
 * The one registry of errors (RFC 9457). A code means the same everywhere: its status, its title, which of the checks
 * refused, and what the caller can do. Every code has a page at `/problems/{code}`.
 */
export const Check = z.enum(['integrity', 'applicability', 'authority', 'request', 'service'])
export type Check = z.infer<typeof Check>

export const RecoveryAction = z.enum([
  'fetch_fresh',
  'resume_capture',
  'acquire_bounded_capture',
  'retry',
  'request_access',
  'defer',
])
export type RecoveryAction = z.infer<typeof RecoveryAction>

type Definition = { status: number; title: string; check: Check; recovery: RecoveryAction | null; explain: string }

const define = <K extends string>(registry: Record<K, Definition>) => registry

export const PROBLEMS = define({
  invalid_json: {
    status: 400,
    title: 'The body is not valid I-JSON',
    check: 'request',
    recovery: null,
    explain:
      'The body must be JSON as RFC 7493 restricts it: UTF-8, no duplicate member names, no integer beyond 2^53-1. The detail points to the place.',
  },
  invalid_request: {
    status: 422,
    title: 'The request does not fit the schema',
    check: 'request',
    recovery: null,
    explain:
      'A field is missing, unknown or has a value that is not allowed. `errors` lists each as a JSON Pointer with what to write instead.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a media type this operation does not take',
    check: 'request',
    recovery: null,
    explain: 'Send `application/json`, or `multipart/form-data` where the operation takes a stream.',
  },
  payload_too_large: {
    status: 413,
    title: 'A limit on size was exceeded',
    check: 'request',
    recovery: null,
    explain: 'The detail names the limit and its value. Limits are settings of the instance.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential was presented',
    check: 'authority',
    recovery: null,
    explain: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked, or sign in.',
  },
  forbidden: {
    status: 403,
    title: 'This credential may not do this',
    check: 'authority',
    recovery: null,
    explain:
      'The credential is valid, but its kind or role does not include the operation. The detail names the kind that does.',
  },
  cross_site_request: {
    status: 403,
    title: 'The browser request came from another site',
    check: 'authority',
    recovery: null,
    explain: 'A request that carries a session cookie must come from a page of this instance.',
  },
  purpose_denied: {
    status: 403,
    title: 'The purpose is not permitted',
    check: 'authority',
    recovery: 'request_access',
    explain: 'The artifact may be read by this principal, but not for the purpose that was named.',
  },
  access_revoked: {
    status: 403,
    title: 'Access has ended',
    check: 'authority',
    recovery: 'request_access',
    explain:
      'This principal could read the artifact before. The grant was revoked or has expired, the artifact was restricted, or it was derived from something that is no longer shared; or its membership of the tenant has ended. Strangers get `not_found` instead.',
  },
  masked: {
    status: 403,
    title: 'Fields are withheld, so this form is not served',
    check: 'authority',
    recovery: 'request_access',
    explain:
      'The grant names fields this reader does not receive. Bytes, content, preview, proofs and the content hash would reveal them; records are served with the fields removed and `masked: true`.',
  },
  purpose_required: {
    status: 422,
    title: 'A purpose is missing or not on the list',
    check: 'request',
    recovery: null,
    explain:
      "Name a purpose in `Holdfast-Purpose` or in the body; it must be on the tenant's list. A run with exactly one purpose supplies it.",
  },
  not_found: {
    status: 404,
    title: 'Not found',
    check: 'authority',
    recovery: null,
    explain: 'Nothing by this name exists for this caller. Missing, malformed and foreign ids get the same answer.',
  },
  gone: {
    status: 410,
    title: 'The artifact is no longer available',
    check: 'authority',
    recovery: 'fetch_fresh',
    explain: 'It existed and was expired or deleted; the tombstone stays. Only former readers learn this.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    check: 'request',
    recovery: null,
    explain: 'The `Allow` header lists the methods of this address.',
  },
  conflict: {
    status: 409,
    title: 'The name is taken',
    check: 'request',
    recovery: null,
    explain: 'Something with this name exists already and differs from what was sent.',
  },
  last_admin: {
    status: 409,
    title: 'A tenant keeps an admin',
    check: 'request',
    recovery: null,
    explain:
      'The only admin of a tenant is neither removed nor demoted: nobody could add another. Give a second member the role first; the instance operator can recover a tenant whose admin is lost.',
  },
  call_conflict: {
    status: 409,
    title: 'This call and output already have another result',
    check: 'request',
    recovery: null,
    explain:
      'The same tenant, run, tool call and output were published with other bytes or another manifest. Nothing is overwritten; `artifact_id` names the existing one.',
  },
  content_mismatch: {
    status: 422,
    title: 'The bytes are not what was declared',
    check: 'integrity',
    recovery: 'retry',
    explain: 'The declared hash, length or record count differs from what the service counted. Nothing was kept.',
  },
  format_invalid: {
    status: 422,
    title: 'The content does not have the record format',
    check: 'request',
    recovery: null,
    explain:
      'The detail names the record, line and byte. Declare another `record_format` or fix the content. Nothing was kept.',
  },
  upload_incomplete: {
    status: 400,
    title: 'The upload ended early',
    check: 'request',
    recovery: 'retry',
    explain:
      'The connection closed, the body ended, or the time for one publish was up before the content was whole. Nothing was kept.',
  },
  storage_full: {
    status: 507,
    title: 'The store has no room',
    check: 'service',
    recovery: 'retry',
    explain: 'The object store refused the write for lack of space. Nothing was kept.',
  },
  descriptor_mismatch: {
    status: 409,
    title: "The presented descriptor is not this artifact's",
    check: 'integrity',
    recovery: null,
    explain: 'A field of the descriptor sent as `expected` differs from the protected one. `errors` names each.',
  },
  integrity_failed: {
    status: 409,
    title: 'The stored bytes failed verification',
    check: 'integrity',
    recovery: 'fetch_fresh',
    explain:
      'A chunk did not authenticate. Nothing was disclosed and the artifact is quarantined; a fresh capture is a new artifact.',
  },
  log_inconsistent: {
    status: 409,
    title: 'The audit log is not what was signed',
    check: 'integrity',
    recovery: null,
    explain:
      'The database holds fewer or other events than a signed checkpoint says, so no proof leads to it. `GET /audit/checkpoint` says how; docs/audit.md says what an operator does.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range lies outside the artifact',
    check: 'request',
    recovery: null,
    explain: 'The range starts at or after the end. The detail names the total.',
  },
  selector_unsupported: {
    status: 422,
    title: 'This artifact has no such selector',
    check: 'applicability',
    recovery: null,
    explain: '`retrieval.selectors` of the descriptor lists what can be asked. Opaque bytes have no records.',
  },
  filter_invalid: {
    status: 422,
    title: 'The query cannot be understood',
    check: 'request',
    recovery: null,
    explain:
      'The filter is not CQL2, uses a part of it that is not supported, or compares what cannot be compared. `errors` points to the place and says what was expected; docs/filters.md lists what can be written.',
  },
  unknown_property: {
    status: 422,
    title: 'No record has this property',
    check: 'applicability',
    recovery: null,
    explain:
      'Every record was looked into when the artifact was published, and none has the property. The detail names the nearest that exist, as far as this reader may see them.',
  },
  cursor_invalid: {
    status: 400,
    title: 'The cursor is not one of ours',
    check: 'request',
    recovery: null,
    explain: 'It was edited, cut or made elsewhere. Start again with a selector.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor has expired',
    check: 'request',
    recovery: 'retry',
    explain: 'Cursors live for minutes. Start again with a selector.',
  },
  cursor_mismatch: {
    status: 409,
    title: 'The cursor belongs to another request',
    check: 'request',
    recovery: null,
    explain: 'What was sent beside the cursor differs from what it was issued for. `errors` names each difference.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    check: 'service',
    recovery: 'retry',
    explain: 'The detail names the limit; wait for `Retry-After` seconds.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot answer now',
    check: 'service',
    recovery: 'retry',
    explain: 'The database or the store did not answer. Nothing was disclosed and nothing half-done.',
  },
  internal: {
    status: 500,
    title: 'A fault of the service',
    check: 'service',
    recovery: 'retry',
    explain: 'The fault is recorded under the request id. Nothing was disclosed.',
  },
})
export type ProblemCode = keyof typeof PROBLEMS

export const FieldError = z.object({
  pointer: z.string().meta({ description: 'JSON Pointer (RFC 6901) to the place in what was sent.' }),
  detail: z.string(),
})
export type FieldError = z.infer<typeof FieldError>

export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
    check: Check,
    recovery: z
      .object({ action: RecoveryAction, retry_after_ms: z.int().optional(), attempts_left: z.int().optional() })
      .nullable(),
    errors: z.array(FieldError).optional(),
    artifact_id: z.string().optional(),
    request_id: z.string(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' })
export type Problem = z.infer<typeof Problem>

const MARK = Symbol.for('holdfast.problem')

/**
 * The error that operations throw. Recognise it with `isProblem`, not `instanceof`: the server's bundle and Next's
 * bundles hold two copies of this class in one process.
 */
export class ProblemError extends Error {
  readonly [MARK] = true
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extra: {
      errors?: FieldError[]
      artifact_id?: string
      retry_after_ms?: number
      headers?: Record<string, string>
    } = {},
  ) {
    super(`${code}: ${detail}`)
    this.name = 'ProblemError'
  }
}

export const isProblem = (e: unknown): e is ProblemError =>
  typeof e === 'object' && e !== null && (e as Record<symbol, unknown>)[MARK] === true

/** Renders a problem as its RFC 9457 document. `base` is the public base URL, without a trailing slash. */
export function toProblem(e: ProblemError, requestId: string, base: string): Problem {
  const { status, title, check, recovery } = PROBLEMS[e.code]
  const { errors, artifact_id, retry_after_ms } = e.extra
  return {
    type: `${base}/problems/${e.code}`,
    title,
    status,
    detail: e.detail,
    code: e.code,
    check,
    recovery: recovery && { action: recovery, ...(retry_after_ms === undefined ? {} : { retry_after_ms }) },
    ...(errors && { errors }),
    ...(artifact_id && { artifact_id }),
    request_id: requestId,
  }
}
