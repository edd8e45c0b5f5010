import { z } from 'zod'
import { acceptInvitation, declineInvitation, findInvitation, myInvitations } from '@/lib/authority/accept-invitation'
import { invite, listInvitations, withdrawInvitation } from '@/lib/authority/invitations'
import { changeRoles, recoverAdmin, removeMember } from '@/lib/authority/members'
import { ownSignIn, signInSettings } from '@/lib/authority/sign-in-settings'
import { route } from '@/lib/http/route'
import { CreatedUser, page, User } from '@/lib/protocol/admin'
import {
  AcceptInput,
  CreatedInvitation,
  Invitation,
  InvitationInput,
  InvitationNamed,
  OwnSignIn,
  RecoverAdminInput,
  RemovedMember,
  RolesInput,
  ShownInvitation,
  SignInSettings,
} from '@/lib/protocol/people'
import type { ProblemCode } from '@/lib/protocol/problem'
import { BODY } from './parts'

const common = { tag: 'People', credential: 'now' as const, scope: 'administer' as const }
const own = { ...common, scope: null }
const MEMBER: ProblemCode[] = ['forbidden', 'not_found', 'access_revoked']

export const peopleRoutes = [
  route({
    ...common,
    method: 'PUT',
    path: '/tenants/{tenant_id}/users/{user_id}/roles',
    operationId: 'changeRoles',
    summary: 'Give a member exactly these roles',
    description: 'Holds for every decision from then on. The only admin of a tenant keeps the role.',
    body: RolesInput,
    replies: { 200: { description: 'The member with the roles in this tenant.', schema: User } },
    problems: [...BODY, ...MEMBER, 'last_admin'],
    handle: async ({ rt, caller, params, body }) => ({
      json: await changeRoles(rt, caller, params.tenant_id!, params.user_id!, body),
    }),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/tenants/{tenant_id}/users/{user_id}',
    operationId: 'removeMember',
    summary: 'Remove a member, or leave',
    description:
      'Ends the membership, the runs the person took part in and the keys bound to them, at once. Keys they made for agents go on. The only admin of a tenant stays.',
    replies: { 200: { description: 'What has ended.', schema: RemovedMember } },
    problems: [...MEMBER, 'last_admin'],
    handle: async ({ rt, caller, params }) => ({
      json: await removeMember(rt, caller, params.tenant_id!, params.user_id!),
    }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/tenants/{tenant_id}/admin-recovery',
    operationId: 'recoverAdmin',
    summary: 'Make an admin of a tenant whose admin is lost',
    description:
      "The instance operator only. The account, new or existing, gets the role and a one-time link; its earlier password, sessions, links and provider's identities end.",
    body: RecoverAdminInput,
    replies: { 201: { description: 'The admin, with the link.', schema: CreatedUser } },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, params, body }) => ({
      status: 201,
      json: await recoverAdmin(rt, caller, params.tenant_id!, body),
    }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/tenants/{tenant_id}/invitations',
    operationId: 'invite',
    summary: 'Invite the person of an address',
    description:
      'No mail is sent: hand the link over. The answer does not tell whether an account has the address. A second invitation of an address replaces the first.',
    body: InvitationInput,
    replies: { 201: { description: 'The invitation, with its link.', schema: CreatedInvitation } },
    problems: [...BODY, ...MEMBER, 'conflict'],
    handle: async ({ rt, caller, params, body }) => ({
      status: 201,
      json: await invite(rt, caller, params.tenant_id!, body),
    }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/tenants/{tenant_id}/invitations',
    operationId: 'listInvitations',
    summary: 'The invitations of a tenant, newest first, without their links',
    query: z.strictObject(page),
    replies: {
      200: {
        description: 'A page of invitations.',
        schema: z.object({ items: z.array(Invitation), next: z.string().nullable() }),
      },
    },
    problems: ['invalid_request', ...MEMBER],
    handle: async ({ rt, caller, params, query }) => ({
      json: await listInvitations(rt, caller, { tenant: params.tenant_id!, ...query }),
    }),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/tenants/{tenant_id}/invitations/{invitation_id}',
    operationId: 'withdrawInvitation',
    summary: 'Take an invitation back',
    replies: { 200: { description: 'The invitation, as it ended.', schema: Invitation } },
    problems: MEMBER,
    handle: async ({ rt, caller, params }) => ({
      json: await withdrawInvitation(rt, caller, params.tenant_id!, params.invitation_id!),
    }),
  }),
  route({
    ...own,
    method: 'GET',
    path: '/invitations',
    operationId: 'myInvitations',
    summary: 'Open invitations of your address, where the provider has verified it',
    replies: {
      200: { description: 'Up to 50, newest first.', schema: z.object({ items: z.array(ShownInvitation) }) },
    },
    problems: ['forbidden'],
    handle: async ({ rt, caller }) => ({ json: { items: await myInvitations(rt, caller) } }),
  }),
  route({
    ...own,
    method: 'POST',
    path: '/invitations/find',
    operationId: 'findInvitation',
    summary: 'What an invitation asks, and what accepting it would end',
    body: InvitationNamed,
    replies: { 200: { description: 'The invitation.', schema: ShownInvitation } },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, body }) => ({ json: await findInvitation(rt, caller, body) }),
  }),
  route({
    ...own,
    method: 'POST',
    path: '/invitations/accept',
    operationId: 'acceptInvitation',
    summary: 'Become a member',
    description:
      "A person only, signed in to the account of the invited address. Unless the invitation made the account, its password, other sessions, links and provider's identities end: whoever made the account may hold them.",
    body: AcceptInput,
    replies: { 200: { description: 'The invitation, accepted.', schema: ShownInvitation } },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, body }) => ({ json: await acceptInvitation(rt, caller, body) }),
  }),
  route({
    ...own,
    method: 'POST',
    path: '/invitations/decline',
    operationId: 'declineInvitation',
    summary: 'Turn an invitation down',
    body: InvitationNamed,
    replies: { 200: { description: 'The invitation, declined.', schema: ShownInvitation } },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, body }) => ({ json: await declineInvitation(rt, caller, body) }),
  }),
  route({
    ...own,
    method: 'GET',
    path: '/sign-in',
    operationId: 'signInSettings',
    summary: 'The provider that is set, and what it says now',
    description: 'For admins of a tenant and the instance operator. Never the client secret.',
    replies: { 200: { description: 'How people sign in here.', schema: SignInSettings } },
    problems: ['forbidden'],
    handle: async ({ rt, caller }) => ({ json: await signInSettings(rt, caller) }),
  }),
  route({
    ...own,
    method: 'GET',
    path: '/me/sign-in',
    operationId: 'ownSignIn',
    summary: 'How you can sign in',
    replies: { 200: { description: 'Your password and identities.', schema: OwnSignIn } },
    problems: ['forbidden'],
    handle: async ({ rt, caller }) => ({ json: await ownSignIn(rt, caller) }),
  }),
]
