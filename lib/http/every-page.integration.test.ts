import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unique } from '@/e2e/cases/world'
import { describeArtifact } from '@/lib/artifacts/describe'
import { listArtifacts } from '@/lib/artifacts/list'
import { listLocators, locatorHistory } from '@/lib/artifacts/locators'
import { listEvents } from '@/lib/audit/list'
import { listAccessRequests } from '@/lib/authority/access-requests'
import { listGrants } from '@/lib/authority/grants'
import type { Caller } from '@/lib/authority/principal'
import { describeRevocation, listBlocks, listRevocations } from '@/lib/authority/revoke'
import { listSharing } from '@/lib/authority/sharing'
import { ArtifactListQuery } from '@/lib/protocol/admin'
import { AuditListQuery } from '@/lib/protocol/audit'
import { GrantQuery } from '@/lib/protocol/authority'
import { listDisclosures } from '@/lib/reading/disclosures'
import { SERVICE_PATHS } from './service'
import { type Shared, share, unshare } from './shared.fixture'
import { startTestServer, type TestServer } from './test-server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** What a page reads of artifacts, agents and the log, by the operations of `lib` that it and its components call. */
const PAGES: Record<string, string[]> = {
  'access/artifacts/[id]/page.tsx': [],
  'access/page.tsx': ['listAccessRequests', 'listGrants', 'listRevocations', 'listSharing'],
  'access/revocations/[id]/page.tsx': ['describeRevocation', 'listBlocks'],
  'artifacts/[id]/page.tsx': ['describeArtifact'],
  'artifacts/page.tsx': ['listArtifacts'],
  'audit/page.tsx': ['listEvents'],
  'invitation/page.tsx': [],
  'locators/history/page.tsx': ['locatorHistory'],
  'locators/page.tsx': ['listLocators'],
  'page.tsx': ['listArtifacts', 'listDisclosures'],
  'problems/[code]/page.tsx': [],
  'problems/page.tsx': [],
  'reference/page.tsx': [],
  'runs/[id]/page.tsx': ['listEvents'],
  'runs/page.tsx': [],
  'settings/keys/page.tsx': [],
  'settings/limits/page.tsx': [],
  'settings/members/page.tsx': [],
  'settings/page.tsx': [],
  'settings/purposes/page.tsx': [],
  'settings/schemas/page.tsx': [],
  'settings/sign-in/page.tsx': [],
  'settings/signing-keys/page.tsx': [],
  'sign-in/page.tsx': [],
  'sign-in/refused/page.tsx': [],
}
/** Route handlers of the pages' server: the API once more, sign-in, and what SERVICE_PATHS names. */
const HANDLERS = [
  'api/auth/[...auth]/route.ts',
  'api/v1/[[...route]]/route.ts',
  ...SERVICE_PATHS.map((path) => `${path.slice(1)}/route.ts`),
]

describe('pages', () => {
  const files = (readdirSync('app', { recursive: true }) as string[]).sort()

  test('the table names every page and route handler, and no other', () => {
    expect(files.filter((f) => /(^|\/)page\.tsx$/.test(f))).toEqual(Object.keys(PAGES).sort())
    expect(files.filter((f) => /(^|\/)route\.ts$/.test(f))).toEqual([...HANDLERS].sort())
  })

  test.each(Object.entries(PAGES))('%s reads artifacts by what the table says', (page, operations) => {
    expect([...operationsOf(join('app', page))].sort()).toEqual(operations)
  })

  test('their operations refuse a person as the API refuses an agent', async () => {
    const s = await share(server.base, server.rt.operatorToken)
    const user = await person(s)
    const asked = { tenant: s.owner.tenant, run_id: s.owner.run, locator: s.marks.locator }
    const page: Record<string, () => Promise<unknown>> = {
      describeArtifact: () => describeArtifact(server.rt, user, s.marks.id),
      listArtifacts: () =>
        listArtifacts(server.rt, user, ArtifactListQuery.parse({ tenant: s.reader.tenant, shared: 'true' })),
      locatorHistory: () => locatorHistory(server.rt, user, asked),
      listLocators: () => listLocators(server.rt, user, { tenant: s.reader.tenant }),
      listDisclosures: () => listDisclosures(server.rt, user, s.marks.id),
      listAccessRequests: () => listAccessRequests(server.rt, user, { tenant: s.reader.tenant, box: 'mine' }),
      listGrants: () =>
        listGrants(server.rt, user, GrantQuery.parse({ tenant: s.reader.tenant, direction: 'received' })),
      listSharing: () => listSharing(server.rt, user, s.reader.tenant),
      listRevocations: () => listRevocations(server.rt, user, { tenant: s.owner.tenant }),
      describeRevocation: () => describeRevocation(server.rt, user, s.owner.tenant, 'rvk_none'),
      listBlocks: () => listBlocks(server.rt, user, s.owner.tenant, 'rvk_none', {}),
      listEvents: () => listEvents(server.rt, user, AuditListQuery.parse({ tenant: s.reader.tenant })),
    }
    expect(Object.keys(page).sort()).toEqual([...new Set(Object.values(PAGES).flat())].sort())
    const answer = (name: string) =>
      page[name]!().then(
        (v) => JSON.stringify(v),
        (e: { code: string }) => e.code,
      )
    expect(await answer('describeArtifact')).toContain(s.marks.id)
    expect(await answer('listArtifacts')).toContain(s.marks.id)
    await unshare(s)
    expect(await answer('describeArtifact')).toBe('access_revoked')
    for (const name of Object.keys(page)) {
      // The log tells whoever asked what they asked for, and nothing else of it.
      const marks = Object.entries(s.marks).filter(([mark]) => name !== 'listEvents' || mark !== 'id')
      expect(await answer(name), name).not.toMatch(new RegExp(marks.map(([, mark]) => mark).join('|')))
    }
  })
})

/** Every operation on artifacts or the log that a file imports to call, itself or through what it imports of ours. */
function operationsOf(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(file)) return found
  seen.add(file)
  for (const [, names, from] of readFileSync(file, 'utf8').matchAll(
    /^import (?!type)(?:\{?([^}'"]*?)\}? from )?'([^']+)'/gm,
  )) {
    if (
      /^@\/lib\/((artifacts|reading|lineage|audit)\/|authority\/(disclosures|explain|grants|sharing|access-requests|revoke)$)/.test(
        from!,
      )
    )
      for (const name of names!.split(',')) if (name.trim() && !name.trim().startsWith('type ')) found.add(name.trim())
    if (/^@\/(app|components)\//.test(from!) || from!.startsWith('.')) {
      const base = from!.startsWith('.') ? join(dirname(file), from!) : from!.slice(2)
      const next = [`${base}.tsx`, `${base}.ts`].find((f) => seen.has(f) || exists(f))
      if (next) for (const name of operationsOf(next, seen)) found.add(name)
    }
  }
  return found
}
const exists = (file: string) => {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

/** A member of the reading tenant, signed in. */
async function person(s: Shared): Promise<Caller> {
  const id = unique('usr')
  await server.rt
    .sql`insert into principals (id, kind, name, email) values (${id}, 'user', 'Person', ${`${id}@example.com`})`
  await server.rt.sql`insert into memberships (tenant_id, user_id, role) values (${s.reader.tenant}, ${id}, 'member')`
  await server.rt
    .sql`insert into sessions (id, user_id, expires_at) values (${`ses_${id}`}, ${id}, now() + interval '1 hour')`
  return {
    kind: 'user',
    principalId: id,
    sessionId: `ses_${id}`,
    name: 'Person',
    operator: false,
    tenants: [{ tenantId: s.reader.tenant, roles: ['member'] }],
    left: [],
    requestId: 'req',
    purpose: null,
  }
}
