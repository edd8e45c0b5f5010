import { ProblemError } from '@/lib/protocol/problem'

const WINDOW_MS = 60_000
/**
 * Wrong keys from one address within the window; then it hears 429 until the window ends. A key has 256 random bits and
 * cannot be guessed: the limit is for the loop that goes on with a key that has ended, and for whoever reads the answers.
 */
export const MAX_WRONG_KEYS = 600
/** The table stays small whoever asks; the oldest address is forgotten first. */
const MAX_ADDRESSES = 10_000

const seen = new Map<string, { count: number; since: number }>()

/**
 * Counts a key that named nobody. It is called after the key was looked up, so that a valid key is never refused for others
 * that come from the same address, as all do behind a proxy. The address is the connection's own: `X-Forwarded-For` is the
 * client's to write. Where no connection is in reach (Next without `server.ts`), all share one count.
 *
 * @param now milliseconds since 1970
 */
export function countWrongKey(address: string, now: number): void {
  const before = seen.get(address)
  const live = before && now - before.since < WINDOW_MS ? before : { count: 0, since: now }
  if (!before && seen.size >= MAX_ADDRESSES) seen.delete(seen.keys().next().value!)
  seen.set(address, { count: live.count + 1, since: live.since })
  if (live.count < MAX_WRONG_KEYS) return
  const wait = WINDOW_MS - (now - live.since)
  throw new ProblemError(
    'rate_limited',
    `More than ${MAX_WRONG_KEYS} requests with keys that are not valid came from this address within a minute. Valid keys are not affected.`,
    { retry_after_ms: Math.ceil(wait), headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } },
  )
}
