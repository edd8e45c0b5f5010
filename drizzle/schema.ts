import { bigint, boolean, customType, integer, jsonb, pgSchema, smallint, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The tables as the query builder sees them. The SQL files beside this one are the truth (constraints, triggers,
 * functions); a test compares the two, column by column.
 */
const schema = pgSchema('holdfast')
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const count = (name: string) => bigint(name, { mode: 'number' })

export const instance = schema.table('instance', {
  id: text('id').primaryKey(),
  createdAt: instant('created_at').notNull(),
})

export const tenants = schema.table('tenants', {
  id: text('id').primaryKey(),
  purposes: text('purposes').array().notNull(),
  demo: boolean('demo').notNull(),
  createdAt: instant('created_at').notNull(),
  removedAt: instant('removed_at'),
})

export const principals = schema.table('principals', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<'agent' | 'user'>().notNull(),
  tenantId: text('tenant_id'),
  name: text('name').notNull(),
  email: text('email'),
  passwordHash: text('password_hash'),
  operator: boolean('operator').notNull(),
  createdAt: instant('created_at').notNull(),
  disabledAt: instant('disabled_at'),
})

export const memberships = schema.table('memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  role: text('role').$type<'admin' | 'auditor' | 'member'>().notNull(),
  createdAt: instant('created_at').notNull(),
})

export const apiKeys = schema.table('api_keys', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  principalId: text('principal_id').notNull(),
  kind: text('kind').$type<'capture' | 'agent' | 'admin'>().notNull(),
  hash: bytea('hash').notNull(),
  prefix: text('prefix').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
  userId: text('user_id'),
  scopes: text('scopes').array(),
})

export const signInLinks = schema.table('sign_in_links', {
  hash: bytea('hash').primaryKey(),
  userId: text('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

export const sessions = schema.table('sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
  identityId: text('identity_id'),
})

export const identities = schema.table('identities', {
  id: text('id').primaryKey(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  userId: text('user_id').notNull(),
  email: text('email'),
  emailVerified: boolean('email_verified').notNull(),
  linkedBy: text('linked_by').$type<'invitation' | 'address' | 'person'>().notNull(),
  linkedAt: instant('linked_at').notNull(),
  lastUsedAt: instant('last_used_at').notNull(),
})

export const invitations = schema.table('invitations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  email: text('email').notNull(),
  roles: text('roles').array().notNull(),
  hash: bytea('hash').notNull(),
  invitedBy: text('invited_by').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  accountId: text('account_id'),
  endedAt: instant('ended_at'),
  outcome: text('outcome').$type<'accepted' | 'declined' | 'withdrawn'>(),
  endedBy: text('ended_by'),
})

export const endedMemberships = schema.table('ended_memberships', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  endedAt: instant('ended_at').notNull(),
})

export const runs = schema.table('runs', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  purposes: text('purposes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
})

export const runParticipants = schema.table('run_participants', {
  tenantId: text('tenant_id').notNull(),
  runId: text('run_id').notNull(),
  principalId: text('principal_id').notNull(),
  addedAt: instant('added_at').notNull(),
  addedBy: text('added_by').notNull(),
  endedAt: instant('ended_at'),
})

export const artifacts = schema.table('artifacts', {
  seq: count('seq').notNull(),
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  runId: text('run_id').notNull(),
  toolCallId: text('tool_call_id').notNull(),
  output: text('output').notNull(),
  callKey: bytea('call_key').notNull(),
  callIdHash: bytea('call_id_hash').notNull(),
  manifestCommitment: bytea('manifest_commitment').notNull(),
  schemaVersion: text('schema_version'),
  createdAt: instant('created_at').notNull(),
  sourceId: text('source_id').notNull(),
  snapshotId: text('snapshot_id').notNull(),
  observedAt: instant('observed_at').notNull(),
  observedAtText: text('observed_at_text').notNull(),
  status: text('status').$type<'complete' | 'partial' | 'unknown'>().notNull(),
  coverage: jsonb('coverage').notNull(),
  omissions: jsonb('omissions').$type<unknown[]>().notNull(),
  records: count('records'),
  expiresAt: instant('expires_at'),
  expiresAtText: text('expires_at_text'),
  mediaType: text('media_type'),
  recordFormat: text('record_format').$type<'ndjson' | 'json_array' | 'csv' | 'lines' | 'bytes'>().notNull(),
  recordsPointer: text('records_pointer'),
  formatOrigin: text('format_origin').$type<'declared' | 'detected'>().notNull(),
  tool: text('tool').notNull(),
  toolVersion: text('tool_version'),
  outcome: text('outcome').notNull(),
  continuationSupported: boolean('continuation_supported'),
  transformationName: text('transformation_name'),
  transformationVersion: text('transformation_version'),
  executed: boolean('executed').notNull(),
  publishedBy: text('published_by').notNull(),
  publishedKey: text('published_key'),
  contentHash: bytea('content_hash').notNull(),
  bytes: count('bytes').notNull(),
  chunkSize: integer('chunk_size').notNull(),
  chunks: integer('chunks').notNull(),
  merkleRoot: bytea('merkle_root').notNull(),
  indexBytes: integer('index_bytes').notNull(),
  statisticsBytes: integer('statistics_bytes').notNull(),
  schemaStatus: text('schema_status').$type<'valid' | 'invalid' | 'unregistered'>().notNull(),
  schemaInvalid: count('schema_invalid'),
  leavesBytes: count('leaves_bytes').notNull(),
  sealed: bytea('sealed').notNull(),
  state: text('state').$type<'available' | 'quarantined' | 'deleted'>().notNull(),
  stateReason: text('state_reason'),
  stateAt: instant('state_at'),
})

export const schemas = schema.table('schemas', {
  tenantId: text('tenant_id').notNull(),
  version: text('version').notNull(),
  document: text('document').notNull(),
  digest: bytea('digest').notNull(),
  registeredBy: text('registered_by').notNull(),
  registeredAt: instant('registered_at').notNull(),
})

export const edges = schema.table('edges', {
  child: text('child').notNull(),
  parent: text('parent').notNull(),
  kind: text('kind').notNull(),
  parentHash: bytea('parent_hash').notNull(),
  childHash: bytea('child_hash').notNull(),
})

export const copies = schema.table('copies', {
  id: text('id').primaryKey(),
  artifactId: text('artifact_id').notNull(),
  kind: text('kind').notNull(),
  holder: text('holder').notNull(),
  location: text('location').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const locatorMoves = schema.table('locator_moves', {
  seq: count('seq').notNull(),
  tenantId: text('tenant_id').notNull(),
  runId: text('run_id').notNull(),
  nameIndex: bytea('name_index').notNull(),
  nameSealed: bytea('name_sealed').notNull(),
  artifactId: text('artifact_id').notNull(),
  movedBy: text('moved_by').notNull(),
  movedAt: instant('moved_at').notNull(),
})

export const audit = schema.table('audit', {
  seq: count('seq').notNull(),
  id: text('id').notNull(),
  at: instant('at').notNull(),
  tenantId: text('tenant_id'),
  kind: text('kind').notNull(),
  operation: text('operation'),
  decision: text('decision').$type<'allow' | 'refuse'>(),
  actor: text('actor').notNull(),
  credential: text('credential'),
  artifactId: text('artifact_id'),
  runId: text('run_id'),
  purpose: text('purpose'),
  rule: text('rule'),
  reason: text('reason'),
  detail: jsonb('detail'),
  requestId: text('request_id'),
  readerTenant: text('reader_tenant'),
  grantId: text('grant_id'),
})

export const revocations = schema.table('revocations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  scope: text('scope').$type<'grant' | 'artifact' | 'run' | 'principal' | 'tenant'>().notNull(),
  target: jsonb('target').notNull(),
  derived: text('derived').$type<'block' | 'review' | 'leave'>().notNull(),
  reason: text('reason').notNull(),
  revokedBy: text('revoked_by').notNull(),
  revokedAt: instant('revoked_at').notNull(),
  grants: integer('grants').notNull(),
  participants: integer('participants').notNull(),
  blocked: integer('blocked').notNull(),
  drainSeq: count('drain_seq'),
  drainedAt: instant('drained_at'),
})

export const scanPages = schema.table('scan_pages', {
  disclosureId: text('disclosure_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  artifactId: text('artifact_id').notNull(),
  scanId: text('scan_id').notNull(),
  principalId: text('principal_id').notNull(),
  previous: text('previous'),
  position: count('position').notNull(),
  upTo: count('up_to').notNull(),
  total: count('total').notNull(),
  matched: count('matched').notNull(),
  indeterminate: count('indeterminate').notNull(),
  incomparable: count('incomparable').notNull(),
  skipped: count('skipped').notNull(),
  status: text('status').$type<'completed' | 'more' | 'interrupted'>().notNull(),
  reason: text('reason'),
  sealed: bytea('sealed').notNull(),
  at: instant('at').notNull(),
})

export const grants = schema.table('grants', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  artifactId: text('artifact_id'),
  runId: text('run_id'),
  granteeKind: text('grantee_kind').$type<'principal' | 'run' | 'tenant'>().notNull(),
  granteeTenant: text('grantee_tenant').notNull(),
  granteePrincipal: text('grantee_principal'),
  granteeRun: text('grantee_run'),
  purposes: text('purposes').array().notNull(),
  mask: text('mask').array(),
  notBefore: instant('not_before'),
  until: instant('until'),
  reason: text('reason').notNull(),
  grantedBy: text('granted_by').notNull(),
  toSelf: boolean('to_self').notNull(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
  revocationId: text('revocation_id'),
})

export const sharing = schema.table('sharing', {
  tenantId: text('tenant_id').notNull(),
  granteeTenant: text('grantee_tenant').notNull(),
  since: instant('since').notNull(),
})

export const restrictions = schema.table('restrictions', {
  id: text('id').primaryKey(),
  artifactId: text('artifact_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  reason: text('reason').notNull(),
  restrictedBy: text('restricted_by').notNull(),
  restrictedAt: instant('restricted_at').notNull(),
  liftedBy: text('lifted_by'),
  liftedAt: instant('lifted_at'),
})

export const blocks = schema.table('blocks', {
  artifactId: text('artifact_id').notNull(),
  revocationId: text('revocation_id').notNull(),
  sourceId: text('source_id').notNull(),
  sourceTenant: text('source_tenant').notNull(),
  mode: text('mode').$type<'block' | 'review'>().notNull(),
  blockedAt: instant('blocked_at').notNull(),
  liftedBy: text('lifted_by'),
  liftedAt: instant('lifted_at'),
})

export const accessRequests = schema.table('access_requests', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id'),
  artifactId: text('artifact_id').notNull(),
  requestedBy: text('requested_by').notNull(),
  requesterTenant: text('requester_tenant').notNull(),
  purpose: text('purpose').notNull(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
  state: text('state').$type<'pending' | 'granted' | 'denied'>().notNull(),
  decidedBy: text('decided_by'),
  decidedAt: instant('decided_at'),
  answer: text('answer'),
  grantId: text('grant_id'),
})

export const processes = schema.table('processes', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  startedAt: instant('started_at').notNull(),
  leaseUntil: instant('lease_until').notNull(),
  acknowledged: count('acknowledged').notNull(),
})

export const drains = schema.table('drains', {
  seq: count('seq').notNull(),
  tenantId: text('tenant_id'),
  kind: text('kind').notNull(),
  at: instant('at').notNull(),
})

export const auditPending = schema.table('audit_pending', {
  seq: count('seq').notNull(),
  log: text('log').notNull(),
})

export const auditLogs = schema.table('audit_logs', {
  log: text('log').primaryKey(),
  origin: text('origin').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const auditLeaves = schema.table('audit_leaves', {
  log: text('log').notNull(),
  position: count('position').notNull(),
  eventId: text('event_id').notNull(),
  salt: bytea('salt').notNull(),
  hash: bytea('hash').notNull(),
})

export const auditNodes = schema.table('audit_nodes', {
  log: text('log').notNull(),
  level: smallint('level').notNull(),
  index: count('index').notNull(),
  hash: bytea('hash').notNull(),
})

export const auditCheckpoints = schema.table('audit_checkpoints', {
  log: text('log').notNull(),
  size: count('size').notNull(),
  root: bytea('root').notNull(),
  note: text('note').notNull(),
  signedAt: instant('signed_at').notNull(),
})

export const auditUnpublished = schema.table('audit_unpublished', {
  log: text('log').primaryKey(),
})
