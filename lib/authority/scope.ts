import type postgres from 'postgres'
import type { Deps } from '@/lib/deps'
import type { Caller } from './principal'

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
    await tx`select set_config('holdfast.tenants', ${tenants.join(',')}, true)`
    return work(tx)
  }) as Promise<T>
}

/** Ends a transaction that takes authority away: no decision is ordered after it, and every process is told. */
export async function takeAway(tx: postgres.ISql, tenantId: string | null, kind: string): Promise<number> {
  const [row] = await tx<{ seq: number }[]>`select take_away(${tenantId}, ${kind}) as seq`
  return row!.seq
}

/** Waits for the decisions under way, for a transaction that reads what the rule depends on or adds to it. */
export const shareGate = async (tx: postgres.ISql): Promise<void> => {
  await tx`select pg_advisory_xact_lock_shared(hashtext('holdfast.disclosure'))`
}
