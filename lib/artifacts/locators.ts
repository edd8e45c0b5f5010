import type postgres from 'postgres'
import type { Release } from '@/lib/authority/disclose'
import { disclose } from '@/lib/authority/disclose'
import { tenantOf } from '@/lib/authority/may'
import type { Caller } from '@/lib/authority/principal'
import { notFound } from '@/lib/authority/refusals'
import { released } from '@/lib/authority/released'
import { actingFor, fenced } from '@/lib/authority/scope'
import { visible } from '@/lib/authority/visible'
import type { Deps } from '@/lib/deps'
import type { LocatorMove, LocatorSummary } from '@/lib/protocol/admin'
import { isProblem } from '@/lib/protocol/problem'
import type { Description } from '@/lib/protocol/publish'
import { stateAt } from './artifact'
import { locatorIndex } from './call'

type Move = {
  seq: number
  nameSealed: Buffer
  artifactId: string
  movedAt: Date
  until: Date | null
  nowNames: string | null
}

/** The names an artifact has had: since when, until when, and what each names now. */
export async function locatorsOf(tx: postgres.ISql, release: Release): Promise<Description['locators']> {
  const rows = await tx<Move[]>`
    select m.seq, m.name_sealed as "nameSealed", m.artifact_id as "artifactId", m.moved_at as "movedAt", n.moved_at as until, c.artifact_id as "nowNames"
    from locator_moves m
    left join lateral (select moved_at from locator_moves x where (x.tenant_id, x.run_id, x.name_index) = (m.tenant_id, m.run_id, m.name_index)
      and x.seq > m.seq order by x.seq limit 1) n on true
    left join lateral (select artifact_id from locator_moves x where (x.tenant_id, x.run_id, x.name_index) = (m.tenant_id, m.run_id, m.name_index)
      order by x.seq desc limit 1) c on true
    where m.artifact_id = ${release.artifact.id} order by m.seq`
  const named = await Promise.all(rows.map(async (m) => ({ m, name: await release.unseal('locator', m.nameSealed) })))
  return named.flatMap(({ m, name }) =>
    name === null
      ? []
      : [
          {
            locator: name.toString(),
            since: m.movedAt.toISOString(),
            until: m.until?.toISOString() ?? null,
            now_names: m.nowNames,
          },
        ],
  )
}

/**
 * The locators of a tenant or run, latest move first, by keyset. A name is content of the artifact it names now: it is
 * listed only where that artifact may be disclosed to the caller.
 */
export async function listLocators(
  rt: Deps,
  caller: Caller,
  query: { tenant?: string; run?: string; after?: string; limit?: number },
): Promise<{ items: LocatorSummary[]; next: string | null }> {
  const tenantId = tenantOf(caller, query.tenant)
  const limit = query.limit ?? 50
  const after = query.after && /^\d{1,15}$/.test(query.after) ? Number(query.after) : null
  const rows = await fenced(
    rt,
    actingFor(caller),
    (tx) => tx<{ seq: number; runId: string; nameSealed: Buffer; artifactId: string; movedAt: Date; moves: number }[]>`
    select m.seq, m.run_id as "runId", m.name_sealed as "nameSealed", m.artifact_id as "artifactId", m.moved_at as "movedAt",
      (select count(*)::int from locator_moves c where (c.tenant_id, c.run_id, c.name_index) = (m.tenant_id, m.run_id, m.name_index)) as moves
    from locator_moves m
    where m.tenant_id = ${tenantId} and (${query.run ?? null}::text is null or m.run_id = ${query.run ?? null})
      and (${after}::bigint is null or m.seq < ${after})
      and not exists (select from locator_moves n where (n.tenant_id, n.run_id, n.name_index) = (m.tenant_id, m.run_id, m.name_index) and n.seq > m.seq)
      and (exists (select from run_participants p where p.tenant_id = m.tenant_id and p.run_id = m.run_id and p.principal_id = ${caller.principalId} and p.ended_at is null)
        or exists (select from memberships a where a.tenant_id = m.tenant_id and a.user_id = ${caller.principalId} and a.role = 'auditor'))
    order by m.seq desc limit ${limit + 1}`,
  )
  const named = await eachAllowed(rt, caller, rows.slice(0, limit), async (row, release) => ({
    row,
    name: await release.unseal('locator', row.nameSealed),
  }))
  return {
    items: named.flatMap(({ row, name }) =>
      name === null
        ? []
        : [
            {
              locator: name.toString(),
              run_id: row.runId,
              artifact_id: row.artifactId,
              moved_at: row.movedAt.toISOString(),
              moves: row.moves,
            },
          ],
    ),
    next: rows.length > limit ? String(rows[limit - 1]!.seq) : null,
  }
}

/**
 * Does something for each artifact that may be disclosed to the caller, and leaves the others out. When the page fails
 * none of it is given out, so all that was allowed for it before is withdrawn too.
 */
async function eachAllowed<R extends { artifactId: string }, T>(
  rt: Deps,
  caller: Caller,
  rows: R[],
  work: (row: R, release: Release) => Promise<T>,
): Promise<T[]> {
  const page: Release[] = []
  const done: T[] = []
  const one = async (row: R) => {
    const { artifactId } = row
    const release = await disclose(rt, caller, { artifactId, operation: 'describe', detail: { part: 'locator' } })
    // A name is content: under a mask it is withheld, as in the description.
    done.push(await released(rt, release, () => (release.mask ? Promise.reject(notFound()) : work(row, release))))
    page.push(release)
  }
  const skip = (error: unknown) => {
    if (!isProblem(error)) throw error
  }
  return released(rt, page, async () => {
    for (const row of rows) await one(row).catch(skip)
    return done
  })
}

/**
 * What a locator named, when, who moved it and who read which artifact: newest first. A move whose artifact the caller may
 * not see is left out; a name the caller has no relation to does not exist.
 */
export async function locatorHistory(
  rt: Deps,
  caller: Caller,
  query: { tenant?: string; run_id: string; locator: string; after?: string; limit?: number },
): Promise<{ items: LocatorMove[]; next: string | null }> {
  const tenantId = tenantOf(caller, query.tenant)
  const limit = query.limit ?? 50
  const after = query.after && /^\d{1,15}$/.test(query.after) ? Number(query.after) : null
  const nameIndex = await locatorIndex(rt, tenantId, query.locator)
  const rows = await fenced(
    rt,
    actingFor(caller),
    (tx) => tx<
      (Move & {
        moverId: string
        moverName: string
        state: 'available' | 'quarantined' | 'deleted'
        expiresAt: Date | null
        observedAt: string
      })[]
    >`
    select m.seq, m.artifact_id as "artifactId", m.moved_at as "movedAt", p.id as "moverId", p.name as "moverName", a.state, a.expires_at as "expiresAt", a.observed_at_text as "observedAt",
      (select x.moved_at from locator_moves x where (x.tenant_id, x.run_id, x.name_index) = (m.tenant_id, m.run_id, m.name_index)
        and x.seq > m.seq order by x.seq limit 1) as until
    from locator_moves m join principals p on p.id = m.moved_by join artifacts a on a.id = m.artifact_id
    where m.tenant_id = ${tenantId} and m.run_id = ${query.run_id} and m.name_index = ${nameIndex}
      and ${visible(tx, caller)}
      and (${after}::bigint is null or m.seq < ${after})
    order by m.seq desc limit ${limit + 1}`,
  )
  const items = await eachAllowed(
    rt,
    caller,
    rows.slice(0, limit),
    async (move, release): Promise<LocatorMove> => ({
      locator: query.locator,
      run_id: query.run_id,
      artifact_id: move.artifactId,
      state: stateAt(move, rt.now()),
      observed_at: move.observedAt,
      moved_at: move.movedAt.toISOString(),
      until: move.until?.toISOString() ?? null,
      moved_by: { principal_id: move.moverId, name: move.moverName },
      readers: await readersOf(rt, move, release),
    }),
  )
  if (items.length === 0) throw notFound()
  return { items, next: rows.length > limit ? String(rows[limit - 1]!.seq) : null }
}

/** Who read it since. Whoever was given the artifact is told of themselves, as in the list of its disclosures. */
async function readersOf(rt: Deps, move: Move, release: Release): Promise<LocatorMove['readers']> {
  const rows = await fenced(
    rt,
    [release.artifact.tenantId],
    (tx) => tx<{ id: string; at: Date; actor: string; name: string | null }[]>`
    select d.id, d.at, d.actor, p.name from audit d left join principals p on p.id = d.actor
    where d.artifact_id = ${move.artifactId} and d.kind = 'disclosure' and d.decision = 'allow' and d.operation in ('read', 'content', 'preview', 'proof')
      and d.at >= ${move.movedAt} and (${release.rule !== 'grant'} or d.actor = ${release.principalId})
      and not exists (select from audit w where w.artifact_id = d.artifact_id and w.kind = 'withdrawn' and w.detail->>'disclosure_id' = d.id)
    order by d.seq desc limit 20`,
  )
  return rows.map((r) => ({
    principal_id: r.actor,
    name: r.name ?? r.actor,
    at: r.at.toISOString(),
    disclosure_id: r.id,
    while_current: move.until === null || r.at < move.until,
  }))
}
