-- The foundation: who there is, what was published, and what was disclosed.
-- Everything lives in the schema `holdfast`; the connection sets search_path to it.

create table tenants (
  id          text primary key,
  purposes    text[] not null check (cardinality(purposes) > 0),
  demo        boolean not null default false,
  created_at  timestamptz not null default clock_timestamp(),
  removed_at  timestamptz
);

-- Whoever can be named: the agents of one tenant, and the people who sign in.
create table principals (
  id             text primary key,
  kind           text not null check (kind in ('agent', 'user')),
  tenant_id      text references tenants,
  name           text not null,
  email          text,
  password_hash  text,
  operator       boolean not null default false,
  created_at     timestamptz not null default clock_timestamp(),
  disabled_at    timestamptz,
  check ((kind = 'agent') = (tenant_id is not null)),
  check ((kind = 'user') = (email is not null)),
  check (kind = 'user' or not operator)
);
create unique index principals_agent on principals (tenant_id, name) where kind = 'agent';
create unique index principals_email on principals (email) where kind = 'user';

create table memberships (
  tenant_id   text not null references tenants,
  user_id     text not null references principals,
  role        text not null check (role in ('admin', 'auditor', 'member')),
  created_at  timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, role)
);
create index memberships_user on memberships (user_id);

-- Only the SHA-256 of a key is kept: a key has 256 random bits, so a slow hash would add nothing.
create table api_keys (
  id            text primary key,
  tenant_id     text not null references tenants,
  principal_id  text not null references principals,
  kind          text not null check (kind in ('capture', 'agent', 'admin')),
  hash          bytea not null unique,
  prefix        text not null,
  created_at    timestamptz not null default clock_timestamp(),
  created_by    text not null,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  last_used_at  timestamptz
);
create index api_keys_tenant on api_keys (tenant_id, id);

create table sign_in_links (
  hash        bytea primary key,
  user_id     text not null references principals,
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);

create table sessions (
  id          text primary key,
  user_id     text not null references principals,
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  ended_at    timestamptz
);

create table runs (
  tenant_id   text not null references tenants,
  id          text not null,
  purposes    text[] not null check (cardinality(purposes) > 0),
  created_at  timestamptz not null default clock_timestamp(),
  created_by  text not null,
  primary key (tenant_id, id)
);

create table run_participants (
  tenant_id     text not null,
  run_id        text not null,
  principal_id  text not null references principals,
  added_at      timestamptz not null default clock_timestamp(),
  added_by      text not null,
  primary key (tenant_id, run_id, principal_id),
  foreign key (tenant_id, run_id) references runs
);
create index run_participants_principal on run_participants (principal_id, tenant_id, run_id);

-- One row an artifact. All of it is identity and never changes; only the last three columns move (trigger below).
-- `seq` is given by the database: all in-edges commit with the child, so it is a topological order of the lineage.
create table artifacts (
  seq                   bigint generated always as identity unique,
  id                    text primary key,
  tenant_id             text not null,
  run_id                text not null,
  tool_call_id          text not null,
  output                text not null,
  call_key              bytea not null unique,  -- SHA-256 of tenant, run, tool call and output, each length-prefixed
  call_id_hash          bytea not null,         -- SHA-256 of the tool call id, which is too long to index
  manifest_commitment   bytea not null,         -- keyed: a plain hash of arguments could be guessed
  schema_version        text,
  created_at            timestamptz not null default clock_timestamp(),
  source_id             text not null,
  snapshot_id           text not null,
  observed_at           timestamptz not null,
  observed_at_text      text not null,          -- as declared: the offset is kept
  status                text not null check (status in ('complete', 'partial', 'unknown')),
  coverage              jsonb not null,
  omissions             jsonb not null,
  records               bigint,
  expires_at            timestamptz,
  expires_at_text       text,
  media_type            text,
  record_format         text not null check (record_format in ('ndjson', 'json_array', 'csv', 'lines', 'bytes')),
  records_pointer       text,
  format_origin         text not null check (format_origin in ('declared', 'detected')),
  tool                  text not null,
  tool_version          text,
  outcome               text not null,
  continuation_supported boolean,
  transformation_name    text,
  transformation_version text,
  published_by          text not null references principals,
  published_key         text,
  -- the sealed object: what its bytes must be
  content_hash          bytea not null check (length(content_hash) = 32),
  bytes                 bigint not null check (bytes >= 0),
  chunk_size            integer not null,
  chunks                integer not null,
  merkle_root           bytea not null check (length(merkle_root) = 32),
  index_bytes           integer not null,
  leaves_bytes          bigint not null,
  -- arguments, parameters and continuation token, sealed with the artifact's key and destroyed with it
  sealed                bytea not null,
  -- what moves
  state                 text not null default 'available' check (state in ('available', 'quarantined', 'deleted')),
  state_reason          text,
  state_at              timestamptz,
  foreign key (tenant_id, run_id) references runs
);
create index artifacts_observed on artifacts (tenant_id, observed_at desc, id desc);
create index artifacts_run on artifacts (tenant_id, run_id, observed_at desc, id desc);
create index artifacts_source on artifacts (tenant_id, source_id, observed_at desc, id desc);
create index artifacts_tool on artifacts (tenant_id, tool, observed_at desc, id desc);
create index artifacts_call on artifacts (tenant_id, call_id_hash);
create index artifacts_hash on artifacts (tenant_id, content_hash);
create index artifacts_attention on artifacts (tenant_id, observed_at desc, id desc) where state <> 'available';
create index artifacts_partial on artifacts (tenant_id, observed_at desc, id desc) where status = 'partial';

-- Lineage. Edges commit with the child and pin the digests of both ends.
create table edges (
  child        text not null references artifacts (id),
  parent       text not null references artifacts (id),
  kind         text not null check (kind in ('derived_from', 'reacquisition_of', 'continuation_of')),
  parent_hash  bytea not null,
  child_hash   bytea not null,
  primary key (child, parent, kind),
  check (child <> parent)
);
create index edges_parent on edges (parent, child);

-- Where content lies. The service registers what it makes itself; deletion works through this list.
create table copies (
  id           text primary key,
  artifact_id  text not null references artifacts (id),
  kind         text not null check (kind in ('object')),
  holder       text not null,
  location     text not null,
  created_at   timestamptz not null default clock_timestamp()
);
create index copies_artifact on copies (artifact_id);

-- A locator is a name that moves. The name is content: sealed with the key of the artifact it named, found by a keyed
-- hash, gone with the artifact.
create table locator_moves (
  seq           bigint generated always as identity primary key,
  tenant_id     text not null,
  run_id        text not null,
  name_index    bytea not null,
  name_sealed   bytea not null,
  artifact_id   text not null references artifacts (id),
  moved_by      text not null references principals,
  moved_at      timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, run_id) references runs
);
create index locator_moves_name on locator_moves (tenant_id, run_id, name_index, seq desc);
create index locator_moves_artifact on locator_moves (artifact_id);
create index locator_moves_lookup on locator_moves (tenant_id, name_index);

-- Append-only: every disclosure, refusal and administrative act.
create table audit (
  seq          bigint generated always as identity primary key,
  id           text not null unique,
  at           timestamptz not null default clock_timestamp(),
  tenant_id    text,
  kind         text not null,
  operation    text,
  decision     text check (decision in ('allow', 'refuse')),
  actor        text not null,
  credential   text,
  artifact_id  text,
  run_id       text,
  purpose      text,
  rule         text,
  reason       text,
  detail       jsonb,
  request_id   text
);
create index audit_artifact on audit (artifact_id, seq desc) where artifact_id is not null;
create index audit_tenant on audit (tenant_id, seq desc);

-- Immutability is the database's, not a habit of the code.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
create trigger edges_append_only before update or delete or truncate on edges
  for each statement execute function refuse_change();
create trigger locator_moves_append_only before update or delete or truncate on locator_moves
  for each statement execute function refuse_change();
create trigger artifacts_not_removed before delete or truncate on artifacts
  for each statement execute function refuse_change();

create function artifact_identity_is_fixed() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'state' - 'state_reason' - 'state_at' is distinct from
     to_jsonb(old) - 'state' - 'state_reason' - 'state_at' then
    raise exception 'the identity of artifact % never changes', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'deleted' and new.state <> 'deleted' then
    raise exception 'artifact % was deleted and stays deleted', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger artifacts_identity before update on artifacts
  for each row execute function artifact_identity_is_fixed();
