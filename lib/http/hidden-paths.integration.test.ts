import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unique, type World } from '@/e2e/cases/world'
import { describeArtifact } from '@/lib/artifacts/describe'
import { type Answer, alike, answer, type Hidden, hide, UNKNOWN } from './hidden.fixture'
import { routes } from './routes'
import { startTestServer, type TestServer } from './test-server'

/** Whatever has an id in its path answers alike for what is unknown, another tenant's, deleted there, or no id at all. */
let server: TestServer
let stranger: World
let theirs: Hidden['theirs']
beforeAll(async () => {
  server = await startTestServer()
  ;({ stranger, theirs } = await hide(server))
})
afterAll(() => server?.close())

const MALFORMED = [
  'nonsense',
  'a'.repeat(3000),
  'art_%20',
  '%00',
  '%C3%89',
  '..%2f..%2fetc',
  "x'%20or%201=1--",
  '*',
  '%25',
  'ART_00000000000000000000000000',
]

const selector = { type: 'byte_range', start: 0, end: 1 }
/** A body that is in order, for operations that take one. */
const BODIES: Record<string, unknown> = {
  readArtifact: { selector },
  deriveArtifact: { selector: { type: 'query' } },
  proveChunk: { chunk: 0 },
  restrictArtifact: { reason: 'x' },
  addParticipant: { principal_id: 'agt_x' },
  answerAccessRequest: { decision: 'deny', reason: 'x' },
  changePurposes: { purposes: ['audit'] },
  createKey: { kind: 'agent', name: 'x' },
  createUser: { email: 'x@example.com', name: 'X', roles: ['member'] },
  changeRoles: { roles: ['member'] },
  recoverAdmin: { email: 'x@example.com', name: 'X' },
  invite: { email: 'x@example.com', roles: ['member'] },
}

/** A name that an operation gives in the asker's own tenant: there is nothing that it could find or not. */
const NAMING = ['registerSchema']

const addressed = routes
  .filter((r) => r.path.includes('{') && !NAMING.includes(r.operationId))
  .map((r) => ({ name: `${r.method} ${r.path}`, route: r }))

test('there is a body for every operation that takes one', () => {
  expect(addressed.filter(({ route }) => route.body && !(route.operationId in BODIES)).map(({ name }) => name)).toEqual(
    [],
  )
})

describe('ids in paths', () => {
  test.each(addressed)('$name', async ({ route }) => {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]
    const read = ['GET', '/artifacts/{artifact_id}/read', '/artifacts/{artifact_id}/proof'].includes(route.path)
    for (const key of [stranger.agent, stranger.admin])
      for (const method of methods)
        for (const name of names) {
          const answers: { to: string; answer: Answer }[] = []
          for (const id of [UNKNOWN[name]!, ...theirs[name]!, ...MALFORMED]) {
            // The other names are the asker's own where there is one, else unknown.
            const path = names.reduce(
              (p, n) =>
                p.replace(
                  `{${n}}`,
                  n === name ? encodeURI(id).replaceAll('%25', '%') : n === 'tenant_id' ? stranger.tenant : UNKNOWN[n]!,
                ),
              route.path,
            )
            const headers = { 'Holdfast-Purpose': 'diagnosis' }
            const json = BODIES[route.operationId]
            answers.push({
              to: `${method} ${path.slice(0, 120)}`,
              answer: await answer(await stranger.call(method, path, { key, headers, ...(route.body && { json }) })),
            })
          }
          const same = alike(answers)
          expect(same.status, `${method} ${route.path}: ${same.body}`).toBeGreaterThanOrEqual(400)
          expect(same.status).toBeLessThan(500)
          expect(read || [403, 404, 405].includes(same.status), `${route.path} ${same.status} ${same.body}`).toBe(true)
        }
  })

  test('the refusal names no purpose, no range and no condition that only an existing artifact would have', async () => {
    for (const headers of [
      { 'Holdfast-Purpose': 'elsewhere' },
      { 'If-None-Match': '*' },
      { 'If-Match': '"x"' },
      { Range: 'bytes=999999-' },
    ] as Record<string, string>[])
      for (const rest of ['', '/content', '/preview', '/disclosures', '/descriptor.jws', '/authority']) {
        const ids = [UNKNOWN.artifact_id!, ...theirs.artifact_id!, 'nonsense']
        const answers = await Promise.all(
          ids.map(async (id) => ({
            to: id + rest,
            answer: await answer(
              await stranger.call('GET', `/artifacts/${id}${rest}`, { key: stranger.agent, headers }),
            ),
          })),
        )
        expect(alike(answers).status).toBe(404)
      }
  })
})

test('to a person of no tenant, signed in, nothing exists either', async () => {
  const id = unique('usr')
  await server.rt
    .sql`insert into principals (id, kind, name, email) values (${id}, 'user', 'Person', ${`${id}@example.com`})`
  await server.rt
    .sql`insert into sessions (id, user_id, expires_at) values (${`ses_${id}`}, ${id}, now() + interval '1 hour')`
  const person = {
    kind: 'user' as const,
    principalId: id,
    sessionId: `ses_${id}`,
    name: 'Person',
    operator: false,
    tenants: [],
    left: [],
  }
  for (const artifactId of [UNKNOWN.artifact_id!, ...theirs.artifact_id!])
    await expect(
      describeArtifact(server.rt, { ...person, requestId: 'req', purpose: null }, artifactId),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
})
