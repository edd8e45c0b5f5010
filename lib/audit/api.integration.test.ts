import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, manifestFor } from '@/e2e/cases/world'
import type {
  AuditCheckpoint,
  AuditConsistency,
  AuditEntry,
  AuditList,
  AuditProof,
  AuditVerification,
} from '@/lib/protocol/audit'
import { openCheckpoint } from '@/lib/transparency/checkpoint'
import { parseVerifierKey } from '@/lib/transparency/note'
import { verifyConsistency, verifyInclusion } from '@/lib/transparency/proofs'
import { type Audited, startAudited } from './audited.fixture'
import { leafOf } from './event'

let a: Audited
let artifact: string
let run: string
beforeAll(async () => {
  a = await startAudited()
  const published = await a.w.publish(manifestFor(a.w), '{"n":1}\n{"n":2}\n')
  artifact = published.artifact.artifact_id
  run = a.w.run
  const read = { selector: { type: 'record_range', start: 0, end: 2 } }
  await a.w.call('POST', `/artifacts/${artifact}/read`, { key: a.w.agent, json: read })
  await a.w.call('GET', `/artifacts/${artifact}`, { key: a.w.agent, headers: { 'Holdfast-Purpose': 'audit' } })
  await a.w.call('GET', '/artifacts/art_00000000000000000000000000', { key: a.w.agent })
})
afterAll(() => a?.close())

const hash = (hex: string) => Buffer.from(hex, 'hex')
const list = (query = '') => a.audit<AuditList>(`/audit?${query}`)
const kinds = (l: AuditList) => l.items.map((i) => i.event.kind)

test('an auditor sees what happened, newest first, page by page, and each look once in the log', async () => {
  const all = await list('limit=200')
  expect(new Set(kinds(all))).toEqual(
    new Set([
      'tenant_created',
      'key_created',
      'run_created',
      'participant_added',
      'publish',
      'disclosure',
      'user_created',
    ]),
  )
  const times = all.items.map((i) => i.event.at)
  expect(times).toEqual([...times].sort().reverse())
  expect(all.items.every((i) => i.withheld.length === 0)).toBe(true)
  expect(all.items.find((i) => i.event.kind === 'publish')?.actor_name).toBe('collector')

  const first = await list('order=oldest&limit=200')
  expect(first.items.map((i) => i.event.event_id)).toEqual(all.items.map((i) => i.event.event_id).reverse())
  const second = await list(`order=oldest&limit=200&after=${first.items[1]!.event.event_id}`)
  expect(second.items).toEqual(first.items.slice(2))

  const before = (await list('kind=audit_read&limit=200')).items.length
  const paged: string[] = []
  let next: string | null = null
  do {
    const page: AuditList = await list(`limit=3${next ? `&after=${next}` : ''}`)
    paged.push(...page.items.map((i) => i.event.event_id))
    next = page.next
  } while (next)
  expect(paged).toEqual(all.items.map((i) => i.event.event_id))
  const looks = await list('kind=audit_read&limit=200')
  expect(looks.items.length - before).toBe(Math.ceil(paged.length / 3) + 1)
  expect(looks.items[0]!.event).toMatchObject({ operation: 'list', decision: 'allow', detail: { filters: {} } })
  const again = await list('kind=audit_read&limit=1')
  expect(again.items[0]!.event.detail).toMatchObject({ filters: { kind: 'audit_read' }, rows: looks.items.length })
  expect((await list()).omits).toEqual(['audit_read'])
  await problem(await a.as(['auditor'], 'GET', '/audit?after=nonsense'), 422, 'invalid_request')
})

test('filters', async () => {
  const agent = (await list('kind=disclosure&decision=allow')).items[0]!.event.actor
  for (const [query, count] of [
    ['kind=disclosure', 3],
    ['kind=disclosure,publish', 4],
    ['operation=read', 1],
    ['decision=refuse', 2],
    [`actor=${agent}&kind=disclosure`, 3],
    [`artifact=${artifact}`, 3],
    [`artifact=artifact:${artifact}&decision=refuse`, 1],
    [`run=${run}&operation=read`, 1],
    ['purpose=audit', 1],
    ['reason=purpose_denied', 1],
    ['reason=nonsense', 0],
    ['q=PURPOSE_den', 1],
    [`q=${artifact.slice(5, 20)}`, 3],
    ['to=2000-01-01T00:00:00Z', 0],
    ['from=2999-01-01T00:00:00Z', 0],
    ['from=2000-01-01T00:00:00Z&to=2999-01-01T00:00:00Z&kind=publish', 1],
  ] as const)
    expect([query, (await list(query)).items.length]).toEqual([query, count])
  const [refused] = (await list('reason=purpose_denied')).items
  const request = refused!.event.request_id
  expect((await list(`request_id=${request}`)).items.map((i) => i.event.event_id)).toEqual([refused!.event.event_id])
  const at = refused!.event.at
  expect((await list(`from=${at}&to=${at}`)).items).toEqual([])
  expect((await list(`from=${at}&kind=disclosure`)).items.length).toBeGreaterThan(0)
  for (const query of ['decision=maybe', 'from=yesterday', 'limit=0', 'other=1'])
    await problem(await a.as(['auditor'], 'GET', `/audit?${query}`), 422, 'invalid_request')
})

test('an event, its leaf recomputed, its path to the signed root, and consistency with what was signed before', async () => {
  const read = (await list('operation=read')).items[0]!.event.event_id
  const proof = await a.audit<AuditProof>(`/audit/${read}/proof`)
  const entry = await a.audit<AuditEntry>(`/audit/${read}`)
  expect(entry).toMatchObject({ position: proof.position, leaf: proof.leaf, withheld: [] })
  expect(entry.event).toMatchObject({
    artifact_id: artifact,
    run_id: run,
    purpose: 'diagnosis',
    rule: 'run_participant',
  })
  expect(entry.event).not.toHaveProperty('seq')
  expect(leafOf(hash(entry.salt!), entry.event as never).toString('hex')).toBe(proof.leaf)
  const path = proof.path.map(hash)
  expect(verifyInclusion(hash(proof.leaf), proof.position, proof.tree_size, path, hash(proof.root))).toBe(true)

  const point = await a.audit<AuditCheckpoint>('/audit/checkpoint')
  const key = parseVerifierKey(point.verifier_key)!
  const { keys } = (await (await fetch(`${a.server.base}/.well-known/jwks.json`)).json()) as { keys: { x: string }[] }
  expect(key.publicKey.toString('base64url')).toBe(keys[0]!.x)
  expect(openCheckpoint(proof.checkpoint, [key])).toMatchObject({ size: proof.tree_size, root: hash(proof.root) })
  expect(point).toMatchObject({ status: 'consistent', detail: null, outside: { size: point.size, root: point.root } })
  expect(point.origin).toBe(`${new URL(a.server.base).host}/audit/tenants/${a.w.tenant}`)

  for (let i = 0; i < 20; i++) await list()
  await a.sequence()
  const later = await a.audit<AuditCheckpoint>('/audit/checkpoint')
  expect(later.size).toBeGreaterThan(point.size)
  for (const from of [1, 7, point.size]) {
    const c = await a.audit<AuditConsistency>(`/audit/consistency?from=${from}&to=${later.size}`)
    const [old, grown] = [hash(c.from.root), hash(c.to.root)]
    expect(verifyConsistency(from, later.size, old, grown, c.path.map(hash))).toBe(true)
    if (from === point.size) expect(c.from.root).toBe(point.root)
    expect(c.to.root).toBe(later.root)
  }
  await problem(await a.as(['auditor'], 'GET', '/audit/consistency?from=99999'), 422, 'invalid_request')
  await problem(await a.as(['auditor'], 'GET', `/audit/consistency?from=${later.size}&to=1`), 422, 'invalid_request')
  await problem(await a.as(['auditor'], 'GET', '/audit/consistency?from=0'), 422, 'invalid_request')
})

test('a proof of what happened a moment ago waits for its checkpoint', async () => {
  await a.w.call('POST', `/tenants/${a.w.tenant}/keys`, { json: { kind: 'agent', name: 'latest' } })
  const { event } = (await list('kind=key_created')).items[0]!
  const proof = await a.audit<AuditProof>(`/audit/${event.event_id}/proof`)
  expect(proof.tree_size).toBeGreaterThan(proof.position)
})

test('an admin sees every event, but not what decisions about reading asked for, nor what would prove a guess', async () => {
  const admin = async <T>(path: string) => (await (await a.as(['admin'], 'GET', path)).json()) as T
  const seen = (await admin<AuditList>('/audit?operation=read')).items[0]!
  expect(seen.withheld).toEqual(['detail'])
  expect(seen.event).not.toHaveProperty('detail')
  expect(await admin<AuditEntry>(`/audit/${seen.event.event_id}`)).toMatchObject({ salt: null, withheld: ['detail'] })
  const act = (await admin<AuditList>('/audit?kind=key_created')).items[0]!
  expect(act.withheld).toEqual([])
  expect(act.event.detail).toBeDefined()
  const byKey = (await (await a.w.call('GET', '/audit?operation=read', { key: a.w.admin })).json()) as AuditList
  expect(byKey.items[0]!.withheld).toEqual(['detail'])
})

test('an agent and a member see what they did themselves', async () => {
  const own = (await (await a.w.call('GET', '/audit?limit=200', { key: a.w.agent })).json()) as AuditList
  expect(new Set(kinds(own))).toEqual(new Set(['disclosure']))
  expect(own.items.find((i) => i.event.operation === 'read')!.event.detail).toBeDefined()
  const { event_id } = (await list('kind=publish')).items[0]!.event
  for (const path of [`/audit/${event_id}`, `/audit/${event_id}/proof`])
    await problem(await a.w.call('GET', path, { key: a.w.agent }), 404, 'not_found')
  const mine = own.items[0]!.event.event_id
  expect((await a.w.call('GET', `/audit/${mine}/proof`, { key: a.w.agent })).status).toBe(200)
  const member = (await (await a.as(['member'], 'GET', '/audit?limit=200')).json()) as AuditList
  expect(member.items).toEqual([])
  await problem(await a.w.call('POST', '/audit/verify', { key: a.w.agent }), 403, 'forbidden')
})

test("another tenant's auditor, unknown and malformed ids get the same answer; no log is another's", async () => {
  const stranger = await createWorld(a.server.base, a.server.rt.operatorToken)
  const { event_id } = (await list('kind=publish')).items[0]!.event
  const answers = new Set<string>()
  for (const id of [event_id, 'evt_00000000000000000000000000', 'nonsense', '%20'])
    for (const path of [`/audit/${id}`, `/audit/${id}/proof`]) {
      const body = await problem(await a.as(['auditor'], 'GET', path, stranger.tenant), 404, 'not_found')
      delete body.request_id
      answers.add(JSON.stringify(body))
    }
  expect(answers.size).toBe(1)
  const theirs = (await (
    await a.as(['auditor'], 'GET', `/audit?artifact=${artifact}`, stranger.tenant)
  ).json()) as AuditList
  expect(theirs.items).toEqual([])
  for (const path of ['/audit', '/audit/checkpoint', '/audit/export', '/audit/consistency?from=1']) {
    const other = `${path}${path.includes('?') ? '&' : '?'}tenant=${a.w.tenant}`
    await problem(await a.as(['auditor'], 'GET', other, stranger.tenant), 404, 'not_found')
    await problem(await a.w.call('GET', other, { key: stranger.admin }), 404, 'not_found')
    await problem(await a.w.call('GET', path, { key: null }), 401, 'unauthenticated')
    await problem(
      await a.as(['auditor'], 'GET', `${path}${path.includes('?') ? '&' : '?'}log=instance`),
      403,
      'forbidden',
    )
  }
  await problem(await a.w.call('GET', `/audit?tenant=${a.w.tenant}`, { key: a.w.operator }), 403, 'forbidden')
  const instance = (await (await a.w.call('GET', '/audit', { key: a.w.operator })).json()) as AuditList
  expect(kinds(instance)).toContain('signed_in')
  expect(instance.items.every((i) => i.event.tenant_id === undefined)).toBe(true)
})

test('the service finds its own log whole', async () => {
  const found = (await (await a.as(['auditor'], 'POST', '/audit/verify')).json()) as AuditVerification
  expect(found).toMatchObject({ verified: true, faults: [], faults_total: 0 })
  expect(found.checkpoints.map((c) => [c.where, c.agrees])).toEqual([
    ['database', true],
    ['outside', true],
  ])
  expect(found.examined).toBeGreaterThan(30)
})
