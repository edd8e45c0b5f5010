import { z } from 'zod'
import { ArtifactState, CompletenessStatus } from './artifact-ref'
import { ArtifactId, Instant, KeyKind, KeyScope, Purpose, RunId, TenantId, text } from './ids'

const Purposes = z.array(Purpose).min(1).max(64)

export const TenantInput = z
  .strictObject({ tenant_id: TenantId, purposes: Purposes.default(['diagnosis', 'audit']) })
  .meta({ id: 'TenantInput' })
export const Tenant = z
  .object({ tenant_id: TenantId, purposes: Purposes, demo: z.boolean(), created_at: Instant })
  .meta({ id: 'Tenant' })
export type Tenant = z.infer<typeof Tenant>

export const PurposesInput = z.strictObject({ purposes: Purposes }).meta({ id: 'PurposesInput' })
export const PurposeUse = z
  .object({
    purpose: Purpose,
    listed: z
      .boolean()
      .meta({ description: 'false: named by runs or grants, and no more on the list. Permits nothing.' }),
    runs: z.int().meta({ description: 'Runs that declare it.' }),
    grants: z.int().meta({ description: 'Grants that name it and are neither revoked nor expired.' }),
  })
  .meta({ id: 'PurposeUse' })
export type PurposeUse = z.infer<typeof PurposeUse>
export const PurposeList = z.object({ items: z.array(PurposeUse) }).meta({ id: 'PurposeList' })

export const Limit = z
  .object({
    name: z.string(),
    value: z.int(),
    unit: z.enum(['bytes', 'seconds', 'ms', 'count']),
    setting: z
      .string()
      .nullable()
      .meta({ description: 'What the operator sets it with. null: fixed in this version.' }),
    says: z.string().meta({ description: 'What happens beyond it.' }),
  })
  .meta({ id: 'Limit' })
export type Limit = z.infer<typeof Limit>
export const LimitList = z.object({ items: z.array(Limit) }).meta({ id: 'LimitList' })

const Name = text(128).min(1)

export const KeyInput = z
  .strictObject({
    kind: KeyKind,
    name: Name.meta({ description: 'The principal the key acts as; keys with one name are one principal.' }),
    run_id: RunId.optional().meta({ description: 'Creates the run if needed and makes the agent a participant.' }),
    expires_at: Instant.nullable().optional(),
    scopes: z.array(KeyScope).min(1).optional().meta({ description: 'Narrows the key; all of its kind when absent.' }),
    user_id: z.string().optional().meta({
      description: 'Binds an agent key to a member: it then may only what both the agent and the person may.',
    }),
  })
  .meta({ id: 'KeyInput' })
export const Key = z
  .object({
    key_id: z.string(),
    tenant_id: TenantId,
    kind: KeyKind,
    name: Name,
    principal_id: z.string(),
    prefix: z.string(),
    scopes: z.array(KeyScope).nullable(),
    user_id: z.string().nullable(),
    created_at: Instant,
    expires_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
    last_used_at: Instant.nullable(),
  })
  .meta({ id: 'Key' })
export type Key = z.infer<typeof Key>
export const CreatedKey = Key.extend({
  key: z.string().meta({ description: 'Shown once; only its hash is kept.' }),
}).meta({ id: 'CreatedKey' })
export type CreatedKey = z.infer<typeof CreatedKey>

export const Role = z.enum(['admin', 'auditor', 'member'])
export type Role = z.infer<typeof Role>

export const UserInput = z
  .strictObject({
    email: z.email().max(254),
    name: Name,
    password: z.string().min(12, 'use at least 12 characters').max(1024).optional(),
    roles: z.array(Role).min(1).default(['member']),
  })
  .meta({ id: 'UserInput' })
export const User = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: Name,
    tenants: z.array(z.object({ tenant_id: TenantId, roles: z.array(Role) })),
    only_admin: z
      .boolean()
      .optional()
      .meta({ description: 'In the list of a tenant: its only admin, who is neither removed nor demoted.' }),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>
export const CreatedUser = User.extend({
  sign_in_link: z.string().meta({ description: 'Works once, within the hour.' }),
}).meta({ id: 'CreatedUser' })
export type CreatedUser = z.infer<typeof CreatedUser>

export const SignInLinkInput = z.strictObject({ email: z.email().max(254) }).meta({ id: 'SignInLinkInput' })
export const SignInLink = z
  .object({ sign_in_link: z.string().meta({ description: 'Works once, within the hour.' }) })
  .meta({ id: 'SignInLink' })
export type SignInLink = z.infer<typeof SignInLink>

export const RunInput = z.strictObject({ run_id: RunId.optional(), purposes: Purposes }).meta({ id: 'RunInput' })
const Participant = z.object({
  principal_id: z.string(),
  name: z.string(),
  kind: z.enum(['agent', 'user']),
  added_at: Instant,
})
export const RunState = z.enum(['active', 'left', 'not_joined']).meta({
  description:
    'active: somebody takes part. left: everybody who took part has left. not_joined: nobody ever took part; only captures are published to it.',
})
export const Run = z
  .object({
    run_id: RunId,
    tenant_id: TenantId,
    purposes: Purposes,
    state: RunState,
    created_at: Instant,
    created_by: z.object({ principal_id: z.string(), name: z.string().nullable() }),
    participants: z.array(Participant),
    left: z.array(Participant.extend({ ended_at: Instant })).meta({
      description: 'Who took part and does no more. Nothing of the run is disclosed to them for having done so.',
    }),
  })
  .meta({ id: 'Run' })
export type Run = z.infer<typeof Run>
export const ParticipantInput = z.strictObject({ principal_id: text(64) }).meta({ id: 'ParticipantInput' })

export const Me = z
  .object({
    principal_id: z.string(),
    kind: z.enum(['user', 'agent', 'operator']),
    name: z.string(),
    key_kind: KeyKind.nullable(),
    operator: z.boolean().meta({ description: 'May create tenants and their first admins. Reads nothing by it.' }),
    tenants: z.array(z.object({ tenant_id: TenantId, roles: z.array(Role), purposes: Purposes })),
    left: z
      .array(z.object({ tenant_id: TenantId, ended_at: Instant }))
      .meta({ description: 'Tenants whose membership this person had and has no more.' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** Query parameters of a keyset-paged list. */
export const page = {
  after: text(512).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

export const RunListQuery = z
  .strictObject({
    tenant: TenantId.optional(),
    state: RunState.optional(),
    purpose: Purpose.optional(),
    principal: text(64).optional().meta({ description: 'Who takes part in it, or did.' }),
    ...page,
  })
  .meta({ id: 'RunListQuery' })
export type RunListQuery = z.infer<typeof RunListQuery>
export const RunList = z.object({ items: z.array(Run), next: z.string().nullable() }).meta({ id: 'RunList' })
export type RunList = z.infer<typeof RunList>

export const ArtifactListQuery = z
  .strictObject({
    tenant: TenantId.optional(),
    run: RunId.optional(),
    tool: text(512).optional(),
    source: text(512).optional(),
    state: ArtifactState.optional(),
    status: CompletenessStatus.optional(),
    observed_from: Instant.optional(),
    observed_to: Instant.optional(),
    q: z
      .string()
      .max(4096)
      .optional()
      .meta({ description: 'An artifact id, a content hash, a tool call id or a locator, exactly.' }),
    shared: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'true: what other tenants share with this one, instead of its own.' }),
    ...page,
  })
  .meta({ id: 'ArtifactListQuery' })
export type ArtifactListQuery = z.infer<typeof ArtifactListQuery>

export const ArtifactRow = z
  .object({
    artifact_id: ArtifactId,
    tenant_id: TenantId,
    run_id: RunId,
    tool: z.string(),
    source_id: z.string(),
    observed_at: Instant,
    created_at: Instant,
    expires_at: Instant.nullable(),
    state: ArtifactState,
    status: CompletenessStatus,
    coverage: z.unknown(),
    omissions: z.int(),
    records: z.int().nullable(),
    bytes: z.int().nullable().meta({ description: 'null where fields are withheld from this reader.' }),
    derived: z.boolean(),
  })
  .meta({ id: 'ArtifactRow' })
export type ArtifactRow = z.infer<typeof ArtifactRow>
export const ArtifactList = z
  .object({ items: z.array(ArtifactRow), next: z.string().nullable() })
  .meta({ id: 'ArtifactList' })
export type ArtifactList = z.infer<typeof ArtifactList>

export const ArtifactCount = z
  .object({ count: z.int(), at_least: z.boolean().meta({ description: 'True when counting stopped at the bound.' }) })
  .meta({ id: 'ArtifactCount' })

export const RemovedDemo = z
  .object({
    tenant_id: TenantId,
    artifacts: z.int().meta({ description: 'Artifacts whose key and bytes were destroyed.' }),
    keys_revoked: z.int(),
  })
  .meta({ id: 'RemovedDemo' })
export type RemovedDemo = z.infer<typeof RemovedDemo>

export const LocatorSummary = z
  .object({ locator: z.string(), run_id: RunId, artifact_id: ArtifactId, moved_at: Instant, moves: z.int() })
  .meta({ id: 'LocatorSummary', description: 'A name, what it names now, and how often it has moved.' })
export type LocatorSummary = z.infer<typeof LocatorSummary>

/** One entry of a locator's history, newest first. */
export const LocatorMove = z
  .object({
    locator: z.string(),
    run_id: RunId,
    artifact_id: ArtifactId,
    state: ArtifactState,
    observed_at: Instant.meta({ description: 'When the source was observed, as its publisher declared.' }),
    moved_at: Instant.meta({ description: 'When the service recorded the move.' }),
    until: Instant.nullable(),
    moved_by: z.object({ principal_id: z.string(), name: z.string() }),
    readers: z.array(
      z.object({
        principal_id: z.string(),
        name: z.string(),
        at: Instant,
        disclosure_id: z.string(),
        while_current: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'LocatorMove' })
export type LocatorMove = z.infer<typeof LocatorMove>
