-- The log made verifiable: one Merkle tree (RFC 9162 §2.1) for each tenant, and one for the instance, whose name is ''.
-- A sequencer (lib/audit/sequencer.ts) gives every committed row of `audit` a position in its tree.

-- Rows that have no position yet. Written by the transaction of the row itself, so that it becomes visible with the row
-- and not before, however late that transaction commits and whatever number its identity column drew: no row can be
-- missed, and none is looked at twice. A watermark on `seq` or on transaction ids could do neither without waiting for
-- the oldest transaction of the whole server, and would not survive a dump into a server that counts anew. Without an
-- index on purpose: the table is drained every second, and read whole.
create table audit_pending (
  seq  bigint not null,
  log  text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table audit_logs (
  log         text primary key,
  origin      text not null unique,   -- the log's name in its checkpoints; never changes
  created_at  timestamptz not null default clock_timestamp()
);

-- The salt stays beside the leaf: whoever has the row and the salt can recompute the leaf, and whoever has the leaf alone
-- cannot test guesses at the row.
create table audit_leaves (
  log       text not null references audit_logs,
  position  bigint not null check (position >= 0),
  event_id  text not null unique,
  salt      bytea not null check (length(salt) = 32),
  hash      bytea not null check (length(hash) = 32),
  primary key (log, position)
);

-- Roots of complete subtrees of 16, 256, 4096 … leaves (levels 4, 8, 12 …): one row for fifteen leaves. What lies
-- between is computed from at most eight neighbours, so that a proof reads O(log n) rows.
create table audit_nodes (
  log    text not null references audit_logs,
  level  smallint not null check (level > 0 and level % 4 = 0),
  index  bigint not null check (index >= 0),
  hash   bytea not null check (length(hash) = 32),
  primary key (log, level, index)
);

-- Signed and already written outside the database when a row appears here.
create table audit_checkpoints (
  log        text not null references audit_logs,
  size       bigint not null check (size > 0),
  root       bytea not null check (length(root) = 32),
  note       text not null,
  signed_at  timestamptz not null,
  primary key (log, size)
);

-- Logs whose tree has grown beyond their newest checkpoint, for whichever process comes next.
create table audit_unpublished (
  log  text primary key references audit_logs
);

create trigger audit_logs_append_only before update or delete or truncate on audit_logs
  for each statement execute function refuse_change();
create trigger audit_leaves_append_only before update or delete or truncate on audit_leaves
  for each statement execute function refuse_change();
create trigger audit_nodes_append_only before update or delete or truncate on audit_nodes
  for each statement execute function refuse_change();
create trigger audit_checkpoints_append_only before update or delete or truncate on audit_checkpoints
  for each statement execute function refuse_change();

-- SECURITY DEFINER: whoever may add to the log need not know that there is a queue.
create function audit_await_position() returns trigger language plpgsql
  security definer set search_path = holdfast, pg_temp as $$
begin
  insert into audit_pending (seq, log) select a.seq, coalesce(a.tenant_id, '') from added a;
  return null;
end $$;
create trigger audit_await_position after insert on audit
  referencing new table as added for each statement execute function audit_await_position();
insert into audit_pending (seq, log) select seq, coalesce(tenant_id, '') from audit order by seq;

-- An event as the log commits to it: the row without its number, which would tell of other tenants' activity. The time is
-- written out, so that no session setting changes it. Columns that come later are null in earlier rows, and whoever
-- computes a leaf leaves null out (lib/audit/event.ts): earlier leaves stay what they are.
create function audit_event(a audit) returns jsonb language sql stable as $$
  select to_jsonb(a) - 'seq' - 'id' || jsonb_build_object(
    'event_id', a.id, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
$$;

-- The log is read by time, newest first, in a window. Nothing read it by number within a tenant.
create index audit_window on audit (tenant_id, at desc, seq desc);
drop index audit_tenant;
