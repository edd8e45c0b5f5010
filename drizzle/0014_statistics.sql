-- Length of the sealed statistics in the object, behind the record index; 0 for what was published before there were any.
alter table artifacts add column statistics_bytes integer not null default 0;

-- Of the records that a scan has examined, those that statistics proved not to match, without reading them.
alter table scan_pages add column skipped bigint not null default 0;
