import type postgres from 'postgres'
import { decide, type Rule } from './decide'
import { type Answer, type Asked, operationOf, silent, tenantsOf } from './questions.fixture'
import { AGENTS, type World } from './random-world.fixture'
import { named } from './write-worlds.fixture'

/** The function that explains, on the rules as the database gives them. It is asked about live credentials that may read. */
export async function explained(
  sql: postgres.Sql,
  asked: Asked[],
  expected: Answer[],
): Promise<[Asked[], Answer[], Answer[]]> {
  const live = asked.flatMap((a, i) => (expected[i]!.outcome === 'unauthenticated' || !reads(a) ? [] : [i]))
  const subject = (a: Asked, which: 'own' | 'bound') => {
    const id = named(a.n)
    const key = 'key' in a.who ? a.world.keys[a.who.key]! : null
    if (which === 'bound')
      return key?.user == null ? null : { who: id.user(key.user), tenants: boundTenants(a.world, key).map(id.tenant) }
    return {
      who: key ? id.agent(key.agent) : id.user((a.who as { session: number }).session),
      tenants: tenantsOf(a.world, a.who).map(id.tenant),
    }
  }
  const wanted = new Map<string, { who: string; tenants: string[]; artifact: string; restricted: boolean }>()
  const nameOf = (a: Asked, which: 'own' | 'bound') => {
    const s = subject(a, which)
    if (s === null) return null
    const name = JSON.stringify([s, a.n, a.artifact])
    wanted.set(name, { ...s, artifact: named(a.n).artifact(a.artifact), restricted: a.world.restricted[a.artifact]! })
    return name
  }
  const names = live.map((i) => ({ own: nameOf(asked[i]!, 'own')!, bound: nameOf(asked[i]!, 'bound') }))
  const list = [...wanted].map(([name, w]) => ({ name, ...w }))
  const rows = await sql<{ name: string; rules: Rule[] }[]>`
    select w.name, (select coalesce(jsonb_agg(jsonb_build_object('rank', r.rank, 'rule', r.rule, 'grant_id', r.grant_id, 'purposes', r.purposes,
      'mask', r.mask, 'ended', r.ended, 'tenant_id', r.via_tenant, 'held', r.held)), '[]')
      from rules_for(w.who, w.tenants, a.tenant_id, a.run_id, a.id, w.restricted, a.created_at,
        least(a.expires_at, case when a.state = 'deleted' then a.state_at end), clock_timestamp()) r) as rules
    from jsonb_to_recordset(${sql.json(list)}) as w (name text, who text, tenants text[], artifact text, restricted boolean)
    join artifacts a on a.id = w.artifact`
  const rulesOf = new Map(rows.map((r) => [r.name, r.rules]))
  const found = live.map((i, k): Answer => {
    const a = asked[i]!
    const artifact = a.world.artifacts[a.artifact]!
    const owner = a.world.tenants[artifact.tenant]!
    const { own, bound } = names[k]!
    const [operation, detail] = operationOf(a)
    const d = decide(
      {
        rules: owner.removed ? [] : rulesOf.get(own)!,
        bound: bound === null ? null : rulesOf.get(bound)!,
        state: artifact.state,
        expired: artifact.expires !== null && artifact.expires <= 0,
        blocked: a.world.blocked[a.artifact]!,
        tenantPurposes: owner.purposes,
      },
      { operation, purpose: a.purpose, byteRange: detail?.selector.type === 'byte_range' },
    )
    return silent({
      outcome: d.outcome,
      rule: d.deciding?.rule ?? null,
      grant: d.deciding?.grant_id ?? null,
      mask: d.mask,
      purpose: d.purpose,
    })
  })
  return [live.map((i) => asked[i]!), live.map((i) => expected[i]!), found]
}

const reads = (a: Asked) => !('key' in a.who) || a.world.keys[a.who.key]!.kind === 'agent'

const boundTenants = (w: World, key: World['keys'][number]) => [
  ...new Set(w.members.filter((m) => m.user === key.user && m.tenant === AGENTS[key.agent]!).map((m) => m.tenant)),
]
