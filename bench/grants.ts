import { join } from 'node:path'
import { openDatabase } from '@/lib/db/client'
import { urlOf } from '@/lib/db/embedded'
import { chooseAccount } from '@/lib/db/embedded/account'
import { DATABASE } from '@/lib/db/embedded/cluster'
import { choosePlace } from '@/lib/db/embedded/place'
import type { Holdfast } from './holdfast'

const TENANTS = 100
const RUNS = 1_000
export const GRANTS = TENANTS * RUNS

/**
 * Puts the instance under as many grants as a large one has: every run of the tenant is shared with every other tenant, the
 * run that is measured too. And the measured artifact is granted to the reader's tenant, which it is then read by.
 */
export async function fillGrants(folder: string, ours: Holdfast, artifact: string): Promise<void> {
  const place = await choosePlace(join(folder, 'holdfast'), chooseAccount())
  const sql = openDatabase(urlOf(place, DATABASE), { max: 1 })
  try {
    await sql.begin(async (tx) => {
      await tx`insert into tenants (id, purposes) select 'other-' || i, array['diagnosis'] from generate_series(1, ${TENANTS}) i`
      await tx`
        insert into runs (tenant_id, id, purposes, created_by)
        select 'bench', 'run-' || i, array['diagnosis'], 'operator' from generate_series(1, ${RUNS - 1}) i`
      await tx`insert into sharing (tenant_id, grantee_tenant) select 'bench', 'other-' || i from generate_series(1, ${TENANTS}) i`
      await tx`
        insert into grants (id, tenant_id, run_id, grantee_kind, grantee_tenant, purposes, reason, granted_by, to_self)
        select 'grt_bench_' || row_number() over (), 'bench', r.id, 'tenant', 'other-' || i, array['diagnosis'], 'bench', 'operator', false
        from runs r, generate_series(1, ${TENANTS}) i where r.tenant_id = 'bench'`
    })
    // What autovacuum does within a minute.
    await sql`analyze grants, sharing, runs, tenants`
  } finally {
    await sql.end()
  }
  const answer = await fetch(`http://127.0.0.1:${ours.port}/api/v1/grants`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ours.admin}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      artifact_id: artifact,
      to: { kind: 'tenant', tenant_id: 'reader' },
      purposes: ['diagnosis'],
      reason: 'to be measured',
    }),
  })
  if (!answer.ok) throw new Error(`POST /grants: ${await answer.text()}`)
}
