import type { z } from 'zod'
import type { Key, User } from '@/lib/protocol/admin'
import type {
  AccessAnswer,
  AccessRequest,
  AccessRequestInput,
  BlastRadius,
  ExplainQuery,
  Explanation,
  Grant,
  GrantInput,
  Readers,
  Restriction,
  Revocation,
  RevocationDetail,
  RevocationInput,
} from '@/lib/protocol/authority'
import { query, request } from './request'

type Input<T extends z.ZodType> = z.input<T>
const at = (id: string) => encodeURIComponent(id)

export const createGrant = (tenant: string, input: Input<typeof GrantInput>): Promise<Grant> =>
  request('/grants', { method: 'POST', tenant, body: input })

/** What a revoke would end. Changes nothing; the look is in the log. */
export const planRevocation = (
  tenant: string,
  { scope, id }: Pick<RevocationInput, 'scope' | 'id'>,
  signal?: AbortSignal,
): Promise<BlastRadius> =>
  request<{ blast_radius: BlastRadius }>('/revocations', {
    method: 'POST',
    tenant,
    body: { scope, id, dry_run: true },
    ...(signal && { signal }),
  }).then((plan) => plan.blast_radius)

/** Answers as soon as it is in force; whoever needs the drain asks for it again. */
export const revoke = (
  tenant: string,
  input: Omit<Input<typeof RevocationInput>, 'dry_run' | 'wait_ms'>,
): Promise<Revocation> => request('/revocations', { method: 'POST', tenant, body: { ...input, wait_ms: 0 } })

export const fetchRevocation = (tenant: string, id: string, signal?: AbortSignal): Promise<RevocationDetail> =>
  request(`/revocations/${at(id)}`, { tenant, ...(signal && { signal }) })

export const liftBlock = (tenant: string, revocationId: string, artifactId: string): Promise<void> =>
  request(`/revocations/${at(revocationId)}/derived/${at(artifactId)}`, { method: 'DELETE', tenant })

export const restrict = (tenant: string, artifactId: string, reason: string): Promise<Restriction> =>
  request(`/artifacts/${at(artifactId)}/restriction`, { method: 'PUT', tenant, body: { reason } })

export const unrestrict = (tenant: string, artifactId: string): Promise<Restriction> =>
  request(`/artifacts/${at(artifactId)}/restriction`, { method: 'DELETE', tenant })

export const fetchReaders = (tenant: string, artifactId: string, signal?: AbortSignal): Promise<Readers> =>
  request(`/artifacts/${at(artifactId)}/readers`, { tenant, ...(signal && { signal }) })

/** `purpose`: for which this is itself a disclosure, of oneself; what is asked about stands in `asked`. */
export const explain = (
  artifactId: string,
  asked: Input<typeof ExplainQuery>,
  purpose: string | null,
): Promise<Explanation> =>
  request(`/artifacts/${at(artifactId)}/authority${query(asked)}`, purpose === null ? {} : { purpose })

export const requestAccess = (tenant: string, input: Input<typeof AccessRequestInput>): Promise<AccessRequest> =>
  request('/access-requests', { method: 'POST', tenant, body: input })

export const answerRequest = (tenant: string, id: string, answer: Input<typeof AccessAnswer>): Promise<AccessRequest> =>
  request(`/access-requests/${at(id)}/answer`, { method: 'POST', tenant, body: answer })

export type Known = { principal_id: string; name: string }

/** The agents and people of a tenant, as far as one page of each goes: suggestions, not a list to rely on. */
export async function fetchPrincipals(tenant: string): Promise<Known[]> {
  const [keys, users] = await Promise.all([
    request<{ items: Key[] }>(`/tenants/${at(tenant)}/keys?limit=200`),
    request<{ items: User[] }>(`/tenants/${at(tenant)}/users?limit=200`),
  ])
  const known = new Map<string, Known>()
  for (const { kind, principal_id, name } of keys.items)
    if (kind === 'agent') known.set(principal_id, { principal_id, name })
  for (const { user_id, name } of users.items) known.set(user_id, { principal_id: user_id, name })
  return [...known.values()]
}
