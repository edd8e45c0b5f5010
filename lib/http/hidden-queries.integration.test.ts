import { afterAll, beforeAll, describe, test } from 'vitest'
import type { World } from '@/e2e/cases/world'
import { type Answer, alike, answer, type Hidden, hide, UNKNOWN } from './hidden.fixture'
import { routes } from './routes'
import { startTestServer, type TestServer } from './test-server'

let server: TestServer
let stranger: World
let theirs: Hidden['theirs']
beforeAll(async () => {
  server = await startTestServer()
  ;({ stranger, theirs } = await hide(server))
})
afterAll(() => server?.close())

describe('ids in queries', () => {
  /** What a name in a query is an id of. `after` is what the list's own pages end with. */
  const KINDS: Record<string, string> = {
    tenant: 'tenant_id',
    run: 'run_id',
    run_id: 'run_id',
    artifact: 'artifact_id',
    principal: 'principal_id',
    actor: 'principal_id',
    with: 'tenant_id',
    grantee: 'principal_id',
    revocation: 'revocation_id',
    request_id: 'request_id',
  }
  const AFTER: Record<string, string> = {
    listRuns: 'run_id',
    listRevocations: 'revocation_id',
    listBlocks: 'artifact_id',
    listAccessRequests: 'request_id',
    listKeys: 'key_id',
    listUsers: 'user_id',
    listInvitations: 'invitation_id',
    listTenants: 'tenant_id',
    listSchemas: 'version',
  }
  const asked = routes.flatMap((r) =>
    r.method === 'GET' && r.query && r.operationId !== 'locatorHistory' && !r.path.includes('export')
      ? Object.keys(r.query.shape).flatMap((name) => {
          const kind = name === 'after' ? AFTER[r.operationId] : KINDS[name]
          return kind ? [{ name: `${r.path}?${name}=`, path: r.path, kind, query: name }] : []
        })
      : [],
  )
  test.each(asked)('$name', async ({ path, kind, query }) => {
    const address = path.replace('{tenant_id}', stranger.tenant).replaceAll(/\{(\w+)\}/g, (_, n: string) => UNKNOWN[n]!)
    for (const key of [stranger.agent, stranger.admin]) {
      const answers: { to: string; answer: Answer }[] = []
      const [foreign] = theirs[kind]!
      // Beside it in any order of ids: a keyset by id begins at the same place for both.
      const unknown = foreign!.slice(0, -1) + (foreign!.endsWith('0') ? '1' : '0')
      for (const id of [unknown, ...(query === 'after' ? [foreign!] : theirs[kind]!)]) {
        const box = path === '/access-requests' ? `&box=${key === stranger.admin ? 'inbox' : 'mine'}` : ''
        const found = await answer(await stranger.call('GET', `${address}?${query}=${id}${box}`, { key }))
        answers.push({
          to: id,
          answer: {
            ...found,
            body: found.body.replaceAll(id, 'ID'),
            headers: found.headers.replace(/"content-length","\d+"/, ''),
          },
        })
      }
      // A list by keyset may begin anywhere: of the asker's own it may show what lies after, never whether the id is one.
      alike(answers)
    }
  })
})
