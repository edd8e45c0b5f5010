import { ProblemError } from '@/lib/protocol/problem'

const WINDOW_MS = 15 * 60_000
/** Wrong passwords for one address within the window; then it waits. NIST SP 800-63B §3.2.2 allows at most 100. */
export const MAX_FAILURES = 10
/** One scrypt takes 128 MiB: this many at once, the others wait in line, and the line is short. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 16
const MAX_ADDRESSES = 10_000

const failures = new Map<string, { count: number; since: number }>()
let running = 0
const line: (() => void)[] = []

/**
 * Runs a password check under both limits. An attempt counts before it is made, so that guesses made at once do not share
 * one count; a right password clears the count of its address.
 *
 * @param now milliseconds since 1970
 */
export async function attempt<T>(address: string, now: number, check: () => Promise<T | null>): Promise<T | null> {
  const key = address.toLowerCase()
  count(key, now)
  if (running >= MAX_AT_ONCE) {
    if (line.length >= MAX_WAITING) throw tooMany('Too many people are signing in at once.', 5_000)
    await new Promise<void>((go) => line.push(go))
  }
  running++
  try {
    const result = await check()
    if (result !== null) failures.delete(key)
    return result
  } finally {
    running--
    line.shift()?.()
  }
}

function count(key: string, now: number): void {
  const seen = failures.get(key)
  const live = seen && now - seen.since < WINDOW_MS ? seen : { count: 0, since: now }
  if (live.count >= MAX_FAILURES)
    throw tooMany('Too many wrong passwords for this address.', WINDOW_MS - (now - live.since))
  if (!seen && failures.size >= MAX_ADDRESSES) failures.delete(failures.keys().next().value!)
  failures.set(key, { count: live.count + 1, since: live.since })
}

const tooMany = (detail: string, wait: number) =>
  new ProblemError('rate_limited', detail, {
    retry_after_ms: Math.ceil(wait),
    headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
  })
