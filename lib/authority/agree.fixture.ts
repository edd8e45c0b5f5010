import type postgres from 'postgres'
import { decide, type Rule } from './decide'
import type { Caller } from './principal'
import { AGENTS, PURPOSES, randomWorlds, type World } from './random-world.fixture'
import { type Credential, judge, type Question, type Verdict } from './reference.fixture'
import { visible } from './visible'
import { named, writeWorlds } from './write-worlds.fixture'

type Pools = { sql: postgres.Sql; fenced: postgres.Sql }
type Asked = Question & { n: number; world: World }
type Answer = {
  outcome: string
  rule: string | null
  grant: string | null
  mask: string[] | null
  purpose: string | null
}

const ASKED = [null, ...PURPOSES, 'elsewhere']
/** How a form is asked for. Of several ways to ask for bytes, each is as good as the other. */
const OPERATIONS = {
  description: [['describe', null]],
  records: [
    ['read', { selector: { type: 'record_range' } }],
    ['derive', null],
  ],
  bytes: [
    ['read', { selector: { type: 'byte_range' } }],
    ['content', null],
    ['preview', null],
    ['verify', null],
    ['proof', null],
  ],
} as const

/**
 * Writes random worlds and asks who may what of each in five ways, which must agree on outcome, rule, grant, mask and
 * purpose: the reference, the database's function under the service's role, the disclosure itself under the application
 * role in batches of mixed callers, the function that explains, and what lists show. Returns how much of what was met.
 * The same seed makes the same worlds; what differs is thrown with its world.
 */
export async function agreeOver(
  pools: Pools,
  o: { rounds: number; worlds: number; seed: number },
): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (let round = 0; round < o.rounds; round++)
    for (const [what, n] of Object.entries(await worldsAgree(pools, o.worlds, o.seed + round, round * o.worlds)))
      seen[what] = (seen[what] ?? 0) + n
  return seen
}

async function worldsAgree(
  { sql, fenced }: Pools,
  count: number,
  seed: number,
  from: number,
): Promise<Record<string, number>> {
  const worlds = randomWorlds(count, seed).map((world, i) => ({ n: from + i, world }))
  await writeWorlds(sql, worlds, new Date())
  const asked = worlds.flatMap(({ n, world }) => questions(world).map((q): Asked => ({ ...q, n, world })))
  const expected = asked.map((a) => inIds(a.n, judge(a.world, a)))
  const seen: Record<string, number> = { questions: asked.length }
  for (const e of expected) seen[e.outcome] = (seen[e.outcome] ?? 0) + 1

  compare('the function decide', asked, expected, await decided(sql, asked))
  // The disclosure costs a commit and an entry in the log: a part of the questions is put to it, all callers among them.
  const put = asked.map((a, i) => ({ a, i })).filter(({ a, i }) => i % 3 === 0 && tenantsOf(a.world, a.who).length > 0)
  const answers = await disclosed(fenced, mixed(put))
  const inOrder = <T>(list: readonly T[]) => put.map(({ i }) => list[i]!)
  compare('the disclosure', inOrder(asked), inOrder(expected), inOrder(answers))
  compare('decide.ts', ...(await explained(sql, asked, expected)))
  seen.listed = await listed(fenced, worlds)
  return seen
}

const credentialsOf = (w: World): Credential[] => [
  ...w.keys.map((_, key) => ({ key })),
  ...[0, 1].flatMap((session) => [false, true].map((ended) => ({ session, ended }))),
]

function questions(w: World): Question[] {
  return credentialsOf(w).flatMap((who) =>
    w.artifacts.flatMap((_, artifact) => {
      const about = { who, artifact }
      const first: Question[] = [
        { ...about, form: 'description', purpose: null },
        { ...about, form: 'bytes', purpose: 'diagnosis' },
      ]
      // To whom it does not exist, or who is nobody, the purpose makes no difference worth asking about every time.
      if (/^(not_found|unauthenticated)$/.test(judge(w, first[0]!).outcome)) return first
      // Every purpose for the description, which lists go by; the bytes for some, in turn.
      return ASKED.flatMap((purpose, i): Question[] => [
        { ...about, form: 'description', purpose },
        ...((i + artifact) % 2 === 0
          ? [{ ...about, form: i % 3 === 0 ? ('records' as const) : ('bytes' as const), purpose }]
          : []),
      ])
    }),
  )
}

const credentialOf = (a: Asked) =>
  'key' in a.who
    ? { kind: 'key', id: named(a.n).key(a.who.key) }
    : { kind: 'session', id: named(a.n).session(a.who.session, a.who.ended) }

const operationOf = (a: Asked) => {
  const ways = OPERATIONS[a.form]
  return ways[(a.n + a.artifact) % ways.length]!
}

const inIds = (n: number, v: Verdict): Answer => ({ ...v, grant: v.grant === null ? null : named(n).grant(v.grant) })

function compare(what: string, asked: Asked[], expected: Answer[], found: Answer[]): void {
  if (expected.length !== found.length)
    throw new Error(`${what}: ${found.length} answers to ${expected.length} questions`)
  asked.forEach(({ world, ...question }, i) => {
    const [want, got] = [JSON.stringify(expected[i]), JSON.stringify(found[i])]
    if (want !== got)
      throw new Error(
        `${what} differs: ${got} instead of ${want} for ${JSON.stringify(question)} in ${JSON.stringify(world)}`,
      )
  })
}

const asArrays = (asked: Asked[]) => ({
  kinds: asked.map((a) => credentialOf(a).kind),
  credentials: asked.map((a) => credentialOf(a).id),
  artifacts: asked.map((a) => named(a.n).artifact(a.artifact)),
  purposes: asked.map((a) => a.purpose),
  operations: asked.map((a) => operationOf(a)[0]),
  details: asked.map((a) => JSON.stringify(operationOf(a)[1])),
})

async function decided(sql: postgres.Sql, asked: Asked[]): Promise<Answer[]> {
  const pages = await Promise.all(
    batches(asked).map((batch) => {
      const q = asArrays(batch)
      return sql<Answer[]>`
        select verdict as outcome, case when verdict = 'allow' then by_rule end as rule, case when verdict = 'allow' then by_grant end as grant,
          case when verdict in ('allow', 'masked') then masked end as mask, for_purpose as purpose
        from decide(${q.kinds}::text[], ${q.credentials}::text[], ${q.artifacts}::text[], ${q.purposes}::text[], ${q.operations}::text[],
          ${q.details}::text[], clock_timestamp()) order by ord`
    }),
  )
  return pages.flatMap((rows) => rows.map(silent))
}

/** As many as the service puts into one (disclosure-queue.ts): the function is made for that size. */
const BATCH = 64
const batches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) => all.slice(i * BATCH, (i + 1) * BATCH))

/** What is no part of the answer: the purpose of a refusal that names none. */
const silent = (a: Answer): Answer => ({
  outcome: a.outcome,
  rule: a.rule,
  grant: a.grant,
  mask: a.mask,
  purpose: a.outcome === 'not_found' || a.outcome === 'unauthenticated' ? null : a.purpose,
})

/** A fixed shuffle, so that callers of different worlds share a batch, as they do on a busy server. */
const mixed = <T extends { i: number }>(asked: T[]): T[] =>
  asked
    .map((a) => ({ a, at: (a.i * 7919) % 10_007 }))
    .sort((x, y) => x.at - y.at || x.a.i - y.a.i)
    .map(({ a }) => a)

async function disclosed(fenced: postgres.Sql, asked: { a: Asked; i: number }[]): Promise<Answer[]> {
  const answers: Answer[] = []
  await Promise.all(
    batches(asked).map(async (batch) => {
      const q = asArrays(batch.map(({ a }) => a))
      const tenants = new Set(batch.flatMap(({ a }) => tenantsOf(a.world, a.who).map(named(a.n).tenant)))
      const ids = batch.map(({ a, i }) => `dsc_${a.n}_${i}`)
      const rows = await fenced<Answer[]>`
        select outcome, rule, grant_id as grant, mask, purpose from disclose(${[...tenants]}::text[], ${ids}::text[], ${q.kinds}::text[],
          ${q.credentials}::text[], ${q.artifacts}::text[], ${q.purposes}::text[], ${q.operations}::text[], ${q.details}::text[], ${ids}::text[])`
      rows.forEach((row, k) => {
        answers[batch[k]!.i] = silent(row)
      })
    }),
  )
  return answers
}

/** The tenants that the service takes a credential to act for. */
function tenantsOf(w: World, who: Credential): number[] {
  if ('key' in who) return [AGENTS[w.keys[who.key]!.agent]!]
  return [
    ...new Set(w.members.filter((m) => m.user === who.session && !w.tenants[m.tenant]!.removed).map((m) => m.tenant)),
  ]
}

/** The function that explains, on the rules as the database gives them. It is asked about live credentials that may read. */
async function explained(
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

/** Lists, under the application role as the service asks them: an artifact is in one when some purpose describes it. */
async function listed(fenced: postgres.Sql, worlds: { n: number; world: World }[]): Promise<number> {
  const counts = await Promise.all(
    worlds.map((w) =>
      fenced.begin(async (tx) => {
        let rows = 0
        for (const who of credentialsOf(w.world)) rows += await listedTo(tx, w.n, w.world, who)
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
