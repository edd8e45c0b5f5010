import { z } from 'zod'
import { Role } from './admin'
import { Instant, TenantId, text } from './ids'

const Email = z.email().max(254)
const Roles = z.array(Role).min(1).max(3)
const Token = z.string().regex(/^[\w-]{43}$/, 'is the part of the link behind "#token="')
/** OWASP and NIST SP 800-63B: length is what counts. The upper bound keeps the cost of one check in hand. */
const Password = z.string().min(12, 'use at least 12 characters').max(1024)

export const RolesInput = z.strictObject({ roles: Roles }).meta({ id: 'RolesInput' })

export const RemovedMember = z
  .object({
    tenant_id: TenantId,
    user_id: z.string(),
    removed_at: Instant,
    runs_left: z.int().meta({ description: 'Runs of the tenant the person took part in until now.' }),
    keys_ended: z.int().meta({ description: 'Keys of the tenant that were bound to the person and are revoked now.' }),
  })
  .meta({ id: 'RemovedMember' })
export type RemovedMember = z.infer<typeof RemovedMember>

export const RecoverAdminInput = z
  .strictObject({
    email: Email,
    name: text(128).min(1).optional().meta({ description: 'Needed where no account has the address.' }),
  })
  .meta({ id: 'RecoverAdminInput' })

export const InvitationInput = z
  .strictObject({ email: Email, roles: Roles.default(['member']) })
  .meta({ id: 'InvitationInput' })

export const Invitation = z
  .object({
    invitation_id: z.string(),
    tenant_id: TenantId,
    email: z.string(),
    roles: z.array(Role),
    invited_by: z.object({ principal_id: z.string(), name: z.string() }),
    created_at: Instant,
    expires_at: Instant,
    state: z.enum(['open', 'expired', 'void', 'accepted', 'declined', 'withdrawn']).meta({
      description:
        'void: whoever invited does not administer the tenant any more, so that it can no longer be accepted.',
    }),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const CreatedInvitation = Invitation.extend({
  invitation_link: z.string().meta({ description: 'Shown once. Works once, within seven days, for this address.' }),
}).meta({ id: 'CreatedInvitation' })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

/** Which invitation: by the token of its link, or by id where the provider has verified the address. */
export const InvitationNamed = z
  .union([z.strictObject({ token: Token }), z.strictObject({ invitation_id: text(64) })])
  .meta({ id: 'InvitationNamed' })
export type InvitationNamed = z.infer<typeof InvitationNamed>

export const AcceptInput = z
  .strictObject({
    invitation: InvitationNamed,
    password: Password.optional().meta({
      description:
        'A new password for a local account; the earlier one ends when the account comes to a further tenant.',
    }),
  })
  .meta({ id: 'AcceptInput' })

/** What the person is asked, with what accepting does to the ways they sign in. */
export const ShownInvitation = Invitation.extend({
  ends_password: z
    .boolean()
    .meta({ description: 'Accepting ends the password of this account: whoever made the account may know it.' }),
}).meta({ id: 'ShownInvitation' })
export type ShownInvitation = z.infer<typeof ShownInvitation>

/** The form that makes an account out of an invitation; it goes to sign-in, not to the API. */
export const NewAccount = z.object({ token: Token, name: text(128).trim().min(1), password: Password })

export const ProviderCheck = z.object({
  check: z.enum([
    'discovery',
    'issuer',
    'transport',
    'code_flow',
    'pkce',
    'client_authentication',
    'keys',
    'addresses',
  ]),
  result: z.enum(['passed', 'failed', 'unknown']),
  detail: z.string(),
})
export type ProviderCheck = z.infer<typeof ProviderCheck>

export const SignInSettings = z
  .object({
    local: z.literal(true).meta({ description: 'One-time links and local passwords always work.' }),
    provider: z
      .object({
        name: z.string(),
        issuer: z.string(),
        client_id: z.string(),
        redirect_uri: z.string(),
        checks: z.array(ProviderCheck),
        checked_at: Instant,
      })
      .nullable(),
  })
  .meta({ id: 'SignInSettings', description: 'How people sign in here. The client secret is never part of it.' })
export type SignInSettings = z.infer<typeof SignInSettings>

/** How the person who asks can sign in. */
export const OwnSignIn = z
  .object({
    email: z.string(),
    password: z.boolean(),
    provider: z.string().nullable().meta({ description: 'Name of the provider of this instance.' }),
    identities: z.array(
      z.object({
        issuer: z.string(),
        email: z.string().nullable(),
        email_verified: z.boolean(),
        linked_by: z.enum(['invitation', 'address', 'person']),
        linked_at: Instant,
        last_used_at: Instant,
      }),
    ),
    session_expires_at: Instant,
  })
  .meta({ id: 'OwnSignIn' })
export type OwnSignIn = z.infer<typeof OwnSignIn>
