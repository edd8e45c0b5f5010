import type { Deps } from '@/lib/deps'
import { faultOf } from '@/lib/fault'
import { isProblem, ProblemError } from '@/lib/protocol/problem'

/** SQLSTATE classes that say "not now": connection (08), resources (53), operator intervention (57), rollback (40). */
const UNAVAILABLE = /^(08|53|57|40)[0-9A-Z]{3}$|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|CONNECT_TIMEOUT|CONNECTION_\w+)$/

/** What is thrown becomes a problem. A fault of ours is written to the operation log. */
export function problemOf(rt: Deps, error: unknown, requestId: string): ProblemError {
  if (isProblem(error)) return error
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'storage_full') return new ProblemError('storage_full', 'The object store has no room left.')
  rt.log('fault', { request_id: requestId, ...faultOf(error) })
  return typeof code === 'string' && UNAVAILABLE.test(code)
    ? new ProblemError('unavailable', 'The database or the store did not answer. Nothing was disclosed; try again.', {
        retry_after_ms: 1000,
        headers: { 'Retry-After': '1' },
      })
    : new ProblemError('internal', 'The fault is recorded under the request id.')
}
