import type { z } from 'zod'
import type {
  CreatedKey,
  CreatedUser,
  Key,
  KeyInput,
  PurposeUse,
  Tenant,
  TenantInput,
  User,
  UserInput,
} from '@/lib/protocol/admin'
import type { RegisteredSchema } from '@/lib/protocol/schemas'
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

/** Who belongs to the tenant, as far as one page of its keys and of its people goes; `more`: there are others. */
export async function fetchPrincipals(
  tenant: string,
  o: { signal?: AbortSignal } = {},
): Promise<{ principals: { id: string; name: string; kind: 'agent' | 'user' }[]; more: boolean }> {
  type Page<T> = { items: T[]; next: string | null }
  const [keys, users] = await Promise.all([
    request<Page<Key>>(`${at(tenant)}/keys?limit=200`, o),
    request<Page<User>>(`${at(tenant)}/users?limit=200`, o),
  ])
  const agents = keys.items.filter((k) => k.kind === 'agent' && k.revoked_at === null)
  const named = new Map(
    agents.map((k) => [k.principal_id, { id: k.principal_id, name: k.name, kind: 'agent' as const }]),
  )
  const people = users.items.map((u) => ({ id: u.user_id, name: `${u.name}, ${u.email}`, kind: 'user' as const }))
  return { principals: [...named.values(), ...people], more: keys.next !== null || users.next !== null }
}

export const changePurposes = (tenant: string, purposes: string[]): Promise<{ items: PurposeUse[] }> =>
  request(`${at(tenant)}/purposes`, { method: 'PUT', body: { purposes } })

/** The document goes out character for character. */
export const registerSchema = (tenant: string, version: string, document: string): Promise<RegisteredSchema> =>
  request(`/schemas/${encodeURIComponent(version)}`, { method: 'PUT', source: document, tenant })
