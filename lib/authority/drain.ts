import type { Deps } from '@/lib/deps'
import type { Drain } from '@/lib/protocol/authority'

const POLL_MS = 50

/**
 * Whether what was taken away under this number is drained: every server process has acknowledged it, or has no lease and
 * so hands over nothing. Waits for it, at most `waitMs`.
 */
export async function drain(
  rt: Pick<Deps, 'sql' | 'leases'>,
  seq: number,
  waitMs: number,
): Promise<Omit<Drain, 'drained_at'>> {
  const until = performance.now() + waitMs
  void rt.leases.tick()
  for (;;) {
    const waiting = await rt.sql<{ name: string; leaseUntil: Date }[]>`
      select name, lease_until as "leaseUntil" from processes
      where acknowledged < ${seq} and lease_until > clock_timestamp() order by name`
    if (waiting.length === 0) return { state: 'drained', waiting_for: [] }
    if (performance.now() >= until)
      return {
        state: 'draining',
        waiting_for: waiting.map((p) => ({ process: p.name, lease_until: p.leaseUntil.toISOString() })),
      }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
