import type { z } from 'zod'
import type { CreatedKey, CreatedUser, Key, KeyInput, Run, Tenant, TenantInput, UserInput } from '@/lib/protocol/admin'
import { request } from './request'

const at = (tenant: string) => `/tenants/${encodeURIComponent(tenant)}`

export const createTenant = (input: z.input<typeof TenantInput>): Promise<Tenant> =>
  request('/tenants', { method: 'POST', body: input })

/** The answer has the key itself, this once. */
export const createKey = (tenant: string, input: z.input<typeof KeyInput>): Promise<CreatedKey> =>
  request(`${at(tenant)}/keys`, { method: 'POST', body: input })

export const revokeKey = (tenant: string, keyId: string): Promise<Key> =>
  request(`${at(tenant)}/keys/${encodeURIComponent(keyId)}`, { method: 'DELETE' })

/** The answer has the one-time link, this once. */
export const createUser = (tenant: string, input: z.input<typeof UserInput>): Promise<CreatedUser> =>
  request(`${at(tenant)}/users`, { method: 'POST', body: input })

export const addParticipant = (tenant: string, runId: string, principalId: string): Promise<Run> =>
  request(`/runs/${encodeURIComponent(runId)}/participants`, {
    method: 'POST',
    tenant,
    body: { principal_id: principalId },
  })
