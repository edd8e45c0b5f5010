-- Authority: grants, restriction, revocation and its draining, requests for access, and the second fence.

alter table audit add column reader_tenant text;  -- whom a disclosure went to, where that is another tenant than the owner
alter table audit add column grant_id text;
create index audit_grant on audit (grant_id, seq desc) where grant_id is not null;
create index audit_run on audit (tenant_id, run_id, seq desc) where run_id is not null;
create index audit_reader on audit (reader_tenant, seq desc) where reader_tenant is not null;

-- A key may be bound to a person (it then may what both may) and narrowed to scopes.
alter table api_keys add column user_id text references principals;
alter table api_keys add column scopes text[];
create index api_keys_principal on api_keys (principal_id);

-- Taking part ends; that it was so stays known, because a former reader is told "revoked" and a stranger "not found".
alter table run_participants add column ended_at timestamptz;

-- One row an act that takes authority away; `drains` orders all of them.
create table revocations (
  id            text primary key,
  tenant_id     text not null references tenants,
  scope         text not null check (scope in ('grant', 'artifact', 'run', 'principal', 'tenant')),
  target        jsonb not null,
  derived       text not null check (derived in ('block', 'review', 'leave')),
  reason        text not null,
  revoked_by    text not null,
  revoked_at    timestamptz not null default clock_timestamp(),
  grants        integer not null,
  participants  integer not null,
  blocked       integer not null,
  drain_seq     bigint,
  drained_at    timestamptz
);
create index revocations_tenant on revocations (tenant_id, revoked_at desc, id desc);

create table grants (
  id                 text primary key,
  tenant_id          text not null references tenants,
  artifact_id        text references artifacts (id),
  run_id             text,
  grantee_kind       text not null check (grantee_kind in ('principal', 'run', 'tenant')),
  grantee_tenant     text not null references tenants,
  grantee_principal  text references principals,
  grantee_run        text,
  purposes           text[] not null check (cardinality(purposes) > 0),
  mask               text[] check (cardinality(mask) > 0),
  not_before         timestamptz,
  until              timestamptz,
  reason             text not null,
  granted_by         text not null,
  to_self            boolean not null,
  created_at         timestamptz not null default clock_timestamp(),
  revoked_at         timestamptz,
  revocation_id      text references revocations,
  foreign key (tenant_id, run_id) references runs,
  check (num_nonnulls(artifact_id, run_id) = 1),
  check ((grantee_kind = 'principal') = (grantee_principal is not null)),
  check ((grantee_kind = 'run') = (grantee_run is not null)),
  check (until > not_before)
);
create index grants_artifact on grants (artifact_id, grantee_tenant) where artifact_id is not null;
create index grants_run on grants (tenant_id, run_id, grantee_tenant) where run_id is not null;
create index grants_tenant on grants (tenant_id, created_at desc, id desc);
create index grants_grantee on grants (grantee_tenant, created_at desc, id desc);
create index grants_principal on grants (grantee_principal) where grantee_principal is not null;

-- Which tenants have ever shared with which: small, so that policies and screens need not look through the grants.
create table sharing (
  tenant_id       text not null references tenants,
  grantee_tenant  text not null references tenants,
  since           timestamptz not null default clock_timestamp(),
  primary key (grantee_tenant, tenant_id)
);

create table restrictions (
  id             text primary key,
  artifact_id    text not null references artifacts (id),
  tenant_id      text not null,
  reason         text not null,
  restricted_by  text not null,
  restricted_at  timestamptz not null default clock_timestamp(),
  lifted_by      text,
  lifted_at      timestamptz
);
create unique index restrictions_live on restrictions (artifact_id) where lifted_at is null;

-- What the other side derived from what is no longer shared.
create table blocks (
  artifact_id    text not null references artifacts (id),
  revocation_id  text not null references revocations,
  source_id      text not null references artifacts (id),
  source_tenant  text not null,
  mode           text not null check (mode in ('block', 'review')),
  blocked_at     timestamptz not null default clock_timestamp(),
  lifted_by      text,
  lifted_at      timestamptz,
  primary key (artifact_id, revocation_id)
);
create index blocks_live on blocks (artifact_id) where lifted_at is null;
create index blocks_revocation on blocks (revocation_id, artifact_id);

-- `artifact_id` is what was asked for; it may be nothing, and the asker cannot tell. `tenant_id` is the owner's, if any.
create table access_requests (
  id            text primary key,
  tenant_id     text references tenants,
  artifact_id   text not null,
  requested_by  text not null references principals,
  requester_tenant text not null references tenants,
  purpose       text not null,
  reason        text not null,
  created_at    timestamptz not null default clock_timestamp(),
  state         text not null default 'pending' check (state in ('pending', 'granted', 'denied')),
  decided_by    text,
  decided_at    timestamptz,
  answer        text,
  grant_id      text references grants
);
create index access_requests_inbox on access_requests (tenant_id, created_at desc, id desc) where tenant_id is not null;
create index access_requests_mine on access_requests (requested_by, created_at desc, id desc);

-- Server processes and their leases. A process that cannot renew stops handing out bytes by its own monotonic clock
-- before `lease_until`; what it has acknowledged it has stopped.
create table processes (
  id           text primary key,
  name         text not null,
  started_at   timestamptz not null default clock_timestamp(),
  lease_until  timestamptz not null,
  acknowledged bigint not null
);

-- Every act that takes authority away, in the order of its commit (the gate is held when the number is given).
create table drains (
  seq        bigint generated always as identity primary key,
  tenant_id  text,
  kind       text not null,
  at         timestamptz not null default clock_timestamp()
);

-- The last statement of a transaction that takes authority away: waits for the decisions under way, so that none is
-- ordered after it, gives the act its number, and tells every process.
create function take_away(p_tenant text, p_kind text) returns bigint language plpgsql volatile as $$
declare n bigint;
begin
  perform pg_advisory_xact_lock(hashtext('holdfast.disclosure'));
  insert into drains (tenant_id, kind) values (p_tenant, p_kind) returning seq into n;
  perform pg_notify('holdfast_drain', n::text);
  return n;
end $$;

-- The rules that relate one principal to one artifact, live or ended. `ended` is null for a rule that holds now, else
-- revoked, expired, not_yet, left (the run or the tenant) or restricted. A lower rank is preferred.
create function rules_for(
  p_who text, p_tenants text[], p_tenant text, p_run text, p_artifact text, p_restricted boolean, p_now timestamptz
) returns table (rank integer, rule text, grant_id text, purposes text[], mask text[], ended text, via_tenant text)
language sql stable as $$
  select 1, 'run_participant', null::text, r.purposes, null::text[],
    case when p.ended_at is not null or p.tenant_id <> all (p_tenants) then 'left' when p_restricted then 'restricted' end,
    p.tenant_id
  from run_participants p join runs r on r.tenant_id = p.tenant_id and r.id = p.run_id
  where p.tenant_id = p_tenant and p.run_id = p_run and p.principal_id = p_who
  union all
  select case when g.mask is null then 2 else 5 end + case when g.artifact_id is null then 1 else 0 end, 'grant', g.id, g.purposes, g.mask,
    case when g.revoked_at is not null then 'revoked'
      when g.until <= p_now then 'expired'
      when g.not_before > p_now then 'not_yet'
      when g.grantee_tenant <> all (p_tenants) then 'left'
      when g.grantee_kind = 'run' and not exists (select from run_participants q where q.tenant_id = g.grantee_tenant
        and q.run_id = g.grantee_run and q.principal_id = p_who and q.ended_at is null) then 'left'
      when p_restricted and g.artifact_id is null then 'restricted' end,
    g.grantee_tenant
  from (
    select * from grants where artifact_id = p_artifact
    union all
    select * from grants where tenant_id = p_tenant and run_id = p_run
  ) g
  where (g.grantee_kind = 'principal' and g.grantee_principal = p_who)
    or (g.grantee_kind = 'tenant' and g.grantee_tenant = any (p_tenants))
    or (g.grantee_kind = 'run' and exists (select from run_participants q where q.tenant_id = g.grantee_tenant
      and q.run_id = g.grantee_run and q.principal_id = p_who))
  union all
  select 4, 'tenant_auditor', null, array['audit'], null, case when p_restricted then 'restricted' end, m.tenant_id
  from memberships m
  where m.tenant_id = p_tenant and m.user_id = p_who and m.role = 'auditor'
$$;

drop function disclose(text[], text[], text[], text[], text[], text[], text[], text[]);

-- The decision for a batch of requests, without writing anything: the rule, in one place. One row a request, in order.
-- Plans rely on: api_keys_pkey, sessions_pkey, memberships_pkey, artifacts_pkey, run_participants_pkey, grants_artifact,
-- grants_run, restrictions_live, blocks_live.
create function decide(
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
        else array(select distinct m.tenant_id from memberships m where m.user_id = s.user_id) end as tenants,
      array(select distinct m.tenant_id from memberships m where m.user_id = k.user_id) as bound_tenants,
      a.id as found, a.tenant_id, a.run_id, a.state, a.expires_at, t.purposes as tenant_purposes,
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
    cross join lateral rules_for(s.who, s.tenants, w.tenant_id, w.run_id, w.found, w.restricted, p_now) r
    where w.found is not null and s.who is not null and w.tenant_purposes is not null
      and (w.kind = 'session' or w.key_kind = 'agent')
  ),
  named as (
    select w.*, coalesce(w.purpose, (select c.purposes[1] from cand c where c.ord = w.ord and c.subject = 0
      and c.ended is null and cardinality(c.purposes) = 1 order by c.rank, c.grant_id limit 1)) as for_purpose,
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
      (select count(distinct c.subject) from cand c where c.ord = n.ord and c.ended is distinct from 'not_yet') = n.subjects as ever,
      (select count(*) from best b where b.ord = n.ord) = n.subjects as permitted,
      exists (select from cand c where c.ord = n.ord and c.subject = 0 and c.rule = 'tenant_auditor') and n.subjects = 1 as audits,
      b.rule, b.grant_id, b.via_tenant,
      (select array_agg(distinct f order by f) from best x, unnest(x.mask) f where x.ord = n.ord) as fields,
      (select c.via_tenant from cand c where c.ord = n.ord and c.subject = 0 order by c.ended is not null, c.rank limit 1) as related
    from named n left join best b on b.ord = n.ord and b.subject = 0
  ),
  judged as (
    select d.*, d.operation = 'describe' and d.audits and coalesce(d.purpose, 'audit') = 'audit' as metadata
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
    case when d.metadata and not coalesce(d.permitted and d.live, false) then 'tenant_auditor' else d.rule end,
    d.grant_id, d.fields,
    case when d.metadata then coalesce(d.for_purpose, 'audit') else d.for_purpose end,
    d.principal,
    case when d.ever then d.tenant_id end, case when d.ever then d.run_id end,
    coalesce(d.via_tenant, d.related), d.home
  from judged d order by d.ord
$$;

-- The disclosure decision: the check, the audit row and the release in one transaction and one round trip, for a batch
-- of independent requests (batching is what makes the strict rule cheap; docs/architecture.md has the figures).
--
-- VOLATILE plpgsql under READ COMMITTED, with the gate as a statement of its own, first: each later statement then takes
-- a snapshot that is newer than the lock, so that no decision is ordered after a committed revocation. One SQL statement
-- or REPEATABLE READ would keep the old snapshot. Whoever takes authority away ends its transaction with `take_away`.
-- `clock_timestamp()`, never `now()`: the transaction may have waited at the gate. SECURITY INVOKER: the policies below
-- bind it, to the tenants that the batch's credentials belong to.
create function disclose(
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
    select d.ord, case when a.id is null and d.verdict <> 'unauthenticated' then 'not_found' else d.verdict end as verdict,
      d.by_rule, d.by_grant, d.masked, d.for_purpose, d.principal, d.owner_tenant, d.owner_run, d.via, d.home
    from decide(p_kinds, p_credentials, p_artifacts, p_purposes, p_operations, p_details, v_now) d
    left join artifacts a on a.id = p_artifacts[d.ord]
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
