import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import type { AccessRequest, Grant, Readers, Revocation, RevocationDetail } from '@/lib/protocol/authority'

/** What an admin looks at: grants by their state and grantee, what a revocation ended and what had left before, restriction. */
let server: TestServer
let owner: World
let other: World
beforeAll(async () => {
  server = await startTestServer()
  owner = await createWorld(server.base, server.rt.operatorToken)
  other = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

async function ok<T>(response: Promise<Response>): Promise<T> {
  const answer = await response
  const body = await answer.text()
  expect(answer.ok, body).toBe(true)
  return JSON.parse(body) as T
}
const asOwner = <T>(method: string, path: string, json?: unknown) =>
  ok<T>(owner.call(method, path, { key: owner.admin, ...(json !== undefined && { json }) }))
const publish = async () => (await owner.publish(manifestFor(owner), 'x\n')).artifact.artifact_id
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const share = (artifact_id: string, more: object = {}) =>
  asOwner<Grant>('POST', '/grants', {
    artifact_id,
    to: { kind: 'tenant', tenant_id: other.tenant },
    purposes: ['diagnosis'],
    reason: 'joint incident',
    ...more,
  })
const listed = async (filter: string) =>
  (await asOwner<{ items: Grant[] }>('GET', `/grants?${filter}`)).items.map((g) => g.grant_id)

test('grants are found by what becomes of them, by who receives and by what ended them', async () => {
  const artifact = await publish()
  const [lasting, soon] = [await share(artifact), await share(artifact, { until: inDays(3) })]
  const later = await share(artifact, { until: inDays(30) })
  const to_run = { kind: 'run', run_id: other.run, tenant_id: other.tenant }
  const run = await share(artifact, { to: to_run })
  const revoked = await asOwner<Revocation>('POST', '/revocations', {
    scope: 'grant',
    id: later.grant_id,
    reason: 'over',
  })
  const by = `artifact=${artifact}`
  expect(await listed(`${by}&state=expiring`)).toEqual([soon.grant_id])
  expect(await listed(`${by}&state=ended`)).toEqual([later.grant_id])
  expect(await listed(`${by}&state=active`)).toEqual([run.grant_id, soon.grant_id, lasting.grant_id])
  expect(await listed(`${by}&grantee=${other.run}`)).toEqual([run.grant_id])
  expect(await listed(`${by}&grantee=${other.tenant}`)).toEqual([later.grant_id, soon.grant_id, lasting.grant_id])
  expect(await listed(`revocation=${revoked.revocation_id}`)).toEqual([later.grant_id])
})

test('a revocation keeps saying what had left under the grants it ended', async () => {
  const artifact = await publish()
  const grant = await share(artifact)
  const path = `/artifacts/${artifact}/content`
  for (let n = 0; n < 2; n++) expect((await owner.call('GET', path, { key: other.agent })).status).toBe(200)
  const { revocation_id } = await asOwner<Revocation>('POST', '/revocations', {
    scope: 'tenant',
    id: other.tenant,
    reason: 'engagement ended',
  })
  expect((await owner.call('GET', path, { key: other.agent })).status).toBe(403)
  const shown = await asOwner<RevocationDetail>('GET', `/revocations/${revocation_id}`)
  expect(shown.drain.state).toBe('drained')
  expect(shown.disclosed).toMatchObject({ count: 2, recipients: [{ disclosures: 2 }] })
  expect(await listed(`revocation=${revocation_id}`)).toContain(grant.grant_id)
})

test('who can read says whether the artifact is restricted, since when and why', async () => {
  const artifact = await publish()
  const before = await asOwner<Readers>('GET', `/artifacts/${artifact}/readers`)
  expect(before.restriction).toEqual({ artifact_id: artifact, restricted: false, reason: null, since: null })
  await asOwner('PUT', `/artifacts/${artifact}/restriction`, { reason: 'personal data' })
  const { items, restriction } = await asOwner<Readers>('GET', `/artifacts/${artifact}/readers`)
  expect(restriction).toMatchObject({ restricted: true, reason: 'personal data' })
  expect(items.every((r) => !r.live && r.ended === 'restricted')).toBe(true)
})

test('a request is answered with the purposes that the admin names, not only the one asked for', async () => {
  const artifact = await publish()
  const asked = await ok<AccessRequest>(
    owner.call('POST', '/access-requests', {
      key: other.agent,
      json: { artifact_id: artifact, purpose: 'diagnosis', reason: 'same incident' },
    }),
  )
  const answer = { decision: 'grant', reason: 'joint incident', purposes: ['diagnosis', 'audit'], until: inDays(1) }
  const answered = await asOwner<AccessRequest>('POST', `/access-requests/${asked.request_id}/answer`, answer)
  expect(answered.state).toBe('granted')
  const { items } = await asOwner<{ items: Grant[] }>('GET', `/grants?artifact=${artifact}`)
  expect(items).toMatchObject([{ grant_id: answered.grant_id, purposes: ['diagnosis', 'audit'], state: 'active' }])
})
