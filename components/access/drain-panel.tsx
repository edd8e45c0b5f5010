'use client'
import { useQuery } from '@tanstack/react-query'
import { plural } from '@/components/ui/format'
import { StatusBox } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { fetchRevocation } from '@/lib/client/authority'
import type { Revocation, RevocationDetail } from '@/lib/protocol/authority'

/** How often a drain is asked for while somebody looks at it. */
const EVERY_MS = 700

/** A revocation, asked for again until it has drained. `at`: of the last answer; `stale`: the last question had none. */
export function useDrain(first: Revocation | RevocationDetail) {
  const query = useQuery<Revocation | RevocationDetail>({
    queryKey: ['revocation', first.tenant_id, first.revocation_id],
    queryFn: ({ signal }) => fetchRevocation(first.tenant_id, first.revocation_id, signal),
    initialData: first,
    // A revocation that has drained never changes.
    refetchInterval: ({ state }) => (state.data?.drain.state === 'drained' ? false : EVERY_MS),
    refetchIntervalInBackground: true,
  })
  return { revocation: query.data, at: query.dataUpdatedAt, stale: query.isError }
}

/**
 * R2, shown until it holds: whom the revocation waits for, and until when at most. It says "drained" only where the service
 * did.
 */
export function DrainPanel({ revocation, at, stale }: { revocation: Revocation; at: number; stale: boolean }) {
  const { drain } = revocation
  const draining = drain.state === 'draining'
  return (
    <section aria-label="Drain" className="space-y-3">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold text-sm">Drain</h3>
        <StatusBox word={drain.state} />
      </div>
      <p role="status" className="text-ink">
        {draining
          ? `In force, and not finished: waits for ${plural(drain.waiting_for.length, 'server process', 'server processes')}.`
          : 'Every server process has acknowledged, or holds no lease. None hands over another byte under this.'}
      </p>
      {draining && (
        <ul className="divide-y divide-line border-line border-y">
          {drain.waiting_for.map((p) => (
            <li key={p.process} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5 text-sm">
              <span className="min-w-0 break-all font-value text-xs">{p.process}</span>
              <span className="text-ink-3 text-xs">
                its lease ends <Time at={p.lease_until} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Promises revocation={revocation} />
      {draining && (
        <p className="text-ink-3 text-xs" suppressHydrationWarning>
          {stale ? 'Stale since ' : 'Live, last answer '}
          <Time at={new Date(at).toISOString()} show="clock" />. Closing this does not stop the drain.
        </p>
      )}
    </section>
  )
}

/** The three promises of a revoke, in the words of this one. */
function Promises({ revocation: { revoked_at, drain } }: { revocation: Revocation }) {
  return (
    <div className="space-y-2 border border-line border-l-2 border-l-line-strong px-3 py-2 text-ink-2 text-xs">
      <p>
        <b className="font-semibold text-ink">
          Refused since <Time at={revoked_at} show="exact" />.
        </b>{' '}
        No read was allowed after this instant, on any server process.
      </p>
      {drain.drained_at && (
        <p>
          <b className="font-semibold text-ink">
            Drained <Time at={drain.drained_at} show="exact" />.
          </b>{' '}
          What was on its way by then had been cut off or handed over.
        </p>
      )}
      <p>
        <b className="font-semibold text-ink">What it cannot do:</b> bytes already handed to the network are not
        recalled.
      </p>
    </div>
  )
}
