import { randomBytes } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import type postgres from 'postgres'
import type { z } from 'zod'
import { apiKeys, principals } from '@/drizzle/schema'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { CreatedKey, Key, KeyInput } from '@/lib/protocol/admin'
import type { KeyScope } from '@/lib/protocol/ids'
import { makeId } from '@/lib/protocol/make-id'
import { ProblemError } from '@/lib/protocol/problem'
import { hashSecret } from './authenticate'
import { actorOf, requireAdmin } from './may'
import type { Caller } from './principal'
import { ensureRun, participate } from './runs'
import { takeAway } from './scope'

const invalid = (field: string, detail: string) =>
  new ProblemError('invalid_request', `${field}: ${detail}`, { errors: [{ pointer: `/${field}`, detail }] })

/** Makes a key. It is returned once; only its SHA-256 is kept. Keys of one name in one tenant are one principal. */
export async function createKey(
  rt: Deps,
  caller: Caller,
  tenantId: string,
  input: z.infer<typeof KeyInput>,
): Promise<CreatedKey> {
  requireAdmin(caller, tenantId)
  if (input.run_id !== undefined && input.kind === 'admin')
    throw invalid('run_id', 'an admin key administers the tenant and takes part in no run; leave run_id out')
  if (input.user_id !== undefined && input.kind !== 'agent')
    throw invalid('user_id', 'only an agent key can be bound to a person; leave user_id out')
  const scopes = input.scopes ? [...new Set(input.scopes)].sort() : null
  // A narrowed key makes no wider one.
  if (caller.kind === 'agent' && caller.scopes && (!scopes || scopes.some((s) => !caller.scopes!.includes(s))))
    throw invalid('scopes', `this key is narrowed to ${caller.scopes.join(', ')}; narrow the new one to some of these`)
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  if (expiresAt && expiresAt <= rt.now())
    throw invalid('expires_at', 'name an instant in the future, or null for a key that does not expire')

  const id = makeId('key')
  const key = `hf_${input.kind}_${id.slice(4)}_${randomBytes(32).toString('base64url')}`
  const prefix = `hf_${input.kind}_${id.slice(4, 12)}`
  return rt.sql.begin(async (tx) => {
    const [tenant] = await tx<
      { purposes: string[] }[]
    >`select purposes from tenants where id = ${tenantId} and removed_at is null`
    if (!tenant) throw new ProblemError('not_found', 'No tenant by this name exists for this caller.')
    if (input.user_id !== undefined) {
      const [member] = await tx`select 1 from memberships where tenant_id = ${tenantId} and user_id = ${input.user_id}`
      if (!member) throw invalid('user_id', 'no member of this tenant has this id; GET …/users lists them')
    }
    const principalId = await ensureAgent(tx, tenantId, input.name)
    const [made] = await tx<{ createdAt: Date }[]>`
      insert into api_keys (id, tenant_id, principal_id, kind, hash, prefix, created_by, expires_at, scopes, user_id)
      values (${id}, ${tenantId}, ${principalId}, ${input.kind}, ${hashSecret(key)}, ${prefix}, ${caller.principalId}, ${expiresAt}, ${scopes}, ${input.user_id ?? null})
      returning created_at as "createdAt"`
    if (input.run_id !== undefined) {
      await ensureRun(tx, caller, tenantId, input.run_id, [tenant.purposes[0]!])
      if (input.kind === 'agent') await participate(tx, caller, tenantId, input.run_id, principalId)
    }
    await record(tx, {
      tenantId,
      kind: 'key_created',
      ...actorOf(caller),
      detail: {
        key_id: id,
        key_kind: input.kind,
        principal_id: principalId,
        name: input.name,
        expires_at: expiresAt?.toISOString() ?? null,
        scopes,
        user_id: input.user_id ?? null,
      },
    })
    return {
      key,
      ...wire(
        {
          id,
          tenantId,
          principalId,
          kind: input.kind,
          prefix,
          createdAt: made!.createdAt,
          expiresAt,
          revokedAt: null,
          lastUsedAt: null,
          scopes,
          userId: input.user_id ?? null,
        },
        input.name,
      ),
    }
  })
}

async function ensureAgent(tx: postgres.TransactionSql, tenantId: string, name: string): Promise<string> {
  await tx`
    insert into principals (id, kind, tenant_id, name) values (${makeId('agt')}, 'agent', ${tenantId}, ${name})
    on conflict (tenant_id, name) where kind = 'agent' do nothing`
  const [row] = await tx<{ id: string }[]>`
    select id from principals where kind = 'agent' and tenant_id = ${tenantId} and name = ${name}`
  return row!.id
}

/** The keys of a tenant, in order of their ids. Never the keys themselves. */
export async function listKeys(
  rt: Deps,
  caller: Caller,
  query: { tenant: string; after?: string; limit?: number },
): Promise<{ items: Key[]; next: string | null }> {
  requireAdmin(caller, query.tenant)
  const limit = query.limit ?? 50
  const rows = await rt.orm
    .select({ key: apiKeys, name: principals.name })
    .from(apiKeys)
    .innerJoin(principals, eq(principals.id, apiKeys.principalId))
    .where(and(eq(apiKeys.tenantId, query.tenant), query.after ? gt(apiKeys.id, query.after) : undefined))
    .orderBy(asc(apiKeys.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map((r) => wire(r.key, r.name))
  return { items, next: rows.length > limit ? items.at(-1)!.key_id : null }
}

/**
 * Ends a key at once. The gate is taken exclusively, last before the commit: no disclosure decision is ordered after it
 * (drizzle/0004_authority.sql). Revoking it again changes nothing.
 */
export async function revokeKey(rt: Deps, caller: Caller, tenantId: string, keyId: string): Promise<Key> {
  requireAdmin(caller, tenantId)
  await rt.sql.begin(async (tx) => {
    const [key] = await tx`select id from api_keys where id = ${keyId} and tenant_id = ${tenantId} for update`
    if (!key) throw new ProblemError('not_found', 'No key by this id exists in this tenant.')
    const ended =
      await tx`update api_keys set revoked_at = clock_timestamp() where id = ${keyId} and revoked_at is null`
    if (ended.count === 0) return
    await record(tx, { tenantId, kind: 'key_revoked', ...actorOf(caller), detail: { key_id: keyId } })
    await takeAway(tx, tenantId, 'key_revoked')
  })
  const [row] = await rt.orm
    .select({ key: apiKeys, name: principals.name })
    .from(apiKeys)
    .innerJoin(principals, eq(principals.id, apiKeys.principalId))
    .where(eq(apiKeys.id, keyId))
  return wire(row!.key, row!.name)
}

type Row = Omit<typeof apiKeys.$inferSelect, 'hash' | 'createdBy'>
const wire = (k: Row, name: string): Key => ({
  key_id: k.id,
  tenant_id: k.tenantId,
  kind: k.kind,
  name,
  principal_id: k.principalId,
  prefix: k.prefix,
  scopes: k.scopes as KeyScope[] | null,
  user_id: k.userId,
  created_at: k.createdAt.toISOString(),
  expires_at: k.expiresAt?.toISOString() ?? null,
  revoked_at: k.revokedAt?.toISOString() ?? null,
  last_used_at: k.lastUsedAt?.toISOString() ?? null,
})
