import { AGENTS, type World } from './random-world.fixture'

/**
 * The rule of disclosure once more, from the promises alone and one question at a time: nothing here is shared with the
 * database's function, with `decide.ts` or with the condition that lists filter by.
 */
export type Credential = { key: number } | { session: number; ended: boolean }
export type Question = {
  who: Credential
  artifact: number
  form: 'description' | 'records' | 'bytes'
  purpose: string | null
}
export type Verdict = {
  outcome: string
  rule: string | null
  grant: number | null
  mask: string[] | null
  purpose: string | null
}

type Subject = { is: (who: { agent: number } | { user: number }) => boolean; tenants: number[]; user: number | null }
type Way = {
  rule: 'run_participant' | 'grant' | 'tenant_auditor'
  namesArtifact: boolean
  grant: number | null
  purposes: string[]
  mask: string[] | null
  /** Hours, half-open: when it held, restrictions aside. */
  from: number
  to: number
}

const NEVER = Number.POSITIVE_INFINITY
const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

export function judge(w: World, q: Question): Verdict {
  const no = (outcome: string, purpose: string | null = null, mask: string[] | null = null): Verdict => ({
    outcome,
    rule: null,
    grant: null,
    mask,
    purpose,
  })
  const subjects = subjectsOf(w, q.who)
  if (subjects === null) return no('unauthenticated')
  const artifact = w.artifacts[q.artifact]!
  const owner = w.tenants[artifact.tenant]!
  const end = Math.min(artifact.expires ?? NEVER, artifact.state === 'deleted' ? artifact.stateAt! : NEVER)

  const ways = subjects.map((s) => waysOf(w, s, q.artifact))
  // A former reader is one for whom some way was open while the artifact existed. To everybody else it does not exist.
  const related = (way: Way) =>
    way.rule === 'tenant_auditor' || (way.from <= 0 && Math.max(way.from, artifact.created) < Math.min(way.to, end))
  if (owner.removed || subjects.length === 0 || !ways.every((of) => of.some(related))) return no('not_found')

  const open = ways.map((of) =>
    of
      .filter((way) => way.from <= 0 && way.to > 0 && (!w.restricted[q.artifact] || way.namesArtifact))
      .sort(preference),
  )
  const purpose = q.purpose ?? open[0]!.find((way) => way.purposes.length === 1)?.purposes[0] ?? null
  const chosen = open.map((of) => of.find((way) => purpose !== null && way.purposes.includes(purpose)))
  const hidden = [...new Set(chosen.flatMap((way) => way?.mask ?? []))].sort()
  const mask = hidden.length > 0 ? hidden : null

  const refusal = (() => {
    if (end <= 0) return 'gone'
    if (w.blocked[q.artifact] || open.some((of) => of.length === 0)) return 'access_revoked'
    if (purpose === null || !owner.purposes.includes(purpose)) return 'purpose_required'
    if (chosen.some((way) => way === undefined)) return 'purpose_denied'
    return null
  })()
  // Auditors read their tenant's metadata always, and whole; a key is nobody's role.
  const audits = subjects.length === 1 && ways[0]!.some((way) => way.rule === 'tenant_auditor')
  if (
    q.form === 'description' &&
    audits &&
    (q.purpose === null || q.purpose === 'audit') &&
    (refusal !== null || mask !== null)
  )
    return { outcome: 'allow', rule: 'tenant_auditor', grant: null, mask: null, purpose: 'audit' }
  if (refusal !== null) return no(refusal, purpose)
  if (q.form !== 'description' && artifact.state === 'quarantined') return no('integrity_failed', purpose)
  if (q.form === 'bytes' && mask !== null) return no('masked', purpose, mask)
  return { outcome: 'allow', rule: chosen[0]!.rule, grant: chosen[0]!.grant, mask, purpose }
}

/** Who must be allowed: nobody for a key that never reads, two for a key that is bound to a person; null for a dead one. */
function subjectsOf(w: World, who: Credential): Subject[] | null {
  const memberOf = (user: number) =>
    w.members.filter((m) => m.user === user && !w.tenants[m.tenant]!.removed).map((m) => m.tenant)
  const person = (user: number, tenants: number[]): Subject => ({ is: (p) => same(p, { user }), tenants, user })
  if ('session' in who) return who.ended ? null : [person(who.session, memberOf(who.session))]
  const key = w.keys[who.key]!
  if (key.dead !== null) return null
  if (key.kind !== 'agent') return []
  const home = AGENTS[key.agent]!
  const agent: Subject = { is: (p) => same(p, { agent: key.agent }), tenants: [home], user: null }
  return key.user === null
    ? [agent]
    : [
        agent,
        person(
          key.user,
          memberOf(key.user).filter((t) => t === home),
        ),
      ]
}

function waysOf(w: World, s: Subject, n: number): Way[] {
  const artifact = w.artifacts[n]!
  const partIn = (run: number) => w.parts.filter((p) => p.run === run && s.is(p.who))
  const ways: Way[] = []
  if (s.tenants.includes(artifact.tenant)) {
    for (const p of partIn(artifact.run))
      ways.push({
        rule: 'run_participant',
        namesArtifact: false,
        grant: null,
        purposes: w.runs[artifact.run]!.purposes,
        mask: null,
        from: p.added,
        to: p.ended ?? NEVER,
      })
    if (w.members.some((m) => m.user === s.user && m.tenant === artifact.tenant && m.role === 'auditor'))
      ways.push({
        rule: 'tenant_auditor',
        namesArtifact: false,
        grant: null,
        purposes: ['audit'],
        mask: null,
        from: artifact.created,
        to: NEVER,
      })
  }
  w.grants.forEach((g, grant) => {
    if ('artifact' in g.over ? g.over.artifact !== n : g.over.run !== artifact.run) return
    for (const reach of reaches(w, s, g.to, partIn))
      ways.push({
        rule: 'grant',
        namesArtifact: 'artifact' in g.over,
        grant,
        purposes: g.purposes,
        mask: g.mask,
        from: Math.max(g.created, g.notBefore ?? g.created, reach.from),
        to: Math.min(g.until ?? NEVER, g.revoked ?? NEVER, reach.to),
      })
  })
  return ways
}

/** When a grant reaches this subject through its grantee, if ever: only through a tenant that the subject belongs to. */
function reaches(
  w: World,
  s: Subject,
  to: World['grants'][number]['to'],
  partIn: (run: number) => World['parts'],
): { from: number; to: number }[] {
  const always = [{ from: Number.NEGATIVE_INFINITY, to: NEVER }]
  if (to.kind === 'agent') return s.is({ agent: to.agent }) && s.tenants.includes(AGENTS[to.agent]!) ? always : []
  if (to.kind === 'user') return s.is({ user: to.user }) && s.tenants.includes(to.tenant) ? always : []
  if (to.kind === 'tenant') return s.tenants.includes(to.tenant) ? always : []
  if (!s.tenants.includes(w.runs[to.run]!.tenant)) return []
  return partIn(to.run).map((p) => ({ from: p.added, to: p.ended ?? NEVER }))
}

/** Whole before masked, then the nearer relation: part in the run, a grant of the artifact, of the run, the role. */
function preference(a: Way, b: Way): number {
  const nearness = (way: Way) =>
    way.rule === 'run_participant' ? 0 : way.rule === 'tenant_auditor' ? 3 : way.namesArtifact ? 1 : 2
  return (
    Number(a.mask !== null) - Number(b.mask !== null) ||
    nearness(a) - nearness(b) ||
    (a.mask?.length ?? 0) - (b.mask?.length ?? 0) ||
    a.grant! - b.grant!
  )
}
