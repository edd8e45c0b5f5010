import type postgres from 'postgres'
import type { Caller } from './principal'
import { ASKED, credentialsOf, tenantsOf } from './questions.fixture'
import { AGENTS, type World } from './random-world.fixture'
import { type Credential, judge } from './reference.fixture'
import { visible } from './visible'
import { named } from './write-worlds.fixture'

/** Lists, under the application role as the service asks them: an artifact is in one when some purpose describes it. */
export async function listed(fenced: postgres.Sql, worlds: { n: number; world: World }[]): Promise<number> {
  const counts = await Promise.all(
    worlds.map((w) =>
      fenced.begin(async (tx) => {
        let rows = 0
        // Every other caller: in the next world it is the others.
        for (const who of credentialsOf(w.world).filter((_, i) => (i + w.n) % 2 === 0))
          rows += await listedTo(tx, w.n, w.world, who)
        return rows
      }),
    ),
  )
  return counts.reduce((sum, n) => sum + n, 0)
}

async function listedTo(tx: postgres.TransactionSql, n: number, world: World, who: Credential): Promise<number> {
  const caller = callerOf(n, world, who)
  if (caller === null) return 0
  const tenants = tenantsOf(world, who).map(named(n).tenant)
  await tx`select set_config('holdfast.tenants', ${tenants.join(',')}, true)`
  const ids = world.artifacts.map((_, i) => named(n).artifact(i))
  const shown = await tx<{ id: string; whole: boolean }[]>`
    select a.id, ${visible(tx, caller, { whole: true })} as whole from artifacts a
    where a.id = any (${ids}) and ${visible(tx, caller)} order by a.id`
  const expected = ids.flatMap((id, artifact) => {
    const allowed = ASKED.map((purpose) => judge(world, { who, artifact, form: 'description', purpose })).filter(
      (v) => v.outcome === 'allow',
    )
    return allowed.length > 0 ? [{ id, whole: allowed.some((v) => v.mask === null) }] : []
  })
  if (JSON.stringify(shown) !== JSON.stringify(expected))
    throw new Error(
      `a list differs: ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)} for ${JSON.stringify({ n, who })} in ${JSON.stringify(world)}`,
    )
  return shown.length
}

/** The caller that the service makes of a credential; null for one that is dead, which never gets as far as a list. */
function callerOf(n: number, w: World, who: Credential): Caller | null {
  const id = named(n)
  const common = { requestId: 'req', purpose: null, name: 'x' }
  if ('session' in who)
    return who.ended
      ? null
      : {
          kind: 'user',
          principalId: id.user(who.session),
          sessionId: id.session(who.session, false),
          operator: false,
          tenants: tenantsOf(w, who).map((t) => ({ tenantId: id.tenant(t), roles: [] })),
          left: [],
          ...common,
        }
  const key = w.keys[who.key]!
  if (key.dead !== null) return null
  return {
    kind: 'agent',
    principalId: id.agent(key.agent),
    keyId: id.key(who.key),
    keyKind: key.kind,
    tenantId: id.tenant(AGENTS[key.agent]!),
    scopes: null,
    ...common,
  }
}
