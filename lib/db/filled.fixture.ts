import type postgres from 'postgres'

/**
 * One row at least in every table that holds data of tenants, all of it of tenant `t`: its names begin with `t`, so that a
 * row that comes back where it should not is recognised.
 */
export async function fillTenant(sql: postgres.Sql, t: string): Promise<void> {
  const id = (name: string) => `${t}_${name}`
  const digest = (name: string) => sql`sha256(${id(name)}::bytea)`
  await sql`insert into tenants (id, purposes) values (${t}, '{audit}')`
  await sql`insert into principals (id, kind, tenant_id, name) values (${id('agent')}, 'agent', ${t}, ${id('agent')})`
  await sql`insert into principals (id, kind, name, email) values (${id('user')}, 'user', ${id('user')}, ${id('user')})`
  await sql`insert into memberships (tenant_id, user_id, role) values (${t}, ${id('user')}, 'auditor')`
  await sql`insert into ended_memberships (tenant_id, user_id) values (${t}, ${id('user')})`
  await sql`insert into api_keys (id, tenant_id, principal_id, kind, hash, prefix, created_by)
    values (${id('key')}, ${t}, ${id('agent')}, 'agent', ${digest('key')}, 'hf', ${id('user')})`
  await sql`insert into sign_in_links (hash, user_id, expires_at) values (${digest('link')}, ${id('user')}, now())`
  await sql`insert into identities (id, issuer, subject, user_id, email_verified, linked_by)
    values (${id('identity')}, 'https://provider.example', ${id('subject')}, ${id('user')}, true, 'person')`
  await sql`insert into sessions (id, user_id, expires_at) values (${id('session')}, ${id('user')}, now() + interval '1 hour')`
  await sql`insert into invitations (id, tenant_id, email, roles, hash, invited_by, expires_at)
    values (${id('invitation')}, ${t}, ${id('email')}, '{member}', ${digest('invitation')}, 'operator', now())`
  await sql`insert into runs (tenant_id, id, purposes, created_by) values (${t}, ${id('run')}, '{audit}', ${id('agent')})`
  await sql`insert into run_participants (tenant_id, run_id, principal_id, added_by) values (${t}, ${id('run')}, ${id('agent')}, 'x')`
  for (const name of ['parent', 'child'])
    await sql`
      insert into artifacts (id, tenant_id, run_id, tool_call_id, output, call_key, call_id_hash, manifest_commitment,
        source_id, snapshot_id, observed_at, observed_at_text, status, coverage, omissions, record_format, format_origin,
        tool, outcome, published_by, content_hash, bytes, chunk_size, chunks, merkle_root, index_bytes, leaves_bytes, sealed)
      values (${id(name)}, ${t}, ${id('run')}, 'call', ${id(name)}, ${digest(name)}, ${digest(name)}, ${digest(name)}, 's', 'n',
        now(), 'now', 'complete', '{}', '[]', 'bytes', 'detected', 'tool', 'success', ${id('agent')}, ${digest(name)}, 1, 16384, 1,
        ${digest(name)}, 1, 1, ${digest(name)})`
  await sql`insert into edges values (${id('child')}, ${id('parent')}, 'derived_from', '\\x00', '\\x01')`
  await sql`insert into copies (id, artifact_id, kind, holder, location) values (${id('copy')}, ${id('child')}, 'object', ${t}, ${t})`
  await sql`insert into locator_moves (tenant_id, run_id, name_index, name_sealed, artifact_id, moved_by)
    values (${t}, ${id('run')}, ${digest('name')}, '\\x00', ${id('child')}, ${id('agent')})`
  await sql`insert into revocations (id, tenant_id, scope, target, derived, reason, revoked_by, grants, participants, blocked)
    values (${id('revocation')}, ${t}, 'run', '{}', 'block', 'x', 'x', 0, 0, 0)`
  await sql`insert into schemas (tenant_id, version, document, digest, registered_by)
    values (${t}, ${id('schema')}, '{}', ${digest('schema')}, ${id('user')})`
  await sql`insert into sharing (tenant_id, grantee_tenant) values (${t}, ${t})`
  await sql`insert into grants (id, tenant_id, artifact_id, grantee_kind, grantee_tenant, grantee_principal, purposes, reason, granted_by, to_self)
    values (${id('grant')}, ${t}, ${id('parent')}, 'principal', ${t}, ${id('agent')}, '{audit}', 'x', 'x', false)`
  await sql`insert into restrictions (id, artifact_id, tenant_id, reason, restricted_by)
    values (${id('restriction')}, ${id('child')}, ${t}, 'x', 'x')`
  await sql`insert into blocks (artifact_id, revocation_id, source_id, source_tenant, mode)
    values (${id('child')}, ${id('revocation')}, ${id('parent')}, ${t}, 'block')`
  await sql`insert into access_requests (id, tenant_id, artifact_id, requested_by, requester_tenant, purpose, reason)
    values (${id('request')}, ${t}, ${id('parent')}, ${id('agent')}, ${t}, 'audit', 'x')`
  await sql`insert into audit (id, tenant_id, kind, actor, artifact_id) values (${id('event')}, ${t}, 'test', ${id('agent')}, ${id('parent')})`
  await sql`insert into scan_pages (disclosure_id, tenant_id, artifact_id, scan_id, principal_id, position, up_to, total,
      matched, indeterminate, incomparable, skipped, status, sealed)
    values (${id('page')}, ${t}, ${id('parent')}, ${id('scan')}, ${id('agent')}, 0, 1, 1, 0, 0, 0, 0, 'completed', ${digest('scan')})`
  await sql`insert into drains (tenant_id, kind) values (${t}, 'test')`
  await sql`insert into audit_logs (log, origin) values (${t}, ${id('origin')})`
  await sql`insert into audit_leaves (log, position, event_id, salt, hash) values (${t}, 0, ${id('event')}, ${digest('salt')}, ${digest('leaf')})`
  await sql`insert into audit_nodes (log, level, index, hash) values (${t}, 4, 0, ${digest('node')})`
  await sql`insert into audit_checkpoints (log, size, root, note, signed_at) values (${t}, 1, ${digest('root')}, ${id('note')}, now())`
  await sql`insert into audit_unpublished (log) values (${t})`
}
