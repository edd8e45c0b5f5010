import { and, asc, gt, inArray, isNull } from 'drizzle-orm'
import type postgres from 'postgres'
import type { z } from 'zod'
import { tenants } from '@/drizzle/schema'
import { record } from '@/lib/audit/record'
import type { Deps } from '@/lib/deps'
import type { Tenant, TenantInput } from '@/lib/protocol/admin'
import { ProblemError } from '@/lib/protocol/problem'
import { actorOf, isOperator, requireOperator } from './may'
import type { Caller } from './principal'

/** Creates a tenant. Creating it again with the same purposes changes nothing; with others it is a conflict. */
export async function createTenant(
  rt: Deps,
  caller: Caller,
  input: z.infer<typeof TenantInput>,
  options: { demo?: boolean } = {},
): Promise<{ tenant: Tenant; created: boolean }> {
  requireOperator(caller)
  const purposes = [...new Set(input.purposes)]
  return rt.sql.begin(async (tx) => {
    const [made] = await tx<{ createdAt: Date }[]>`
      insert into tenants (id, purposes, demo) values (${input.tenant_id}, ${purposes}, ${options.demo ?? false})
      on conflict (id) do nothing returning created_at as "createdAt"`
    if (made) {
      await record(tx, { tenantId: input.tenant_id, kind: 'tenant_created', ...actorOf(caller), detail: { purposes } })
      if (caller.kind === 'user') await found(tx, input.tenant_id, caller)
      return {
        tenant: wire({ id: input.tenant_id, purposes, demo: options.demo ?? false, createdAt: made.createdAt }),
        created: true,
      }
    }
    const [existing] = await tx<Row[]>`
      select id, purposes, demo, created_at as "createdAt" from tenants where id = ${input.tenant_id} and removed_at is null`
    if (!existing || existing.purposes.join() !== purposes.join())
      throw new ProblemError(
        'conflict',
        `The tenant "${input.tenant_id}" exists already with other purposes, or existed and was removed.`,
      )
    return { tenant: wire(existing), created: false }
  })
}

/** A person who creates a tenant is its first admin and its first auditor, and the log says so. */
async function found(tx: postgres.TransactionSql, tenantId: string, caller: Caller): Promise<void> {
  const roles = ['admin', 'auditor'] as const
  for (const role of roles)
    await tx`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${caller.principalId}, ${role})`
  await record(tx, {
    tenantId,
    kind: 'member_added',
    ...actorOf(caller),
    detail: { user_id: caller.principalId, roles },
  })
}

/** The tenants the caller may know of: all for the operator, their own for everybody else. */
export async function listTenants(
  rt: Deps,
  caller: Caller,
  page: { after?: string; limit?: number } = {},
): Promise<{ items: Tenant[]; next: string | null }> {
  const limit = page.limit ?? 50
  const own = isOperator(caller)
    ? null
    : caller.kind === 'user'
      ? caller.tenants.map((t) => t.tenantId)
      : caller.kind === 'agent'
        ? [caller.tenantId]
        : null
  const rows = await rt.orm
    .select()
    .from(tenants)
    .where(
      and(
        isNull(tenants.removedAt),
        own ? inArray(tenants.id, own) : undefined,
        page.after ? gt(tenants.id, page.after) : undefined,
      ),
    )
    .orderBy(asc(tenants.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(wire)
  return { items, next: rows.length > limit ? items.at(-1)!.tenant_id : null }
}

type Row = { id: string; purposes: string[]; demo: boolean; createdAt: Date }
const wire = (t: Row): Tenant => ({
  tenant_id: t.id,
  purposes: t.purposes,
  demo: t.demo,
  created_at: t.createdAt.toISOString(),
})
