import { z } from 'zod'
import { ArtifactId, Instant, Purpose, RunId, TenantId, text } from './ids'

/** Grants, restriction, revocation and requests for access: the vocabulary of authority. */

const Reason = text(500)
  .min(1, 'say why: the reason stands in the log')
  .meta({ description: 'Why. Shown to auditors of both sides.' })
const PrincipalId = text(64).meta({ description: 'An agent or a member.' })

export const Grantee = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('principal'),
      principal_id: PrincipalId,
      tenant_id: TenantId.optional().meta({
        description: 'Of a person: as a member of which tenant. Default: this one.',
      }),
    }),
    z.strictObject({ kind: z.literal('run'), run_id: RunId, tenant_id: TenantId.optional() }),
    z.strictObject({ kind: z.literal('tenant'), tenant_id: TenantId }),
  ])
  .meta({ id: 'Grantee', description: 'Who receives: one principal, all who take part in a run, or a whole tenant.' })
export type Grantee = z.infer<typeof Grantee>

export const FieldMask = z.array(text(256).min(1)).min(1).max(64).meta({
  description:
    'Member or column names, decoded, that the reader does not receive, wherever they occur in a record. Exact; no paths.',
})

export const GrantInput = z
  .strictObject({
    artifact_id: ArtifactId.optional(),
    run_id: RunId.optional().meta({ description: 'All artifacts of the run, those to come too.' }),
    to: Grantee,
    purposes: z.array(Purpose).min(1).max(20),
    mask: FieldMask.optional(),
    not_before: Instant.optional(),
    until: Instant.optional(),
    reason: Reason,
  })
  .refine((g) => (g.artifact_id === undefined) !== (g.run_id === undefined), {
    path: ['artifact_id'],
    message: 'name exactly one of artifact_id and run_id',
  })
  .refine((g) => !g.until || !g.not_before || Date.parse(g.until) > Date.parse(g.not_before), {
    path: ['until'],
    message: 'must be later than not_before',
  })
  .meta({ id: 'GrantInput' })
export type GrantInput = z.infer<typeof GrantInput>

export const GrantState = z.enum(['active', 'not_yet', 'expired', 'revoked'])
export const Grant = z
  .object({
    grant_id: z.string(),
    tenant_id: TenantId.meta({ description: 'Who owns what is granted.' }),
    artifact_id: ArtifactId.nullable(),
    run_id: RunId.nullable(),
    to: z.object({
      kind: z.enum(['principal', 'run', 'tenant']),
      tenant_id: TenantId,
      principal_id: z.string().nullable(),
      name: z.string().nullable(),
      run_id: RunId.nullable(),
    }),
    purposes: z.array(Purpose),
    mask: z.array(z.string()).nullable(),
    not_before: Instant.nullable(),
    until: Instant.nullable(),
    reason: z.string(),
    granted_by: z.object({ principal_id: z.string(), name: z.string() }),
    to_self: z.boolean().meta({ description: 'The admin who granted it receives by it. Worth a second look.' }),
    created_at: Instant,
    state: GrantState,
    revoked_at: Instant.nullable(),
    revocation_id: z.string().nullable(),
  })
  .meta({ id: 'Grant' })
export type Grant = z.infer<typeof Grant>

export const GrantQuery = z.strictObject({
  tenant: TenantId.optional(),
  direction: z
    .enum(['given', 'received'])
    .default('given')
    .meta({ description: 'given: of what this tenant owns. received: by this tenant, its principals and runs.' }),
  state: z
    .enum([...GrantState.options, 'ended', 'expiring'])
    .optional()
    .meta({
      description: 'ended: expired or revoked. expiring: active, and ends within seven days.',
    }),
  artifact: ArtifactId.optional(),
  run: RunId.optional(),
  grantee: text(128).optional().meta({ description: 'The principal, run or tenant that receives.' }),
  revocation: text(64).optional().meta({ description: 'What one revocation ended.' }),
  with: TenantId.optional().meta({ description: 'The tenant on the other side.' }),
  after: text(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type GrantQuery = z.infer<typeof GrantQuery>

export const RestrictInput = z.strictObject({ reason: Reason }).meta({ id: 'RestrictInput' })
export const Restriction = z
  .object({
    artifact_id: ArtifactId,
    restricted: z.boolean(),
    reason: z.string().nullable(),
    since: Instant.nullable(),
  })
  .meta({
    id: 'Restriction',
    description: 'While restricted, only grants that name the artifact count; for auditors too.',
  })
export type Restriction = z.infer<typeof Restriction>

export const RevocationInput = z
  .strictObject({
    scope: z.enum(['grant', 'artifact', 'run', 'principal', 'tenant']).meta({
      description:
        'grant: one grant. artifact: all grants that name it. run: all grants over the run and its artifacts. principal: all grants to it, and its part in every run of this tenant. tenant: all sharing with another tenant.',
    }),
    id: text(128).min(1).meta({ description: 'Of the grant, artifact, run, principal or tenant.' }),
    derived: z
      .enum(['block', 'review', 'leave'])
      .default('block')
      .meta({ description: 'What happens to what the other side derived from it.' }),
    reason: Reason.optional(),
    dry_run: z.boolean().default(false),
    wait_ms: z.int().min(0).max(30_000).default(6_000).meta({ description: 'How long to wait for the drain, in ms.' }),
  })
  .refine((r) => r.dry_run || r.reason !== undefined, {
    path: ['reason'],
    message: 'say why: the reason stands in the log',
  })
  .meta({ id: 'RevocationInput' })
export type RevocationInput = z.infer<typeof RevocationInput>

const Recipient = z.object({
  principal_id: z.string(),
  name: z.string().nullable(),
  disclosures: z.int(),
  last_at: Instant,
})
const Disclosed = z
  .object({ count: z.int(), recipients: z.array(Recipient) })
  .meta({ description: 'What was disclosed under these grants and cannot be recalled. The newest 100 recipients.' })
export type Disclosed = z.infer<typeof Disclosed>
export const BlastRadius = z
  .object({
    grants: z.object({ count: z.int(), sample: z.array(Grant) }),
    participants: z.int().meta({ description: 'Parts in runs that end.' }),
    artifacts: z.int().meta({ description: 'Artifacts of this tenant that were readable by it.' }),
    open_scans: z
      .int()
      .meta({ description: 'Scans read within the lifetime of a cursor: the most cursors that may be open.' }),
    derived: z.object({ count: z.int(), at_least: z.boolean(), sample: z.array(ArtifactId) }),
    copies: z.int().meta({ description: 'Registered copies of what was derived.' }),
    disclosed: Disclosed,
    still_readable: z
      .array(z.string())
      .meta({ description: 'Other rules by which the same side keeps reading, in words. Empty when none.' }),
  })
  .meta({ id: 'BlastRadius' })
export type BlastRadius = z.infer<typeof BlastRadius>

export const Drain = z
  .object({
    state: z.enum(['drained', 'draining']),
    waiting_for: z.array(z.object({ process: z.string(), lease_until: Instant })),
    drained_at: Instant.nullable(),
  })
  .meta({
    id: 'Drain',
    description:
      'drained: no server process hands over another byte under what was revoked. Bytes handed to the network before are not recalled.',
  })
export type Drain = z.infer<typeof Drain>

export const Revocation = z
  .object({
    revocation_id: z.string(),
    tenant_id: TenantId,
    scope: z.enum(['grant', 'artifact', 'run', 'principal', 'tenant']),
    target: z.object({ id: z.string() }),
    derived: z.enum(['block', 'review', 'leave']),
    reason: z.string(),
    revoked_by: z.object({ principal_id: z.string(), name: z.string() }),
    revoked_at: Instant,
    grants: z.int(),
    participants: z.int(),
    blocked: z.int(),
    drain: Drain,
  })
  .meta({ id: 'Revocation' })
export type Revocation = z.infer<typeof Revocation>

export const RevocationDetail = Revocation.extend({ disclosed: Disclosed }).meta({ id: 'RevocationDetail' })
export type RevocationDetail = z.infer<typeof RevocationDetail>

export const RevocationPlan = z
  .object({ dry_run: z.literal(true), blast_radius: BlastRadius })
  .meta({ id: 'RevocationPlan', description: 'What a revoke would end. Nothing was changed.' })

export const BlockRow = z
  .object({
    artifact_id: ArtifactId,
    owner_tenant: TenantId,
    source_id: ArtifactId,
    mode: z.enum(['block', 'review']),
    blocked_at: Instant,
    lifted_at: Instant.nullable(),
  })
  .meta({ id: 'BlockRow' })
export type BlockRow = z.infer<typeof BlockRow>

export const AccessRequestInput = z
  .strictObject({ artifact_id: text(128).min(1), purpose: Purpose, reason: Reason })
  .meta({ id: 'AccessRequestInput' })
export const AccessRequest = z
  .object({
    request_id: z.string(),
    artifact_id: z.string(),
    purpose: Purpose,
    reason: z.string(),
    requested_by: z.object({ principal_id: z.string(), name: z.string(), tenant_id: TenantId }),
    created_at: Instant,
    state: z.enum(['pending', 'granted', 'denied']),
    answer: z.string().nullable(),
    grant_id: z.string().nullable(),
  })
  .meta({ id: 'AccessRequest' })
export type AccessRequest = z.infer<typeof AccessRequest>
export const AccessAnswer = z
  .strictObject({
    decision: z.enum(['grant', 'deny']),
    reason: Reason,
    purposes: z
      .array(Purpose)
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Of a grant. Default: the one asked for.' }),
    mask: FieldMask.optional(),
    until: Instant.optional(),
  })
  .meta({ id: 'AccessAnswer' })
export type AccessAnswer = z.infer<typeof AccessAnswer>

export const Operation = z.enum(['describe', 'preview', 'read', 'content', 'verify', 'proof', 'derive'])
export const ExplainQuery = z.strictObject({
  principal: PrincipalId.optional().meta({
    description: 'Whose view. Admins and auditors of the owning tenant; default: oneself.',
  }),
  purpose: Purpose.optional(),
  operation: Operation.default('read'),
})
export const RuleRow = z
  .object({
    rule: z.enum(['run_participant', 'grant', 'tenant_auditor']),
    grant_id: z.string().nullable(),
    purposes: z.array(z.string()),
    mask: z.array(z.string()).nullable(),
    ended: z.enum(['revoked', 'expired', 'not_yet', 'left', 'restricted']).nullable(),
    tenant_id: TenantId.meta({ description: 'The tenant through which the rule reaches the principal.' }),
  })
  .meta({ id: 'RuleRow' })
export type RuleRow = z.infer<typeof RuleRow>
export const Explanation = z
  .object({
    artifact_id: ArtifactId,
    principal: z.object({ principal_id: z.string(), name: z.string() }),
    operation: Operation,
    purpose: z.string().nullable(),
    outcome: z.string().meta({ description: 'allow, or the code of the refusal.' }),
    deciding: RuleRow.nullable(),
    statement: z.string(),
    rules: z
      .array(RuleRow)
      .meta({ description: 'Every rule that relates the principal to the artifact, live or ended.' }),
    restricted: z.boolean(),
    blocked: z.boolean(),
    simulated: z.boolean(),
    checked_at: Instant,
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof Explanation>

export const ReaderRow = z
  .object({
    principal: z.object({
      principal_id: z.string().nullable(),
      name: z.string(),
      kind: z.enum(['agent', 'user', 'run', 'tenant']),
      tenant_id: TenantId,
    }),
    rule: z.enum(['run_participant', 'grant', 'tenant_auditor']),
    grant_id: z.string().nullable(),
    purposes: z.array(z.string()),
    mask: z.array(z.string()).nullable(),
    live: z.boolean(),
    ended: z.string().nullable(),
    reads: z.int(),
    last_read_at: Instant.nullable(),
  })
  .meta({ id: 'ReaderRow', description: 'Who can read an artifact, and by which rule.' })
export type ReaderRow = z.infer<typeof ReaderRow>
export const Readers = z.object({ items: z.array(ReaderRow), restriction: Restriction }).meta({ id: 'Readers' })
export type Readers = z.infer<typeof Readers>

export const SharingRow = z
  .object({
    tenant_id: TenantId.meta({ description: 'The tenant on the other side.' }),
    direction: z.enum(['given', 'received']),
    active: z.int(),
    total: z.int(),
    last_granted_at: Instant.nullable(),
    last_disclosed_at: Instant.nullable(),
  })
  .meta({ id: 'SharingRow' })
export type SharingRow = z.infer<typeof SharingRow>
