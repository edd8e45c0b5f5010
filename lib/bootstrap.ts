import { createSignInLink, signInUrl } from './authority/users'
import { DEMO_TENANT, seedDemo } from './demo/seed'
import type { Deps } from './deps'
import { makeId } from './protocol/make-id'

/** The account of the first start. Its person is the operator until others are made. */
const FIRST = { email: 'admin@holdfast.local', name: 'First admin' }

/**
 * What a database needs once: the demo story where the database is empty, and a first person who is the operator. Returns
 * a one-time sign-in link while nobody has ever signed in, else null.
 */
export async function bootstrap(rt: Deps): Promise<string | null> {
  const [facts] = await rt.sql<{ tenants: number; people: number; sessions: number }[]>`
    select (select count(*)::int from (select 1 from tenants limit 1) t) as tenants,
      (select count(*)::int from (select 1 from principals where kind = 'user' limit 1) u) as people,
      (select count(*)::int from (select 1 from sessions limit 1) s) as sessions`
  if (facts!.tenants === 0 && rt.config.demo) await seedDemo(rt)
  if (facts!.people === 0) await createFirstAdmin(rt)
  if (facts!.sessions > 0) return null
  const [first] = await rt.sql<{ id: string }[]>`select id from principals where operator order by created_at limit 1`
  return first ? signInUrl(rt, await createSignInLink(rt, first.id)) : null
}

/** The operator's account. In the demo tenant it is also admin and auditor, so that there is something to look at. */
async function createFirstAdmin(rt: Deps): Promise<void> {
  await rt.sql.begin(async (tx) => {
    const [user] = await tx<{ id: string }[]>`
      insert into principals (id, kind, name, email, operator)
      values (${makeId('usr')}, 'user', ${FIRST.name}, ${FIRST.email}, true)
      on conflict (email) where kind = 'user' do nothing returning id`
    if (!user) return
    await tx`
      insert into memberships (tenant_id, user_id, role)
      select t.id, ${user.id}, r.role from tenants t, unnest(array['admin', 'auditor']) as r(role)
      where t.id = ${DEMO_TENANT} and t.demo and t.removed_at is null`
  })
}
