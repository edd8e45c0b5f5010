import type postgres from 'postgres'
import { explained } from './agree-explained.fixture'
import { listed } from './agree-listed.fixture'
import { type Answer, type Asked, operationOf, questions, silent, tenantsOf } from './questions.fixture'
import { randomWorlds } from './random-world.fixture'
import { judge, type Verdict } from './reference.fixture'
import { named, writeWorlds } from './write-worlds.fixture'

type Pools = { sql: postgres.Sql; fenced: postgres.Sql }

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

const credentialOf = (a: Asked) =>
  'key' in a.who
    ? { kind: 'key', id: named(a.n).key(a.who.key) }
    : { kind: 'session', id: named(a.n).session(a.who.session, a.who.ended) }

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
