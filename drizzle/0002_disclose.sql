-- The disclosure decision: the check, the audit row and the release in one transaction and one round trip, for a batch
-- of independent requests (batching is what makes the strict rule cheap; docs/architecture.md has the figures).
--
-- VOLATILE plpgsql under READ COMMITTED, with the gate as a statement of its own, first: each later statement then takes
-- a snapshot that is newer than the lock, so that no decision is ordered after a committed revocation. One SQL statement
-- or REPEATABLE READ would keep the old snapshot. Whoever takes authority away takes the gate exclusively as the last
-- statement before COMMIT. `clock_timestamp()`, never `now()`: the transaction may have waited at the gate.
--
-- Every array has one member a request. Returns one row a request, in order.
create function disclose(
  p_ids         text[],     -- disclosure ids, made by the caller
  p_kinds       text[],     -- 'key' or 'session'
  p_credentials text[],     -- key id or session id
  p_artifacts   text[],     -- as presented: may be malformed, foreign or missing, all of which end the same way
  p_purposes    text[],     -- null when the request names none
  p_operations  text[],
  p_details     text[],     -- JSON text: selector, position, limits; never content
  p_requests    text[]
) returns table (outcome text, rule text, purpose text, principal_id text, checked_at timestamptz)
language plpgsql volatile as $$
declare
  v_now timestamptz;
  n constant integer := cardinality(p_ids);
begin
  if (cardinality(p_kinds), cardinality(p_credentials), cardinality(p_artifacts), cardinality(p_purposes),
      cardinality(p_operations), cardinality(p_details), cardinality(p_requests)) is distinct from (n, n, n, n, n, n, n) then
    raise exception 'a batch must have one member a request in every array' using errcode = 'data_exception';
  end if;

  perform pg_advisory_xact_lock_shared(hashtext('holdfast.disclosure'));
  v_now := clock_timestamp();

  return query
  with ask as (
    select * from unnest(p_ids, p_kinds, p_credentials, p_artifacts, p_purposes, p_operations, p_details, p_requests)
      with ordinality as t (id, kind, credential, artifact, purpose, operation, detail, request, ord)
  ),
  asked as (
    -- plans rely on: api_keys_pkey, sessions_pkey, artifacts_pkey, run_participants_pkey, memberships_pkey
    select q.*,
      coalesce(k.principal_id, s.user_id) as principal,
      k.tenant_id as home,
      k.kind as key_kind,
      a.id as found, a.tenant_id, a.run_id, a.state, a.expires_at,
      r.purposes as run_purposes, t.purposes as tenant_purposes,
      coalesce(p.principal_id is not null and (q.kind = 'session' or k.kind = 'agent'), false) as participant,
      (m.user_id is not null) as auditor
    from ask q
    left join api_keys k on q.kind = 'key' and k.id = q.credential
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > v_now)
    left join sessions s on q.kind = 'session' and s.id = q.credential
      and s.ended_at is null and s.expires_at > v_now
    left join artifacts a on a.id = q.artifact
    left join tenants t on t.id = a.tenant_id and t.removed_at is null
    left join runs r on r.tenant_id = a.tenant_id and r.id = a.run_id
    left join run_participants p on p.tenant_id = a.tenant_id and p.run_id = a.run_id
      and p.principal_id = coalesce(k.principal_id, s.user_id)
      and (k.id is null or k.tenant_id = a.tenant_id)
    left join memberships m on m.tenant_id = a.tenant_id and m.user_id = s.user_id and m.role = 'auditor'
  ),
  named as (
    select d.*,
      coalesce(d.purpose,
        case when d.participant and cardinality(d.run_purposes) = 1 then d.run_purposes[1] end,
        case when d.auditor then 'audit' end) as for_purpose
    from asked d
  ),
  decided as (
    select d.*,
      case
        when d.principal is null then 'unauthenticated'
        when d.found is null or d.tenant_purposes is null or not (d.participant or d.auditor) then 'not_found'
        when d.for_purpose is null or d.for_purpose <> all (d.tenant_purposes) then 'purpose_required'
        when not ((d.participant and d.for_purpose = any (d.run_purposes)) or (d.auditor and d.for_purpose = 'audit')) then 'purpose_denied'
        -- an auditor reads the metadata of what is gone or broken; nobody reads its bytes
        when d.operation = 'describe' and d.auditor then 'allow'
        when d.state = 'deleted' or d.expires_at <= v_now then 'gone'
        when d.state = 'quarantined' and d.operation <> 'describe' then 'integrity_failed'
        else 'allow'
      end as verdict,
      case when d.participant and d.for_purpose = any (d.run_purposes) then 'run_participant' else 'tenant_auditor' end as by_rule
    from named d
  ),
  logged as (
    insert into audit (id, at, tenant_id, kind, operation, decision, actor, credential, artifact_id, run_id, purpose, rule, reason, detail, request_id)
    select d.id, v_now,
      case when d.participant or d.auditor then d.tenant_id else d.home end,
      'disclosure', d.operation,
      case when d.verdict = 'allow' then 'allow' else 'refuse' end,
      coalesce(d.principal, 'unknown'), d.credential,
      d.artifact,
      case when d.participant or d.auditor then d.run_id end,
      d.for_purpose,
      case when d.verdict = 'allow' then d.by_rule end,
      case when d.verdict <> 'allow' then d.verdict end,
      d.detail::jsonb, d.request
    from decided d order by d.ord
  )
  select d.verdict, case when d.verdict = 'allow' then d.by_rule end, d.for_purpose, d.principal, v_now
  from decided d order by d.ord;
end $$;
