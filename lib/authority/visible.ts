import type postgres from 'postgres'
import type { Caller } from './principal'
import { actingFor } from './scope'

type Part = postgres.PendingQuery<postgres.Row[]>
type Subject = { who: Part; tenants: Part }

/**
 * The rule of disclosure for metadata, as a condition on a row `a` of artifacts: what lists filter by, in SQL. The same as
 * the function `decide` for the operation `describe` and whichever purpose a rule permits (drizzle/0008_former_readers.sql).
 * Capture and admin keys read nothing, so they see nothing. With `whole`: where some rule shows the row unmasked; where none
 * does, what a mask withholds is withheld.
 */
export function visible(tx: postgres.ISql, caller: Caller, { whole = false } = {}): Part {
  if (caller.kind === 'operator' || (caller.kind === 'agent' && caller.keyKind !== 'agent')) return tx`false`
  const own = { who: tx`${caller.principalId}`, tenants: tx`${actingFor(caller)}::text[]` }
  const tenant = tx`exists (select from tenants t where t.id = a.tenant_id and t.removed_at is null)`
  const purpose = tx`purpose`
  // For some purpose that is still on the owner's list.
  const permitted = tx`exists (select from tenants t, unnest(t.purposes) purpose where t.id = a.tenant_id
    and ${holds(tx, own, { whole, purpose })})`
  if (caller.kind === 'user') return tx`(${tenant} and (${audits(tx, own)} or (${open(tx)} and ${permitted})))`

  // A key bound to a person sees what both see, for one purpose of both.
  const userId = tx`(select k.user_id from api_keys k where k.id = ${caller.keyId})`
  const bound = {
    who: userId,
    tenants: tx`array(select m.tenant_id from memberships m where m.user_id = ${userId} and m.tenant_id = ${caller.tenantId})`,
  }
  return tx`(${tenant} and ${open(tx)} and ${permitted} and (${userId} is null or exists (
    select from tenants t, unnest(t.purposes) purpose where t.id = a.tenant_id and ${holds(tx, own, { whole, purpose })}
      and (${holds(tx, bound, { whole, purpose })} or (purpose = 'audit' and ${audits(tx, bound)} and not ${restricted(tx)})))))`
}

const audits = (tx: postgres.ISql, { who, tenants }: Subject) =>
  tx`exists (select from memberships m where m.tenant_id = a.tenant_id and m.tenant_id = any (${tenants})
    and m.user_id = ${who} and m.role = 'auditor')`

const restricted = (tx: postgres.ISql) =>
  tx`exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null)`

/** Neither gone nor blocked: to whoever is no auditor, such a row says what its description would refuse. */
const open = (
  tx: postgres.ISql,
) => tx`(a.state <> 'deleted' and (a.expires_at is null or a.expires_at > clock_timestamp())
  and not exists (select from blocks b where b.artifact_id = a.id and b.lifted_at is null))`

/** Whether a rule other than the auditor's relates the subject to the row now. */
function holds(tx: postgres.ISql, { who, tenants }: Subject, o: { whole: boolean; purpose?: Part }): Part {
  const grant = tx`g.revoked_at is null and (g.until is null or g.until > clock_timestamp())
    and (g.not_before is null or g.not_before <= clock_timestamp()) and g.grantee_tenant = any (${tenants})
    and (g.grantee_kind = 'tenant' or (g.grantee_kind = 'principal' and g.grantee_principal = ${who})
      or (g.grantee_kind = 'run' and exists (select from run_participants q where q.tenant_id = g.grantee_tenant
        and q.run_id = g.grantee_run and q.principal_id = ${who} and q.ended_at is null)))
    ${o.whole ? tx`and g.mask is null` : tx``} ${o.purpose ? tx`and ${o.purpose} = any (g.purposes)` : tx``}`
  return tx`(
    (a.tenant_id = any (${tenants}) and not ${restricted(tx)}
      and exists (select from run_participants p where p.tenant_id = a.tenant_id and p.run_id = a.run_id
        and p.principal_id = ${who} and p.ended_at is null)
      ${o.purpose ? tx`and exists (select from runs r where r.tenant_id = a.tenant_id and r.id = a.run_id and ${o.purpose} = any (r.purposes))` : tx``})
    or exists (select from grants g where g.artifact_id = a.id and ${grant})
    or (exists (select from grants g where g.tenant_id = a.tenant_id and g.run_id = a.run_id and ${grant}) and not ${restricted(tx)}))`
}
