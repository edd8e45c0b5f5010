-- People and how they sign in: identities at a provider, invitations, and memberships that ended.

-- Who signs in through the provider. An identity is issuer and subject, never an address: providers give addresses to
-- other people (OpenID Connect Core §5.7).
create table identities (
  id              text primary key,
  issuer          text not null,
  subject         text not null,
  user_id         text not null references principals,
  email           text,
  email_verified  boolean not null,
  linked_by       text not null check (linked_by in ('invitation', 'address', 'person')),
  linked_at       timestamptz not null default clock_timestamp(),
  last_used_at    timestamptz not null default clock_timestamp(),
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- Which identity a session began with; the one that stays when an account comes to a further tenant.
alter table sessions add column identity_id text references identities on delete set null;
create index sessions_user on sessions (user_id);
create index sessions_identity on sessions (identity_id) where identity_id is not null;

-- An address is asked into a tenant; its person accepts. Only the hash of the token is kept.
create table invitations (
  id          text primary key,
  tenant_id   text not null references tenants,
  email       text not null,
  roles       text[] not null check (cardinality(roles) > 0 and roles <@ array['admin', 'auditor', 'member']),
  hash        bytea not null unique,
  invited_by  text not null,
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  account_id  text references principals,  -- the account that this invitation made
  ended_at    timestamptz,
  outcome     text check (outcome in ('accepted', 'declined', 'withdrawn')),
  ended_by    text,
  check ((ended_at is null) = (outcome is null))
);
create unique index invitations_open on invitations (tenant_id, email) where ended_at is null;
create index invitations_email on invitations (email) where ended_at is null;
create index invitations_tenant on invitations (tenant_id, created_at desc, id desc);

-- Whether an invitation can still be accepted. Whoever made it must administer the tenant until then: an admin who was
-- removed has no way back through an invitation made before.
create function invitation_is_open(i invitations) returns boolean language sql stable as $$
  select i.ended_at is null and i.expires_at > clock_timestamp()
    and exists (select from tenants t where t.id = i.tenant_id and t.removed_at is null)
    and (i.invited_by = 'operator'
      or exists (select from principals p where p.id = i.invited_by and p.disabled_at is null and p.operator)
      or exists (select from memberships m join principals p on p.id = m.user_id and p.disabled_at is null
        where m.tenant_id = i.tenant_id and m.user_id = i.invited_by and m.role = 'admin')
      or exists (select from api_keys k where k.principal_id = i.invited_by and k.tenant_id = i.tenant_id and k.kind = 'admin'
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())))
$$;

-- So that a person who was removed is told so, and a stranger is not.
create table ended_memberships (
  tenant_id  text not null references tenants,
  user_id    text not null references principals,
  ended_at   timestamptz not null default clock_timestamp(),
  primary key (user_id, tenant_id)
);
