import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { AGENTS, type World } from './random-world.fixture'

/** The names that world `n` has in the database. */
export const named = (n: number) => {
  const of = (kind: string) => (i: number) => `w${String(n).padStart(6, '0')}_${kind}${i}`
  return {
    tenant: of('t'),
    user: of('u'),
    agent: of('a'),
    key: of('k'),
    session: (user: number, ended: boolean) => of(ended ? 'ended' : 's')(user),
    run: of('r'),
    artifact: of('art'),
    grant: of('g'),
    revocation: of('v')(0),
  }
}

/** In the order of their references. */
const TABLES = [
  'tenants',
  'principals',
  'memberships',
  'api_keys',
  'sessions',
  'runs',
  'run_participants',
  'artifacts',
  'revocations',
  'grants',
  'sharing',
  'restrictions',
  'blocks',
]

type Rows = Record<string, Record<string, unknown>[]>

/** Writes worlds by one statement a table. Hours count from `now`. */
export async function writeWorlds(sql: postgres.Sql, worlds: { n: number; world: World }[], now: Date): Promise<void> {
  const rows: Rows = {}
  for (const { n, world } of worlds) rowsOf(rows, n, world, now)
  await sql.begin(async (tx) => {
    for (const table of TABLES) {
      const of = rows[table] ?? []
      if (of.length === 0) continue
      const columns = tx.unsafe(Object.keys(of[0]!).join(', '))
      await tx`insert into ${tx(table)} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(of as never)}) on conflict do nothing`
    }
  })
  // What autovacuum does on a running server: a plan that was made for an empty table is not kept.
  await sql`analyze ${sql.unsafe(TABLES.join(', '))}`
}

function rowsOf(rows: Rows, n: number, w: World, now: Date): void {
  const id = named(n)
  const at = (hour: number | null) => (hour === null ? null : new Date(now.getTime() + hour * 3_600_000).toISOString())
  const add = (table: string, row: Record<string, unknown>) => {
    rows[table] ??= []
    rows[table].push(row)
  }
  const principal = (p: { agent: number } | { user: number }) => ('agent' in p ? id.agent(p.agent) : id.user(p.user))
  w.tenants.forEach((t, i) => {
    add('tenants', {
      id: id.tenant(i),
      purposes: t.purposes,
      demo: false,
      created_at: at(-9),
      removed_at: t.removed ? at(-1) : null,
    })
  })
  AGENTS.forEach((tenant, i) => {
    add('principals', {
      id: id.agent(i),
      kind: 'agent',
      tenant_id: id.tenant(tenant),
      name: `agent ${i}`,
      email: null,
      operator: false,
    })
  })
  for (const user of [0, 1]) {
    add('principals', {
      id: id.user(user),
      kind: 'user',
      tenant_id: null,
      name: 'person',
      email: `${id.user(user)}@example.com`,
      operator: false,
    })
    add('sessions', { id: id.session(user, false), user_id: id.user(user), expires_at: at(2), ended_at: null })
    add('sessions', {
      id: id.session(user, true),
      user_id: id.user(user),
      expires_at: at(w.endedSession ? 2 : -1),
      ended_at: w.endedSession ? at(-1) : null,
    })
  }
  for (const m of w.members)
    add('memberships', { tenant_id: id.tenant(m.tenant), user_id: id.user(m.user), role: m.role, created_at: at(-8) })
  w.keys.forEach((k, i) => {
    add('api_keys', {
      id: id.key(i),
      tenant_id: id.tenant(AGENTS[k.agent]!),
      principal_id: id.agent(k.agent),
      kind: k.kind,
      user_id: k.user === null ? null : id.user(k.user),
      hash: hash(id.key(i)),
      prefix: 'hf',
      created_by: 'operator',
      revoked_at: k.dead === 'revoked' ? at(-1) : null,
      expires_at: k.dead === 'expired' ? at(-1) : null,
    })
  })
  w.runs.forEach((r, i) => {
    add('runs', {
      tenant_id: id.tenant(r.tenant),
      id: id.run(i),
      purposes: r.purposes,
      created_at: at(-9),
      created_by: 'operator',
    })
  })
  for (const p of w.parts)
    add('run_participants', {
      tenant_id: id.tenant(w.runs[p.run]!.tenant),
      run_id: id.run(p.run),
      principal_id: principal(p.who),
      added_at: at(p.added),
      added_by: 'operator',
      ended_at: at(p.ended),
    })
  w.artifacts.forEach((a, i) => {
    const digest = hash(id.artifact(i))
    add('artifacts', {
      ...SAME,
      id: id.artifact(i),
      tenant_id: id.tenant(a.tenant),
      run_id: id.run(a.run),
      call_key: digest,
      call_id_hash: digest,
      manifest_commitment: digest,
      content_hash: digest,
      merkle_root: digest,
      published_by: id.agent(AGENTS.indexOf(a.tenant)),
      created_at: at(a.created),
      observed_at: at(a.created),
      expires_at: at(a.expires),
      state: a.state,
      state_at: at(a.stateAt),
    })
  })
  const revocation = { scope: 'grant', target: {}, derived: 'block', reason: 'x', revoked_by: 'x', revoked_at: at(-1) }
  add('revocations', {
    id: id.revocation,
    tenant_id: id.tenant(0),
    ...revocation,
    grants: 0,
    participants: 0,
    blocked: 0,
  })
  w.grants.forEach((g, i) => {
    const { to } = g
    const tenant = to.kind === 'agent' ? AGENTS[to.agent]! : to.kind === 'run' ? w.runs[to.run]!.tenant : to.tenant
    add('grants', {
      id: id.grant(i),
      tenant_id: id.tenant(g.owner),
      artifact_id: 'artifact' in g.over ? id.artifact(g.over.artifact) : null,
      run_id: 'run' in g.over ? id.run(g.over.run) : null,
      grantee_kind: to.kind === 'agent' || to.kind === 'user' ? 'principal' : to.kind,
      grantee_tenant: id.tenant(tenant),
      grantee_principal: to.kind === 'agent' ? id.agent(to.agent) : to.kind === 'user' ? id.user(to.user) : null,
      grantee_run: to.kind === 'run' ? id.run(to.run) : null,
      purposes: g.purposes,
      mask: g.mask,
      not_before: at(g.notBefore),
      until: at(g.until),
      reason: 'x',
      granted_by: 'operator',
      to_self: false,
      created_at: at(g.created),
      revoked_at: at(g.revoked),
    })
    add('sharing', { tenant_id: id.tenant(g.owner), grantee_tenant: id.tenant(tenant), since: at(g.created) })
  })
  w.artifacts.forEach((a, i) => {
    const restriction = {
      artifact_id: id.artifact(i),
      tenant_id: id.tenant(a.tenant),
      reason: 'x',
      restricted_by: 'x',
      restricted_at: at(-1),
    }
    if (w.restricted[i]) add('restrictions', { id: `${id.artifact(i)}_live`, ...restriction, lifted_at: null })
    if (w.restrictionLifted[i]) add('restrictions', { id: `${id.artifact(i)}_was`, ...restriction, lifted_at: at(-1) })
    const block = {
      artifact_id: id.artifact(i),
      source_id: id.artifact(i),
      source_tenant: id.tenant(0),
      mode: 'block',
      blocked_at: at(-1),
    }
    if (w.blocked[i] || w.blockLifted[i])
      add('blocks', { ...block, revocation_id: id.revocation, lifted_at: w.blocked[i] ? null : at(-1) })
  })
}

const hash = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`

const SAME = {
  tool_call_id: 'call',
  output: 'result',
  source_id: 'source',
  snapshot_id: 'snapshot',
  observed_at_text: '',
  status: 'complete',
  coverage: {},
  omissions: [],
  record_format: 'lines',
  format_origin: 'declared',
  tool: 'tool',
  outcome: 'success',
  bytes: 1,
  chunk_size: 16_384,
  chunks: 1,
  index_bytes: 0,
  statistics_bytes: 0,
  leaves_bytes: 0,
  sealed: '\\x00',
}
