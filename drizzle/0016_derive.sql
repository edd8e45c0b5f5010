-- Whether the service computed an artifact itself, which nobody can claim: only then is its completeness known.
alter table artifacts add column executed boolean not null default false;
