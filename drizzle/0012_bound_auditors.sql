-- As in 0008; the role of auditor too counts through a tenant that is asked about alone. A person who audits another tenant
-- lent that to a key bound to them in this one, or did not, by which other tenants were in the batch.
create or replace function rules_for(
  p_who text, p_tenants text[], p_tenant text, p_run text, p_artifact text, p_restricted boolean,
  p_from timestamptz, p_until timestamptz, p_now timestamptz
) returns table (rank integer, rule text, grant_id text, purposes text[], mask text[], ended text, via_tenant text, held boolean)
language sql stable as $$
  select x.rank, x.rule, x.grant_id, x.purposes, x.mask, x.ended, x.via_tenant,
    x.via_tenant = any (p_tenants) and x.since <= p_now
      and greatest(x.since, p_from) < coalesce(least(x.until, p_until), 'infinity')
  from (
    select 1 as rank, 'run_participant' as rule, null::text as grant_id, r.purposes, null::text[] as mask,
      case when p.ended_at is not null or p.tenant_id <> all (p_tenants) then 'left' when p_restricted then 'restricted' end as ended,
      p.tenant_id as via_tenant, p.added_at as since, p.ended_at as until
    from run_participants p join runs r on r.tenant_id = p.tenant_id and r.id = p.run_id
    where p.tenant_id = p_tenant and p.run_id = p_run and p.principal_id = p_who
    union all
    select case when g.mask is null then 2 else 5 end + case when g.artifact_id is null then 1 else 0 end, 'grant', g.id, g.purposes, g.mask,
      case when g.revoked_at is not null then 'revoked'
        when g.until <= p_now then 'expired'
        when g.not_before > p_now then 'not_yet'
        when g.grantee_tenant <> all (p_tenants) or q.ended_at is not null then 'left'
        when p_restricted and g.artifact_id is null then 'restricted' end,
      g.grantee_tenant, greatest(g.created_at, g.not_before, q.added_at), least(g.until, g.revoked_at, q.ended_at)
    from (
      select * from grants where artifact_id = p_artifact
      union all
      select * from grants where tenant_id = p_tenant and run_id = p_run
    ) g
    left join run_participants q on g.grantee_kind = 'run' and q.tenant_id = g.grantee_tenant and q.run_id = g.grantee_run
      and q.principal_id = p_who
    where (g.grantee_kind = 'principal' and g.grantee_principal = p_who)
      or (g.grantee_kind = 'tenant' and g.grantee_tenant = any (p_tenants))
      or q.principal_id is not null
    union all
    -- an auditor may know of what was before: of it, and of when it went
    select 4, 'tenant_auditor', null, array['audit'], null, case when p_restricted then 'restricted' end, m.tenant_id, p_from, null
    from memberships m
    where m.tenant_id = p_tenant and m.tenant_id = any (p_tenants) and m.user_id = p_who and m.role = 'auditor'
  ) x
$$;
