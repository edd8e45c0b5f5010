-- JSON Schemas that tenants registered: under a version, once and for good. `document` is the text as it was sent; `digest`
-- is of its canonical form (RFC 8785), by which the same document is known again.
create table schemas (
  tenant_id      text not null references tenants,
  version        text not null check (length(version) between 1 and 256),
  document       text not null check (octet_length(document) <= 262144),
  digest         bytea not null check (length(digest) = 32),
  registered_by  text not null,
  registered_at  timestamptz not null default clock_timestamp(),
  primary key (tenant_id, version)
);
create index schemas_newest on schemas (tenant_id, registered_at desc, version desc);

create trigger schemas_append_only before update or delete or truncate on schemas
  for each statement execute function refuse_change();

alter table schemas enable row level security;
alter table schemas force row level security;
do $$ begin
  execute format('create policy service on schemas to %I using (true) with check (true)', current_user);
end $$;
create policy own on schemas to holdfast_app using (tenant_id = any ((select acting_for())::text[]));
grant select on schemas to holdfast_app;

-- What validation found when the artifact was published. Which record failed first, and why, is content: in `sealed`.
alter table artifacts
  add column schema_status text not null default 'unregistered' check (schema_status in ('valid', 'invalid', 'unregistered')),
  add column schema_invalid bigint,
  add constraint artifacts_schema check (coalesce(schema_invalid, 0) >= 0 and (schema_status = 'invalid') = (coalesce(schema_invalid, 0) > 0));
