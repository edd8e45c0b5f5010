-- The second fence: row-level security under a role that owns nothing. A transaction names the tenants it acts for in
-- `holdfast.tenants` (local to it, so that nothing survives in a pooled connection); with the application's own check
-- removed, rows of other tenants still do not come back. Settings are read through `(select …)`, once a statement, and
-- grants through `array(select …)` by artifact, so that a lookup stays indexed at any number of grants.

do $$ begin
  create role holdfast_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant holdfast_app to %I', current_user);
exception when others then null;  -- a superuser needs no membership, and a role cannot be granted to itself
end $$;

grant usage on schema holdfast to holdfast_app;
grant select on tenants, memberships, api_keys, sessions, runs, run_participants, artifacts, edges, copies, locator_moves,
  audit, grants, sharing, restrictions, blocks, revocations, access_requests, drains, processes, instance to holdfast_app;
grant select (id, kind, tenant_id, name, email) on principals to holdfast_app;
grant insert on runs, run_participants, artifacts, edges, copies, locator_moves, audit, grants, sharing, restrictions,
  blocks, revocations, access_requests, drains to holdfast_app;
grant update (ended_at) on run_participants to holdfast_app;
grant update (state, state_reason, state_at) on artifacts to holdfast_app;
grant update (revoked_at, revocation_id) on grants to holdfast_app;
grant update (lifted_by, lifted_at) on restrictions, blocks to holdfast_app;
grant update (grants, participants, blocked, drain_seq, drained_at) on revocations to holdfast_app;
grant update (state, decided_by, decided_at, answer, grant_id) on access_requests to holdfast_app;

create function acting_for() returns text[] language sql stable as
  $$ select string_to_array(coalesce(current_setting('holdfast.tenants', true), ''), ',') $$;

do $$
declare t text;
begin
  foreach t in array array['tenants', 'principals', 'memberships', 'api_keys', 'sessions', 'runs', 'run_participants', 'artifacts',
    'edges', 'copies', 'locator_moves', 'audit', 'grants', 'sharing', 'restrictions', 'blocks', 'revocations', 'access_requests']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- FORCE binds the owner too: its own work (migrations, sign-in, sweeping) has a policy of its own.
    execute format('create policy service on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

create policy own on memberships to holdfast_app using (tenant_id = any ((select acting_for())::text[]));
create policy own on api_keys to holdfast_app using (tenant_id = any ((select acting_for())::text[]));
create policy own on sharing to holdfast_app
  using (tenant_id = any ((select acting_for())::text[]) or grantee_tenant = any ((select acting_for())::text[]))
  with check (tenant_id = any ((select acting_for())::text[]));
create policy own on sessions to holdfast_app
  using (user_id = any (array(select m.user_id from memberships m where m.user_id = sessions.user_id)));
create policy own on tenants to holdfast_app using (
  id = any ((select acting_for())::text[])
  or id = any (array(select s.tenant_id from sharing s where s.grantee_tenant = any (acting_for())
    union all select s.grantee_tenant from sharing s where s.tenant_id = any (acting_for()))));
create policy own on principals to holdfast_app using (
  tenant_id = any ((select acting_for())::text[])
  or id = any (array(select m.user_id from memberships m where m.user_id = principals.id)));
create policy own on runs to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])) with check (tenant_id = any ((select acting_for())::text[]));
create policy own on run_participants to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])) with check (tenant_id = any ((select acting_for())::text[]));
create policy own on artifacts to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])
    or (select acting_for())::text[] && array(
      select g.grantee_tenant from grants g where g.artifact_id = artifacts.id
      union all select g.grantee_tenant from grants g where g.tenant_id = artifacts.tenant_id and g.run_id = artifacts.run_id))
  with check (tenant_id = any ((select acting_for())::text[]));
create policy own on edges to holdfast_app using (child = any (array(select a.id from artifacts a where a.id = child)));
create policy own on copies to holdfast_app
  using (artifact_id = any (array(select a.id from artifacts a where a.id = copies.artifact_id and a.tenant_id = any (acting_for()))));
create policy own on locator_moves to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])) with check (tenant_id = any ((select acting_for())::text[]));
-- A row may be added for an own tenant, or for one that shares with it: whoever reads what was shared is in the owner's log.
create policy own on audit to holdfast_app
  using (tenant_id = any ((select acting_for())::text[]) or reader_tenant = any ((select acting_for())::text[]))
  with check (tenant_id = any ((select acting_for())::text[])
    or (tenant_id is null and decision is distinct from 'allow')
    or (reader_tenant = any ((select acting_for())::text[])
      and tenant_id = any (array(select s.tenant_id from sharing s where s.grantee_tenant = reader_tenant))));
create policy own on grants to holdfast_app
  using (tenant_id = any ((select acting_for())::text[]) or grantee_tenant = any ((select acting_for())::text[]))
  with check (tenant_id = any ((select acting_for())::text[]));
create policy own on restrictions to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])
    or artifact_id = any (array(select a.id from artifacts a where a.id = restrictions.artifact_id)))
  with check (tenant_id = any ((select acting_for())::text[]));
-- A block is placed by whoever shared the source, and binds the tenant that derived from it.
create policy own on blocks to holdfast_app
  using (source_tenant = any ((select acting_for())::text[])
    or artifact_id = any (array(select a.id from artifacts a where a.id = blocks.artifact_id)))
  with check (source_tenant = any ((select acting_for())::text[]));
create policy own on revocations to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])) with check (tenant_id = any ((select acting_for())::text[]));
create policy own on access_requests to holdfast_app
  using (tenant_id = any ((select acting_for())::text[]) or requester_tenant = any ((select acting_for())::text[]))
  with check (requester_tenant = any ((select acting_for())::text[]) or tenant_id = any ((select acting_for())::text[]));
