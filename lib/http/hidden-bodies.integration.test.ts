import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { form, manifestFor, type World } from '@/e2e/cases/world'
import { type Answer, alike, answer, type Hidden, hide, UNKNOWN } from './hidden.fixture'
import { startTestServer, type TestServer } from './test-server'

let server: TestServer
let stranger: World
let theirs: Hidden['theirs']
beforeAll(async () => {
  server = await startTestServer()
  ;({ stranger, theirs } = await hide(server))
})
afterAll(() => server?.close())

describe('ids in bodies', () => {
  const to = { kind: 'principal', principal_id: 'agt_x' }
  const grant = { to, purposes: ['diagnosis'], reason: 'x' }
  const derived = () =>
    manifestFor(stranger, {
      tool_call: { id: 'same', tool: 't' },
      transformation: { name: 't', version: '1' },
      completeness: { status: 'unknown' },
    })
  const CASES: [
    name: string,
    kind: keyof typeof UNKNOWN,
    ask: (id: string) => { path: string; json?: unknown; body?: FormData; key?: string },
  ][] = [
    [
      'an artifact in a grant',
      'artifact_id',
      (id) => ({
        path: '/grants',
        json: { ...grant, artifact_id: id, to: { kind: 'tenant', tenant_id: stranger.tenant } },
      }),
    ],
    [
      'a run in a grant',
      'run_id',
      (id) => ({ path: '/grants', json: { ...grant, run_id: id, to: { kind: 'tenant', tenant_id: stranger.tenant } } }),
    ],
    [
      'the grantee of a grant',
      'principal_id',
      (id) => ({
        path: '/grants',
        json: { ...grant, run_id: stranger.run, to: { kind: 'principal', principal_id: id } },
      }),
    ],
    [
      'a run of this tenant as the grantee',
      'run_id',
      (id) => ({ path: '/grants', json: { ...grant, run_id: stranger.run, to: { kind: 'run', run_id: id } } }),
    ],
    [
      'the tenant of a grantee',
      'tenant_id',
      (id) => ({ path: '/grants', json: { ...grant, run_id: stranger.run, to: { ...to, tenant_id: id } } }),
    ],
    [
      'an input',
      'artifact_id',
      (id) => ({
        path: '/artifacts',
        key: stranger.agent,
        body: form({ ...derived(), inputs: [`artifact:${id}`] }, 'x'),
      }),
    ],
    [
      'the run of a derived artifact',
      'run_id',
      (id) => ({
        path: '/artifacts',
        key: stranger.agent,
        body: form({ ...derived(), inputs: [`artifact:${UNKNOWN.artifact_id}`], run_id: id }, 'x'),
      }),
    ],
    [
      'the run of a capture',
      'run_id',
      (id) => ({
        path: '/artifacts',
        key: stranger.capture,
        body: form(manifestFor({ run: id }, { tool_call: { id: 'same', tool: 't' } }), 'x'),
      }),
    ],
    [
      'a participant',
      'principal_id',
      (id) => ({ path: `/runs/${stranger.run}/participants`, json: { principal_id: id } }),
    ],
    [
      'a person as participant',
      'user_id',
      (id) => ({ path: `/runs/${stranger.run}/participants`, json: { principal_id: id } }),
    ],
    [
      'the run of a key',
      'run_id',
      (id) => ({ path: `/tenants/${stranger.tenant}/keys`, json: { kind: 'admin', name: 'x', run_id: id } }),
    ],
    [
      'the person of a key',
      'user_id',
      (id) => ({ path: `/tenants/${stranger.tenant}/keys`, json: { kind: 'agent', name: 'x', user_id: id } }),
    ],
    ...(['grant', 'artifact', 'run', 'principal', 'tenant'] as const).flatMap((scope) =>
      [true, false].map((dry_run): (typeof CASES)[number] => [
        `what a revocation names (${scope}${dry_run ? ', dry run' : ''})`,
        `${scope}_id`,
        (id) => ({ path: '/revocations', json: { scope, id, reason: 'x', dry_run } }),
      ]),
    ),
  ]
  test.each(CASES)('%s', async (_name, kind, ask) => {
    const answers: { to: string; answer: Answer }[] = []
    for (const id of [UNKNOWN[kind]!, ...theirs[kind]!]) {
      const { path, json, body, key } = ask(id)
      const response = await stranger.call('POST', path, {
        key: key ?? stranger.admin,
        ...(json !== undefined && { json }),
        ...(body && { body }),
        headers: { 'Holdfast-Purpose': 'diagnosis' },
      })
      const found = await answer(response)
      // What the asker wrote may be said back to it.
      answers.push({
        to: id,
        answer: {
          ...found,
          body: found.body.replaceAll(id, 'ID'),
          headers: found.headers.replace(/"content-length","\d+"/, ''),
        },
      })
    }
    const { status } = alike(answers)
    expect([404, 422]).toContain(status)
  })

  test('a request for access is accepted alike, whatever it asks for', async () => {
    const answers: { to: string; answer: Answer }[] = []
    for (const id of [UNKNOWN.artifact_id!, ...theirs.artifact_id!, 'nonsense']) {
      const response = await stranger.call('POST', '/access-requests', {
        key: stranger.agent,
        json: { artifact_id: id, purpose: 'diagnosis', reason: 'x' },
      })
      const found = await answer(response)
      const body = found.body.replaceAll(id, 'ID').replace(/"(request_id|created_at)":"[^"]+"/g, '')
      answers.push({ to: id, answer: { ...found, body, headers: found.headers.replace(/"content-length","\d+"/, '') } })
    }
    expect(alike(answers).status).toBe(202)
    const { items } = (await (
      await stranger.call('GET', '/access-requests?box=mine', { key: stranger.agent })
    ).json()) as { items: { state: string }[] }
    expect(new Set(items.map((i) => i.state))).toEqual(new Set(['pending']))
  })

  test('whether another tenant has a run by a name is not told by sharing with it', async () => {
    const grantee = (run_id: string) => ({
      ...grant,
      run_id: stranger.run,
      to: { kind: 'run', run_id, tenant_id: theirs.tenant_id![0] },
    })
    const statuses = await Promise.all(
      [UNKNOWN.run_id!, theirs.run_id![0]!].map(
        async (id) => (await stranger.call('POST', '/grants', { key: stranger.admin, json: grantee(id) })).status,
      ),
    )
    expect(new Set(statuses).size).toBe(1)
  })
})
