-- What queries have examined, page by page. A page is recorded before it is handed out, and names the page before it: the
-- foreign key lets it begin only where that one ended, so that what a scan says it has examined was examined.
create table scan_pages (
  disclosure_id  text primary key,
  tenant_id      text not null references tenants,
  artifact_id    text not null references artifacts (id),
  scan_id        text not null,
  principal_id   text not null references principals,
  previous       text,
  -- this page examined the records [position, up_to); the counts are of the scan so far
  position       bigint not null check (position >= 0),
  up_to   bigint not null check (up_to >= position),
  total          bigint not null check (total >= up_to),
  matched        bigint not null,
  indeterminate  bigint not null,
  incomparable   bigint not null,
  status         text not null check (status in ('completed', 'more', 'interrupted')),
  reason         text,
  -- the query, and of an aggregate the figures so far: content, sealed with the artifact's key and destroyed with it
  sealed         bytea not null,
  at             timestamptz not null default clock_timestamp(),
  -- only the first page begins without one before it, and at the first record
  check (previous is not null or position = 0),
  check ((status = 'completed') = (up_to = total)),
  unique (disclosure_id, artifact_id, scan_id, principal_id, up_to),
  foreign key (previous, artifact_id, scan_id, principal_id, position)
    references scan_pages (disclosure_id, artifact_id, scan_id, principal_id, up_to)
);
create index scan_pages_artifact on scan_pages (artifact_id, at desc);
create index scan_pages_scan on scan_pages (scan_id);

create trigger scan_pages_append_only before update or delete or truncate on scan_pages
  for each statement execute function refuse_change();

alter table scan_pages enable row level security;
alter table scan_pages force row level security;
do $$ begin
  execute format('create policy service on scan_pages to %I using (true) with check (true)', current_user);
end $$;
create policy own on scan_pages to holdfast_app
  using (tenant_id = any ((select acting_for())::text[])) with check (tenant_id = any ((select acting_for())::text[]));
grant select, insert on scan_pages to holdfast_app;
