-- Which data folder belongs to this database: one row, the id that the folder holds too. Keys and bytes lie in the
-- folder; the sweep removes what no row here stands for, so it must never meet the rows of another folder.
create table instance (
  id          text primary key,
  created_at  timestamptz not null default clock_timestamp()
);
create unique index instance_only_one on instance ((true));
