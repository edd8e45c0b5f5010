import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manifestFor } from '@/e2e/cases/world'
import { DOORS } from './doors.fixture'
import { found, type Shared, share } from './shared.fixture'
import { startTestServer, type TestServer } from './test-server'

/** What cannot be put on record does not happen: nothing is disclosed, and nothing is changed. */
let server: TestServer
let shared: Shared
let opened = 0
beforeAll(async () => {
  server = await startTestServer({
    store: (inner) => ({
      create: (k) => inner.create(k),
      read: (k, s, e) => {
        opened++
        return inner.read(k, s, e)
      },
      size: (k) => inner.size(k),
      delete: (k) => inner.delete(k),
      list: () => inner.list(),
      discard: (k) => inner.discard(k),
      close: () => inner.close(),
    }),
  })
  shared = await share(server.base, server.rt.operatorToken)
  await server.rt
    .sql`create function no_record() returns trigger language plpgsql as $$ begin raise exception 'the log is full'; end $$`
})
afterAll(() => server?.close())

/** Refused at once, or only when the transaction commits: every statement of it has succeeded by then. */
const WAYS = {
  'the row is refused': () =>
    server.rt.sql`create trigger no_record before insert on audit for each row execute function no_record()`,
  'the commit is refused': () => server.rt
    .sql`create constraint trigger no_record after insert on audit deferrable initially deferred
    for each row execute function no_record()`,
}

describe.each(Object.entries(WAYS))('%s', (_way, refuse) => {
  beforeEach(async () => {
    await refuse()
    opened = 0
  })
  afterEach(async () => {
    await server.rt.sql`drop trigger no_record on audit`
  })

  const doors = Object.entries(DOORS).flatMap(([name, door]) => (typeof door === 'string' ? [] : [{ name, door }]))
  test.each(doors)('$name discloses nothing', async ({ name, door }) => {
    const method = name.split(' ')[0]!
    for (const ask of door.asks(shared)) {
      const key = { reader: shared.reader.agent, inside: shared.inside, admin: shared.reader.admin }[ask.by ?? 'reader']
      const response = await shared.reader.call(method, ask.path, {
        key,
        headers: { 'Holdfast-Purpose': 'diagnosis', ...ask.headers },
        ...(ask.json !== undefined && { json: ask.json }),
        ...(ask.body && { body: ask.body }),
      })
      const text =
        Buffer.from(await response.arrayBuffer()).toString('latin1') + [...response.headers.values()].join('\n')
      // Lists of what the asker did or was given are no disclosures: they may answer, with ids.
      if (door.after !== 'id only') expect(response.status, `${ask.path}: ${text}`).toBeGreaterThanOrEqual(500)
      expect(
        found(shared.marks, text).filter((mark) => door.after !== 'id only' || mark !== 'id'),
        `${ask.path}: ${text}`,
      ).toEqual([])
      expect(text).not.toContain('the log is full')
    }
    expect(opened, 'objects that were opened').toBe(0)
  })

  test('no act of an admin happens, and no publish', async () => {
    const { owner, marks, readerId } = shared
    const counts = async () => {
      const [row] = await server.rt.sql`
        select (select count(*) from grants where revoked_at is null) as grants, (select count(*) from restrictions) as restrictions,
          (select count(*) from revocations) as revocations, (select count(*) from run_participants) as participants,
          (select count(*) from api_keys where revoked_at is null) as keys, (select count(*) from artifacts) as artifacts,
          (select count(*) from runs) as runs, (select count(*) from memberships) as members, (select count(*) from tenants) as tenants,
          (select count(*) from access_requests) as requests, (select max(seq) from drains) as drains`
      return row
    }
    const before = await counts()
    const to = { kind: 'principal', principal_id: readerId, tenant_id: shared.reader.tenant }
    const acts: [method: string, path: string, key: string, json: unknown][] = [
      ['POST', '/grants', owner.admin, { artifact_id: marks.id, to, purposes: ['audit'], reason: 'x' }],
      ['PUT', `/artifacts/${marks.id}/restriction`, owner.admin, { reason: 'x' }],
      ['POST', '/revocations', owner.admin, { scope: 'artifact', id: marks.id, reason: 'x' }],
      ['POST', `/runs/${owner.run}/participants`, owner.admin, { principal_id: shared.insideId }],
      ['POST', `/tenants/${owner.tenant}/keys`, owner.admin, { kind: 'agent', name: 'another' }],
      ['POST', `/tenants/${owner.tenant}/users`, owner.admin, { email: 'p@example.com', name: 'P', roles: ['member'] }],
      ['POST', '/runs', owner.admin, { run_id: 'unrecorded', purposes: ['audit'] }],
      ['POST', '/tenants', owner.operator, { tenant_id: 'unrecorded' }],
      ['POST', '/access-requests', shared.reader.agent, { artifact_id: marks.id, purpose: 'audit', reason: 'x' }],
      ['POST', '/artifacts', owner.capture, { manifest: manifestFor(owner), content: { text: 'unrecorded' } }],
    ]
    for (const [method, path, key, json] of acts) {
      const response = await owner.call(method, path, { key, json })
      expect(response.status, `${path}: ${await response.text()}`).toBeGreaterThanOrEqual(500)
    }
    expect(await counts()).toEqual(before)
  })
})
