import type { Role, User } from '@/lib/protocol/admin'
import type {
  CreatedInvitation,
  Invitation,
  InvitationNamed,
  RemovedMember,
  ShownInvitation,
} from '@/lib/protocol/people'
import { request } from './request'

const at = (tenant: string) => `/tenants/${encodeURIComponent(tenant)}`
const member = (tenant: string, userId: string) => `${at(tenant)}/users/${encodeURIComponent(userId)}`

export const changeRoles = (tenant: string, userId: string, roles: Role[]): Promise<User> =>
  request(`${member(tenant, userId)}/roles`, { method: 'PUT', body: { roles } })

export const removeMember = (tenant: string, userId: string): Promise<RemovedMember> =>
  request(member(tenant, userId), { method: 'DELETE' })

/** The answer has the link, this once. */
export const invite = (tenant: string, input: { email: string; roles: Role[] }): Promise<CreatedInvitation> =>
  request(`${at(tenant)}/invitations`, { method: 'POST', body: input })

export const withdrawInvitation = (tenant: string, id: string): Promise<Invitation> =>
  request(`${at(tenant)}/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const findInvitation = (invitation: InvitationNamed): Promise<ShownInvitation> =>
  request('/invitations/find', { method: 'POST', body: invitation })

/** `password`: a new one, for a local account whose earlier one ends. */
export const acceptInvitation = (invitation: InvitationNamed, password?: string): Promise<ShownInvitation> =>
  request('/invitations/accept', { method: 'POST', body: { invitation, ...(password && { password }) } })

export const declineInvitation = (invitation: InvitationNamed): Promise<ShownInvitation> =>
  request('/invitations/decline', { method: 'POST', body: invitation })
