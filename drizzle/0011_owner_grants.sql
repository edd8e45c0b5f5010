-- What is granted or restricted is the tenant's own, whoever asks: a row that names another tenant's artifact cannot exist.
alter table artifacts add constraint artifacts_owner unique (id, tenant_id);
alter table grants add constraint grants_of_owner foreign key (artifact_id, tenant_id) references artifacts (id, tenant_id);
alter table restrictions add constraint restrictions_of_owner foreign key (artifact_id, tenant_id) references artifacts (id, tenant_id);
