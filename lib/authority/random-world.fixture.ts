import fc from 'fast-check'

/**
 * One small world of authority, by numbers instead of ids: whatever the API can write, and some of what only time and
 * several admins can. Hours are relative to the moment of the decision: negative ones are past.
 */
export type World = ReturnType<typeof settle>

export const PURPOSES = ['diagnosis', 'review', 'audit']
/** Agents of a world by their tenant; people are of no tenant by themselves. */
export const AGENTS = [0, 0, 1, 2]
const USERS = 2

const past = fc.integer({ min: -6, max: -1 })
const hour = fc.oneof(past, fc.integer({ min: 1, max: 3 }))
/** Null `weight` times of `weight + 2`. */
const seldom = <T>(a: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ arbitrary: fc.constant(null), weight }, { arbitrary: a, weight: 2 })
const index = (n: number) => fc.nat({ max: n - 1 })
const some = (of: string[], minLength = 1) => fc.subarray(of, { minLength })

/** Most of what happens is between the first two tenants, about the first run: where little meets, little can disagree. */
const tenantIndex = fc.constantFrom(0, 0, 0, 1, 1, 2)
const runIndex = fc.constantFrom(0, 0, 0, 1, 2)

const grantee = fc.oneof(
  fc.record({ kind: fc.constant('agent' as const), agent: index(AGENTS.length) }),
  fc.record({ kind: fc.constant('user' as const), user: index(USERS), tenant: tenantIndex }),
  fc.record({ kind: fc.constant('run' as const), run: runIndex }),
  fc.record({ kind: fc.constant('tenant' as const), tenant: tenantIndex }),
)

const raw = fc.record({
  tenants: fc.array(fc.record({ purposes: some(PURPOSES, 2), removed: fc.nat(19) }), { minLength: 3, maxLength: 3 }),
  members: fc.array(
    fc.record({
      tenant: tenantIndex,
      user: index(USERS),
      role: fc.constantFrom('admin' as const, 'auditor' as const, 'auditor' as const, 'member' as const),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  keys: fc.array(
    fc.record({
      agent: index(AGENTS.length),
      kind: fc.constantFrom(
        'agent' as const,
        'agent' as const,
        'agent' as const,
        'agent' as const,
        'capture' as const,
        'admin' as const,
      ),
      user: seldom(index(USERS), 2),
      dead: fc.nat(9),
    }),
    { minLength: 3, maxLength: 5 },
  ),
  endedSession: fc.boolean(),
  runs: fc.array(fc.record({ tenant: fc.constantFrom(0, 0, 0, 1, 2), purposes: some(PURPOSES) }), {
    minLength: 3,
    maxLength: 3,
  }),
  parts: fc.array(
    fc.record({
      run: runIndex,
      who: fc.oneof(fc.record({ agent: index(AGENTS.length) }), fc.record({ user: index(USERS) })),
      added: past,
      ended: seldom(past, 4),
    }),
    { minLength: 3, maxLength: 6 },
  ),
  artifacts: fc.array(
    fc.record({
      run: runIndex,
      created: past,
      lives: seldom(fc.integer({ min: 1, max: 8 }), 4),
      state: fc.constantFrom(
        'available' as const,
        'available' as const,
        'available' as const,
        'quarantined' as const,
        'deleted' as const,
      ),
      stateAfter: index(4),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  grants: fc.array(
    fc.record({
      over: fc.oneof(fc.record({ artifact: index(2) }), fc.record({ run: runIndex })),
      to: grantee,
      purposes: fc.oneof(fc.constantFrom(...PURPOSES.map((p) => [p])), some(PURPOSES)),
      mask: seldom(some(['a', 'b', 'c']), 1),
      created: past,
      notBefore: seldom(hour, 4),
      until: seldom(hour, 4),
      revoked: seldom(past, 4),
    }),
    { minLength: 4, maxLength: 8 },
  ),
  restrictions: fc.array(fc.record({ artifact: index(2), lifted: fc.boolean() }), { maxLength: 2 }),
  blocks: fc.array(fc.record({ artifact: index(2), lifted: fc.boolean() }), { maxLength: 2 }),
})

/** Makes of it what the service keeps to: nothing ends before it begins, purposes are of the owner's list, rows are unique. */
function settle(w: typeof raw extends fc.Arbitrary<infer T> ? T : never) {
  const tenants = w.tenants.map((t) => ({ ...t, removed: t.removed === 0 }))
  const purposesOf = (tenant: number, wanted: string[]) => {
    const kept = wanted.filter((p) => tenants[tenant]!.purposes.includes(p))
    return kept.length > 0 ? kept : tenants[tenant]!.purposes.slice(0, 1)
  }
  const runs = w.runs.map((r) => ({ ...r, purposes: purposesOf(r.tenant, r.purposes) }))
  const artifacts = w.artifacts.map((a) => ({
    ...a,
    tenant: runs[a.run]!.tenant,
    expires: a.lives === null ? null : a.created + a.lives,
    stateAt: a.state === 'available' ? null : Math.min(0, a.created + 1 + a.stateAfter),
  }))
  const belongs = (p: (typeof w.parts)[number]) => !('agent' in p.who) || AGENTS[p.who.agent] === runs[p.run]!.tenant
  // A key is bound to a member of its tenant; some have left since.
  const binding = w.keys.flatMap((k) => {
    const role = k.dead % 4 === 2 ? ('auditor' as const) : ('member' as const)
    return k.user === null || k.dead % 4 === 3 ? [] : [{ tenant: AGENTS[k.agent]!, user: k.user, role }]
  })
  return {
    tenants,
    members: unique([...w.members, ...binding], (m) => [m.tenant, m.user, m.role]),
    keys: w.keys.map((k) => ({
      ...k,
      user: k.kind === 'agent' ? k.user : null,
      // A tenant's removal ends its keys.
      dead: tenants[AGENTS[k.agent]!]!.removed || k.dead === 0 ? 'revoked' : k.dead === 1 ? 'expired' : null,
    })),
    endedSession: w.endedSession,
    runs,
    parts: unique(w.parts.filter(belongs), (p) => [p.run, p.who]).map((p) => ({
      ...p,
      ended: p.ended === null ? null : Math.max(p.added, p.ended),
    })),
    artifacts,
    grants: w.grants.map((g) => {
      const owner = 'artifact' in g.over ? artifacts[g.over.artifact]!.tenant : runs[g.over.run]!.tenant
      const created = 'artifact' in g.over ? Math.max(g.created, artifacts[g.over.artifact]!.created) : g.created
      return {
        ...g,
        owner,
        created,
        purposes: purposesOf(owner, g.purposes),
        until: g.until !== null && g.notBefore !== null && g.until <= g.notBefore ? g.notBefore + 1 : g.until,
        revoked: g.revoked === null ? null : Math.max(created, g.revoked),
      }
    }),
    restricted: artifacts.map((_, i) => w.restrictions.some((r) => r.artifact === i && !r.lifted)),
    restrictionLifted: artifacts.map((_, i) => w.restrictions.some((r) => r.artifact === i && r.lifted)),
    blocked: artifacts.map((_, i) => w.blocks.some((b) => b.artifact === i && !b.lifted)),
    blockLifted: artifacts.map((_, i) => w.blocks.some((b) => b.artifact === i && b.lifted)),
  }
}

function unique<T>(list: T[], by: (item: T) => unknown): T[] {
  return [...new Map(list.map((item) => [JSON.stringify(by(item)), item])).values()]
}

export const randomWorlds = (count: number, seed: number): World[] =>
  fc.sample(raw, { numRuns: count, seed }).map(settle)
