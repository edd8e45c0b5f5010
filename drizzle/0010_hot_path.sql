-- Asked for one tenant at a time, by the primary key: the lists of all that the batch's tenants share with were read before.
alter policy own on tenants using (
  id = any ((select acting_for())::text[])
  or id = any (array(select s.tenant_id from sharing s
      where s.tenant_id = tenants.id and s.grantee_tenant = any ((select acting_for())::text[])))
  or id = any (array(select s.grantee_tenant from sharing s
      where s.grantee_tenant = tenants.id and s.tenant_id = any ((select acting_for())::text[]))));
alter policy own on audit
  with check (tenant_id = any ((select acting_for())::text[])
    or (tenant_id is null and decision is distinct from 'allow')
    or (reader_tenant = any ((select acting_for())::text[])
      and tenant_id = any (array(select s.tenant_id from sharing s
        where s.grantee_tenant = audit.reader_tenant and s.tenant_id = audit.tenant_id))));

-- As in 0004, with the last look at each artifact as a lookup of its own: joined, the planner read all of `artifacts` for a
-- batch, each row through its policy.
create or replace function disclose(
  p_tenants text[], p_ids text[], p_kinds text[], p_credentials text[], p_artifacts text[], p_purposes text[],
  p_operations text[], p_details text[], p_requests text[]
) returns table (
  outcome text, rule text, grant_id text, mask text[], purpose text, principal_id text, checked_at timestamptz
) language plpgsql volatile security invoker as $$
declare
  v_now timestamptz;
  n constant integer := cardinality(p_ids);
begin
  if (cardinality(p_kinds), cardinality(p_credentials), cardinality(p_artifacts), cardinality(p_purposes),
      cardinality(p_operations), cardinality(p_details), cardinality(p_requests)) is distinct from (n, n, n, n, n, n, n) then
    raise exception 'a batch must have one member a request in every array' using errcode = 'data_exception';
  end if;

  perform pg_advisory_xact_lock_shared(hashtext('holdfast.disclosure'));
  perform set_config('holdfast.tenants', array_to_string(p_tenants, ','), true);
  v_now := clock_timestamp();

  return query
  with decided as materialized (
    -- whatever was decided: a row that the policies hide does not exist for this batch
    select d.ord,
      case when d.verdict <> 'unauthenticated' and (select a.id from artifacts a where a.id = p_artifacts[d.ord]) is null
        then 'not_found' else d.verdict end as verdict,
      d.by_rule, d.by_grant, d.masked, d.for_purpose, d.principal, d.owner_tenant, d.owner_run, d.via, d.home
    from decide(p_kinds, p_credentials, p_artifacts, p_purposes, p_operations, p_details, v_now) d
  ),
  logged as (
    insert into audit (id, at, tenant_id, reader_tenant, kind, operation, decision, actor, credential, artifact_id, run_id,
      purpose, rule, grant_id, reason, detail, request_id)
    select p_ids[d.ord], v_now, coalesce(d.owner_tenant, d.home),
      case when d.via <> d.owner_tenant then d.via end,
      'disclosure', p_operations[d.ord],
      case when d.verdict = 'allow' then 'allow' else 'refuse' end,
      coalesce(d.principal, 'unknown'), p_credentials[d.ord], p_artifacts[d.ord], d.owner_run, d.for_purpose,
      case when d.verdict = 'allow' then d.by_rule end, case when d.verdict = 'allow' then d.by_grant end,
      case when d.verdict <> 'allow' then d.verdict end,
      p_details[d.ord]::jsonb, p_requests[d.ord]
    from decided d order by d.ord
  )
  select d.verdict, case when d.verdict = 'allow' then d.by_rule end, case when d.verdict = 'allow' then d.by_grant end,
    case when d.verdict in ('allow', 'masked') then d.masked end, d.for_purpose, d.principal, v_now
  from decided d order by d.ord;
end $$;
