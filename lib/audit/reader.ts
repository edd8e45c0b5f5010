import { requireOperator, tenantOf } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import type { AuditEvent } from './event'
import { INSTANCE_LOG, logOf } from './log'

/**
 * Who reads which log, and what of it. An auditor sees all of the tenant's. An admin sees every event, but of decisions
 * about reading only that they were made: what was asked for (selector, filters) stays the auditors'. Everybody else sees
 * what they did themselves. The instance's log is the operator's.
 */
export type AuditReader = {
  log: string
  tenantId: string | null
  sees: 'all' | 'metadata' | 'own'
  principalId: string
}

export function auditReader(
  caller: Caller,
  at: { tenant?: string | undefined; log?: string | undefined },
): AuditReader {
  const instance = at.log === 'instance' || (at.log === undefined && caller.kind === 'operator' && !at.tenant)
  if (instance) {
    requireOperator(caller)
    return { log: INSTANCE_LOG, tenantId: null, sees: 'all', principalId: caller.principalId }
  }
  const tenantId = tenantOf(caller, at.tenant)
  return { log: logOf(tenantId), tenantId, sees: sees(caller, tenantId), principalId: caller.principalId }
}

function sees(caller: Caller, tenantId: string): AuditReader['sees'] {
  if (caller.kind === 'agent') return caller.keyKind === 'admin' ? 'metadata' : 'own'
  const roles = caller.kind === 'user' ? caller.tenants.find((t) => t.tenantId === tenantId)?.roles : undefined
  return roles?.includes('auditor') ? 'all' : roles?.includes('admin') ? 'metadata' : 'own'
}

/** The event as this reader sees it, and which of its members that leaves out. */
export function shownTo(reader: AuditReader, event: AuditEvent): { event: AuditEvent; withheld: string[] } {
  const hidden =
    reader.sees === 'metadata' &&
    event.decision !== undefined &&
    event.detail !== undefined &&
    event.actor !== reader.principalId
  if (!hidden) return { event, withheld: [] }
  const { detail: _, ...rest } = event
  return { event: rest as AuditEvent, withheld: ['detail'] }
}
