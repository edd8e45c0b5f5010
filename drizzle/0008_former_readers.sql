-- A former reader is told "revoked" or "gone"; a stranger, "not found". Who is which is now decided by when a rule held:
-- only a rule that held while the artifact existed makes a reader. A grant over a run that was revoked before the artifact
-- was published, or a part in the run that began after it had expired, does not tell that the artifact exists.
--
-- And by what the second fence shows, whoever else is in the batch: a relation counts through tenants that the credential
-- belongs to. A key bound to a person has what the person has *in the key's tenant*.

drop function rules_for(text, text[], text, text, text, boolean, timestamptz);

-- The rules that relate one principal to one artifact, live or ended. `ended` is null for a rule that holds now, else
-- revoked, expired, not_yet, left (the run or the tenant) or restricted. `held`: it held while the artifact existed, from
-- p_from to p_until (null: still), for a principal of the tenants given. A lower rank is preferred.
create function rules_for(
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
    where m.tenant_id = p_tenant and m.user_id = p_who and m.role = 'auditor'
  ) x
$$;

-- As in 0004, with `held` and the tenants of a bound person; an auditor's view of metadata is recorded as that, and unmasked.
create or replace function decide(
  p_kinds text[], p_credentials text[], p_artifacts text[], p_purposes text[], p_operations text[], p_details text[],
  p_now timestamptz
) returns table (
  ord bigint, verdict text, by_rule text, by_grant text, masked text[], for_purpose text, principal text,
  owner_tenant text, owner_run text, via text, home text
) language sql stable as $$
  with ask as (
    select t.*, t.detail::jsonb #>> '{selector,type}' as selector_type
    from unnest(p_kinds, p_credentials, p_artifacts, p_purposes, p_operations, p_details)
      with ordinality as t (kind, credential, artifact, purpose, operation, detail, ord)
  ),
  who as materialized (
    select q.*, coalesce(k.principal_id, s.user_id) as principal, k.user_id as bound, k.tenant_id as home, k.kind as key_kind,
      case when k.id is not null then array[k.tenant_id]
        else array(select distinct m.tenant_id from memberships m join tenants x on x.id = m.tenant_id and x.removed_at is null
          where m.user_id = s.user_id) end as tenants,
      array(select distinct m.tenant_id from memberships m where m.user_id = k.user_id and m.tenant_id = k.tenant_id) as bound_tenants,
      a.id as found, a.tenant_id, a.run_id, a.state, a.created_at, a.expires_at, t.purposes as tenant_purposes,
      least(a.expires_at, case when a.state = 'deleted' then a.state_at end) as existed_until,
      exists (select from restrictions x where x.artifact_id = a.id and x.lifted_at is null) as restricted,
      exists (select from blocks b where b.artifact_id = a.id and b.lifted_at is null) as blocked
    from ask q
    left join api_keys k on q.kind = 'key' and k.id = q.credential
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > p_now)
    left join sessions s on q.kind = 'session' and s.id = q.credential and s.ended_at is null and s.expires_at > p_now
    left join artifacts a on a.id = q.artifact
    left join tenants t on t.id = a.tenant_id and t.removed_at is null
  ),
  -- one set of rules for the credential's principal (0) and one for the person its key is bound to (1): both must allow
  cand as materialized (
    select w.ord, s.subject, r.*
    from who w
    cross join lateral (values (0, w.principal, w.tenants), (1, w.bound, w.bound_tenants)) s (subject, who, tenants)
    cross join lateral rules_for(s.who, s.tenants, w.tenant_id, w.run_id, w.found, w.restricted, w.created_at, w.existed_until, p_now) r
    where w.found is not null and s.who is not null and w.tenant_purposes is not null
      and (w.kind = 'session' or w.key_kind = 'agent')
  ),
  named as (
    select w.*, coalesce(w.purpose, (select c.purposes[1] from cand c where c.ord = w.ord and c.subject = 0
      and c.ended is null and cardinality(c.purposes) = 1 order by c.rank, cardinality(c.mask), c.grant_id limit 1)) as for_purpose,
      case when w.bound is null then 1 else 2 end as subjects
    from who w
  ),
  best as (
    select distinct on (c.ord, c.subject) c.*
    from cand c join named n on n.ord = c.ord
    where c.ended is null and n.for_purpose = any (c.purposes)
    order by c.ord, c.subject, c.rank, cardinality(c.mask), c.grant_id
  ),
  weighed as (
    select n.*,
      (select count(distinct c.subject) from cand c where c.ord = n.ord and c.ended is null) = n.subjects as live,
      (select count(distinct c.subject) from cand c where c.ord = n.ord and c.held) = n.subjects as ever,
      (select count(*) from best b where b.ord = n.ord) = n.subjects as permitted,
      exists (select from cand c where c.ord = n.ord and c.subject = 0 and c.rule = 'tenant_auditor') and n.subjects = 1 as audits,
      b.rule, b.grant_id, b.via_tenant,
      (select array_agg(distinct f order by f) from best x, unnest(x.mask) f where x.ord = n.ord) as fields,
      (select c.via_tenant from cand c where c.ord = n.ord and c.subject = 0 and c.held
        order by c.ended is not null, c.rank, c.grant_id limit 1) as related
    from named n left join best b on b.ord = n.ord and b.subject = 0
  ),
  judged as (
    -- what no rule of reading shows, or shows in part, an auditor is told as one
    select d.*, d.operation = 'describe' and d.audits and coalesce(d.purpose, 'audit') = 'audit'
      and not coalesce(d.state <> 'deleted' and (d.expires_at is null or d.expires_at > p_now) and d.live and not d.blocked
        and d.for_purpose = any (d.tenant_purposes) and d.permitted and d.fields is null, false) as metadata
    from weighed d
  )
  select d.ord,
    case
      when d.principal is null then 'unauthenticated'
      when d.found is null or d.tenant_purposes is null or not d.ever then 'not_found'
      -- an auditor reads the metadata of what is restricted, blocked, gone or broken; nobody reads its bytes
      when d.metadata then 'allow'
      when d.state = 'deleted' or d.expires_at <= p_now then 'gone'
      when not d.live or d.blocked then 'access_revoked'
      when d.for_purpose is null or d.for_purpose <> all (d.tenant_purposes) then 'purpose_required'
      when not d.permitted then 'purpose_denied'
      when d.state = 'quarantined' and d.operation <> 'describe' then 'integrity_failed'
      when d.fields is not null and (d.operation in ('preview', 'content', 'proof', 'verify') or d.selector_type = 'byte_range') then 'masked'
      else 'allow'
    end,
    case when d.metadata then 'tenant_auditor' else d.rule end,
    case when not d.metadata then d.grant_id end,
    case when not d.metadata then d.fields end,
    case when d.metadata then 'audit' else d.for_purpose end,
    d.principal,
    case when d.ever then d.tenant_id end, case when d.ever then d.run_id end,
    coalesce(d.via_tenant, d.related), d.home
  from judged d order by d.ord
$$;
