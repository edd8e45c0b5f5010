import { ProblemError } from '@/lib/protocol/problem'
import type { Caller } from './principal'
import { notFound } from './refusals'

/** Administration of one tenant: its admins (by key or by membership) and the instance operator. Grants no bytes. */
export function requireAdmin(caller: Caller, tenantId: string): void {
  if (isOperator(caller)) return
  if (caller.kind === 'agent' && caller.keyKind === 'admin' && caller.tenantId === tenantId) return
  if (caller.kind === 'user' && caller.tenants.some((t) => t.tenantId === tenantId && t.roles.includes('admin'))) return
  throw belongsTo(caller, tenantId)
    ? new ProblemError('forbidden', 'This takes an admin of the tenant: an admin key, or a member with the role admin.')
    : noTenant(caller, tenantId)
}

export const isOperator = (caller: Caller): boolean =>
  caller.kind === 'operator' || (caller.kind === 'user' && caller.operator)

export function requireOperator(caller: Caller): void {
  if (!isOperator(caller))
    throw new ProblemError(
      'forbidden',
      "This takes the instance operator: the token in the data folder's operator-token.",
    )
}

export const belongsTo = (caller: Caller, tenantId: string): boolean =>
  caller.kind === 'agent'
    ? caller.tenantId === tenantId
    : caller.kind === 'user' && caller.tenants.some((t) => t.tenantId === tenantId)

/** Strangers learn nothing of a tenant; whoever belonged to it knew it, and is told that this has ended. */
function noTenant(caller: Caller, tenantId: string): ProblemError {
  const left = caller.kind === 'user' && caller.left.find((l) => l.tenantId === tenantId)
  return left
    ? new ProblemError(
        'access_revoked',
        `Your membership of ${tenantId} ended at ${left.endedAt}. An admin of the tenant can invite you again.`,
      )
    : new ProblemError('not_found', 'No tenant by this name exists for this caller.')
}

/** The tenant a request is about: the key's own, or the one a person names, or their only one. */
export function tenantOf(caller: Caller, named?: string): string {
  if (caller.kind === 'operator')
    throw new ProblemError('forbidden', 'The instance operator has no tenant and reads nothing.')
  if (caller.kind === 'agent') {
    if (named !== undefined && named !== caller.tenantId) throw noTenant(caller, named)
    return caller.tenantId
  }
  const tenants = caller.tenants.map((t) => t.tenantId)
  if (named !== undefined) {
    if (!tenants.includes(named)) throw noTenant(caller, named)
    return named
  }
  if (tenants.length === 1) return tenants[0]!
  if (tenants.length === 0) throw notFound()
  throw new ProblemError(
    'invalid_request',
    'You belong to several tenants: name one in the header Holdfast-Tenant or as ?tenant=.',
    {
      errors: [{ pointer: '/tenant', detail: `one of ${tenants.join(', ')}` }],
    },
  )
}

/** What the log calls the caller and its credential. */
export const actorOf = (caller: Caller): { actor: string; credential: string | null; requestId: string } => ({
  actor: caller.principalId,
  credential: caller.kind === 'agent' ? caller.keyId : caller.kind === 'user' ? caller.sessionId : null,
  requestId: caller.requestId,
})
