import { z } from 'zod'
import { createKey, listKeys, revokeKey } from '@/lib/authority/keys'
import { createTenant, listTenants } from '@/lib/authority/tenants'
import { createUser, listUsers, me, reissueSignInLink } from '@/lib/authority/users'
import { removeDemo } from '@/lib/demo/remove'
import { route } from '@/lib/http/route'
import {
  CreatedKey,
  CreatedUser,
  Key,
  KeyInput,
  Me,
  page,
  RemovedDemo,
  SignInLink,
  SignInLinkInput,
  Tenant,
  TenantInput,
  User,
  UserInput,
} from '@/lib/protocol/admin'
import type { ProblemCode } from '@/lib/protocol/problem'

const tag = 'Administration'
const BODY: ProblemCode[] = ['invalid_json', 'invalid_request', 'unsupported_media_type']
const listOf = <T extends z.ZodType>(items: T) => z.object({ items: z.array(items), next: z.string().nullable() })

export const tenantRoutes = [
  route({
    method: 'GET',
    path: '/me',
    operationId: 'me',
    tag,
    summary: 'Who this credential is',
    credential: 'now',
    scope: null,
    replies: { 200: { description: 'The principal and its tenants.', schema: Me } },
    problems: [],
    handle: async ({ rt, caller }) => ({ json: await me(rt, caller) }),
  }),
  route({
    method: 'POST',
    path: '/tenants',
    operationId: 'createTenant',
    tag,
    summary: 'Create a tenant with its list of purposes',
    description: 'The instance operator only.',
    credential: 'now',
    scope: 'administer',
    body: TenantInput,
    replies: {
      201: { description: 'Created.', schema: Tenant },
      200: { description: 'It was there, with the same purposes.', schema: Tenant },
    },
    problems: [...BODY, 'forbidden', 'conflict'],
    handle: async ({ rt, caller, body }) => {
      const { tenant, created } = await createTenant(rt, caller, body)
      return { status: created ? 201 : 200, json: tenant }
    },
  }),
  route({
    method: 'GET',
    path: '/tenants',
    operationId: 'listTenants',
    tag,
    summary: 'Tenants the caller belongs to',
    credential: 'now',
    scope: 'administer',
    query: z.strictObject(page),
    replies: { 200: { description: 'A page of tenants.', schema: listOf(Tenant) } },
    problems: ['invalid_request'],
    handle: async ({ rt, caller, query }) => ({ json: await listTenants(rt, caller, query) }),
  }),
  route({
    method: 'POST',
    path: '/tenants/{tenant_id}/keys',
    operationId: 'createKey',
    tag,
    summary: 'Make a key',
    description: 'The key is in this answer and nowhere else. Keys of one name are one principal.',
    credential: 'now',
    scope: 'administer',
    body: KeyInput,
    replies: { 201: { description: 'Created.', schema: CreatedKey } },
    problems: [...BODY, 'forbidden', 'not_found', 'purpose_required'],
    handle: async ({ rt, caller, params, body }) => ({
      status: 201,
      json: await createKey(rt, caller, params.tenant_id!, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/tenants/{tenant_id}/keys',
    operationId: 'listKeys',
    tag,
    summary: 'The keys of a tenant, without the keys themselves',
    credential: 'now',
    scope: 'administer',
    query: z.strictObject(page),
    replies: { 200: { description: 'A page of keys.', schema: listOf(Key) } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, params, query }) => ({
      json: await listKeys(rt, caller, { tenant: params.tenant_id!, ...query }),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/tenants/{tenant_id}/keys/{key_id}',
    operationId: 'revokeKey',
    tag,
    summary: 'End a key at once',
    credential: 'now',
    scope: 'administer',
    replies: { 200: { description: 'The key, revoked.', schema: Key } },
    problems: ['forbidden', 'not_found'],
    handle: async ({ rt, caller, params }) => ({
      json: await revokeKey(rt, caller, params.tenant_id!, params.key_id!),
    }),
  }),
  route({
    method: 'POST',
    path: '/tenants/{tenant_id}/users',
    operationId: 'createUser',
    tag,
    summary: 'Create a local account, or give an existing one roles in this tenant',
    credential: 'now',
    scope: 'administer',
    body: UserInput,
    replies: { 201: { description: 'Created, with a one-time sign-in link.', schema: CreatedUser } },
    problems: [...BODY, 'forbidden', 'not_found', 'conflict'],
    handle: async ({ rt, caller, params, body }) => ({
      status: 201,
      json: await createUser(rt, caller, params.tenant_id!, body),
    }),
  }),
  route({
    method: 'GET',
    path: '/tenants/{tenant_id}/users',
    operationId: 'listUsers',
    tag,
    summary: 'The people of a tenant and their roles in it',
    credential: 'now',
    scope: 'administer',
    query: z.strictObject(page),
    replies: { 200: { description: 'A page of people.', schema: listOf(User) } },
    problems: ['invalid_request', 'forbidden', 'not_found'],
    handle: async ({ rt, caller, params, query }) => ({
      json: await listUsers(rt, caller, { tenant: params.tenant_id!, ...query }),
    }),
  }),
  route({
    method: 'POST',
    path: '/sign-in-links',
    operationId: 'reissueSignInLink',
    tag,
    summary: 'A new one-time link for an account that exists',
    description: 'The instance operator only.',
    credential: 'now',
    scope: 'administer',
    body: SignInLinkInput,
    replies: { 201: { description: 'The link.', schema: SignInLink } },
    problems: [...BODY, 'forbidden', 'not_found'],
    handle: async ({ rt, caller, body }) => ({ status: 201, json: await reissueSignInLink(rt, caller, body) }),
  }),
  route({
    method: 'DELETE',
    path: '/demo',
    operationId: 'removeDemo',
    tag,
    summary: 'Remove the demo tenant: its keys, bytes and credentials',
    description: 'The instance operator only. Tombstones and the log stay.',
    credential: 'now',
    scope: 'administer',
    replies: { 200: { description: 'What was removed.', schema: RemovedDemo } },
    problems: ['forbidden', 'not_found'],
    handle: async ({ rt, caller }) => ({ json: await removeDemo(rt, caller) }),
  }),
]
