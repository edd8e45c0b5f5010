import type postgres from 'postgres'
import { makeId } from '@/lib/protocol/make-id'

/** One act for the log. `detail` never holds content or secrets. */
export type AuditEntry = {
  tenantId: string | null
  kind:
    | 'publish'
    | 'quarantine'
    | 'verify'
    | 'withdrawn'
    | 'list'
    | 'tenant_created'
    | 'tenant_removed'
    | 'purposes_changed'
    | 'schema_registered'
    | 'key_created'
    | 'key_revoked'
    | 'user_created'
    | 'member_added'
    | 'sign_in_link_created'
    | 'roles_changed'
    | 'member_removed'
    | 'admin_recovered'
    | 'invited'
    | 'invitation_ended'
    | 'account_made'
    | 'identity_linked'
    | 'run_created'
    | 'participant_added'
    | 'participant_removed'
    | 'grant_created'
    | 'artifact_restricted'
    | 'restriction_lifted'
    | 'revocation_planned'
    | 'revoked'
    | 'block_lifted'
    | 'access_requested'
    | 'access_denied'
    | 'access_simulated'
    | 'signed_in'
    | 'signed_out'
    | 'audit_read'
    | 'audit_export'
  actor: string
  credential?: string | null
  artifactId?: string | null
  runId?: string | null
  purpose?: string | null
  operation?: string | null
  decision?: 'allow' | 'refuse' | null
  rule?: string | null
  reason?: string | null
  detail?: Record<string, unknown> | null
  requestId?: string | null
}

/** Appends to the log, in the transaction of the act it records. Returns the id of the entry. */
export async function record(tx: postgres.ISql, e: AuditEntry): Promise<string> {
  const id = makeId('evt')
  await tx`
    insert into audit (id, tenant_id, kind, operation, decision, actor, credential, artifact_id, run_id, purpose, rule, reason, detail, request_id)
    values (${id}, ${e.tenantId}, ${e.kind}, ${e.operation ?? null}, ${e.decision ?? null}, ${e.actor}, ${e.credential ?? null},
      ${e.artifactId ?? null}, ${e.runId ?? null}, ${e.purpose ?? null}, ${e.rule ?? null}, ${e.reason ?? null},
      ${e.detail ? tx.json(e.detail as postgres.JSONValue) : null}, ${e.requestId ?? null})`
  return id
}
