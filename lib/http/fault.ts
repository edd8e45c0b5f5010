import type { Deps } from '@/lib/deps'
import { isProblem, ProblemError } from '@/lib/protocol/problem'

/** SQLSTATE classes that say "not now": connection (08), resources (53), operator intervention (57), rollback (40). */
const UNAVAILABLE = /^(08|53|57|40)[0-9A-Z]{3}$|^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|CONNECT_TIMEOUT|CONNECTION_\w+)$/

/**
 * What is thrown becomes a problem. A fault of ours is written to the operation log by its kind and place: its message may
 * hold content or SQL and goes nowhere.
 */
export function problemOf(rt: Deps, error: unknown, requestId: string): ProblemError {
  if (isProblem(error)) return error
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'storage_full') return new ProblemError('storage_full', 'The object store has no room left.')
  const place = error instanceof Error ? (error.stack ?? '').split('\n').filter((l) => /^\s+at /.test(l)) : []
  rt.log('fault', {
    request_id: requestId,
    kind: error instanceof Error ? error.name : typeof error,
    code: typeof code === 'string' ? code : null,
    at: place
      .slice(0, 4)
      .map((l) => l.trim())
      .join(' < '),
  })
  return typeof code === 'string' && UNAVAILABLE.test(code)
    ? new ProblemError('unavailable', 'The database or the store did not answer. Nothing was disclosed; try again.', {
        retry_after_ms: 1000,
        headers: { 'Retry-After': '1' },
      })
    : new ProblemError('internal', 'The fault is recorded under the request id.')
}
