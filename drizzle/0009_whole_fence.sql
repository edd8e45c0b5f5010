-- The second fence around what 0007 left to privileges alone. The application role may not even name most of these tables;
-- should it ever be granted one, it still finds nothing in it. `drains` it can read: of its own tenants.
do $$
declare t text;
begin
  foreach t in array array['sign_in_links', 'identities', 'invitations', 'ended_memberships', 'drains', 'audit_pending', 'audit_logs',
    'audit_leaves', 'audit_nodes', 'audit_checkpoints', 'audit_unpublished']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy service on %I to %I using (true) with check (true)', t, current_user);
  end loop;
end $$;

create policy own on drains to holdfast_app using (tenant_id = any ((select acting_for())::text[]));
