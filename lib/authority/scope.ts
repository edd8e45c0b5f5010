import type postgres from 'postgres'
import type { Deps } from '@/lib/deps'
import type { Caller } from './principal'
import { stillHolds } from './still'
import { currentTransport } from './transport'

const STATEMENT_MS = '20000'

/** The tenants a caller acts for: what the second fence lets through. Not a permission; the rule is asked besides. */
export const actingFor = (caller: Caller): string[] =>
  caller.kind === 'agent' ? [caller.tenantId] : caller.kind === 'user' ? caller.tenants.map((t) => t.tenantId) : []

/**
 * One transaction under the application role, in which only rows of these tenants exist (drizzle/0007_fence.sql). The
 * setting is local to the transaction: it cannot survive in a pooled connection.
 */
export function fenced<T>(
  rt: Pick<Deps, 'fenced'>,
  tenants: readonly string[],
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return rt.fenced.begin(async (tx) => {
    // Nobody holds the gate for longer than this by asking for much.
    await tx`select set_config('holdfast.tenants', ${tenants.join(',')}, true), set_config('statement_timeout', ${STATEMENT_MS}, true)`
    return work(tx)
  }) as Promise<T>
}

/**
 * A transaction for what is shown of many things at once, without a disclosure of each: lists and counts. Fenced, ordered
 * against revocations by the gate, and its answer is kept in view until it has left: what is taken away meanwhile cuts it.
 */
export function seen<T>(
  rt: Pick<Deps, 'fenced' | 'leases'>,
  caller: Caller,
  tenants: readonly string[],
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return rt.leases.watch(currentTransport(), () =>
    fenced(rt, tenants, async (tx) => {
      await shareGate(tx)
      await stillHolds(tx, caller)
      const [row] = await tx<{ seq: number }[]>`select coalesce(max(seq), 0) as seq from drains`
      return { seq: row!.seq, result: await work(tx) }
    }),
  )
}

/** Ends a transaction that takes authority away: no decision is ordered after it, and every process is told. */
export async function takeAway(tx: postgres.ISql, tenantId: string | null, kind: string): Promise<number> {
  const [row] = await tx<{ seq: number }[]>`select take_away(${tenantId}, ${kind}) as seq`
  return row!.seq
}

/** Waits for what is being taken away, and holds it off until the commit: for what reads or adds to what the rule depends on. */
export const shareGate = async (tx: postgres.ISql): Promise<void> => {
  await tx`select pg_advisory_xact_lock_shared(hashtext('holdfast.disclosure'))`
}
