import type postgres from 'postgres'
import type { Caller } from './principal'

/**
 * The rule of disclosure for metadata, as a condition on a row `a` of artifacts: what lists filter by, in SQL. The same as
 * the function `decide` for the operation `describe` and whichever purpose a rule permits (drizzle/0004_authority.sql).
 * Capture and admin keys read nothing, so they see nothing.
 */
export function visible(tx: postgres.ISql, caller: Caller) {
  if (caller.kind === 'operator' || (caller.kind === 'agent' && caller.keyKind !== 'agent')) return tx`false`
  const tenants = caller.kind === 'agent' ? [caller.tenantId] : caller.tenants.map((t) => t.tenantId)
  const own = ruled(tx, tx`${caller.principalId}`, tx`${tenants}::text[]`)
  if (caller.kind === 'user') return own
  // A key bound to a person sees what both see.
  const bound = tx`(select k.user_id from api_keys k where k.id = ${caller.keyId})`
  const theirs = tx`array(select m.tenant_id from memberships m where m.user_id = ${bound})`
  return tx`(${own} and (${bound} is null or ${ruled(tx, bound, theirs)}))`
}

type Part = ReturnType<typeof part>
const part = (tx: postgres.ISql) => tx`true`

function ruled(tx: postgres.ISql, who: Part, tenants: Part) {
  return tx`(
    exists (select from memberships m where m.tenant_id = a.tenant_id and m.user_id = ${who} and m.role = 'auditor')
    or (not exists (select from blocks b where b.artifact_id = a.id and b.lifted_at is null) and (
      (a.tenant_id = any (${tenants})
        and exists (select from run_participants p where p.tenant_id = a.tenant_id and p.run_id = a.run_id
          and p.principal_id = ${who} and p.ended_at is null)
        and not exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null))
      or exists (select from grants g where g.artifact_id = a.id and ${live(tx, who, tenants)})
      or (exists (select from grants g where g.tenant_id = a.tenant_id and g.run_id = a.run_id and ${live(tx, who, tenants)})
        and not exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null))
    )))`
}

/** A grant `g` that holds now, for this principal. */
const live = (tx: postgres.ISql, who: Part, tenants: Part) => tx`
  g.revoked_at is null and (g.until is null or g.until > clock_timestamp())
  and (g.not_before is null or g.not_before <= clock_timestamp()) and g.grantee_tenant = any (${tenants})
  and (g.grantee_kind = 'tenant' or (g.grantee_kind = 'principal' and g.grantee_principal = ${who})
    or (g.grantee_kind = 'run' and exists (select from run_participants q where q.tenant_id = g.grantee_tenant
      and q.run_id = g.grantee_run and q.principal_id = ${who} and q.ended_at is null)))`

/** Whether some rule shows the row `a` whole: where none does, what a mask withholds is withheld. */
export function unmasked(tx: postgres.ISql, caller: Caller) {
  if (caller.kind === 'operator') return tx`false`
  const tenants = caller.kind === 'agent' ? [caller.tenantId] : caller.tenants.map((t) => t.tenantId)
  const who = tx`${caller.principalId}`
  return tx`(
    exists (select from memberships m where m.tenant_id = a.tenant_id and m.user_id = ${who} and m.role = 'auditor')
    or (exists (select from run_participants p where p.tenant_id = a.tenant_id and p.run_id = a.run_id
        and p.principal_id = ${who} and p.ended_at is null)
      and not exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null))
    or exists (select from grants g where (g.artifact_id = a.id or (g.tenant_id = a.tenant_id and g.run_id = a.run_id))
      and g.mask is null and ${live(tx, who, tx`${tenants}::text[]`)}))`
}
