import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, unique, type World } from '@/e2e/cases/world'
import type { Caller } from '@/lib/authority/principal'
import { ok } from '@/lib/http/shared.fixture'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import type { Role } from '@/lib/protocol/admin'
import { getSchema } from './find'
import { registerSchema } from './register'

let server: TestServer
let w: World
let stranger: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  stranger = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const put = (version: string, document: string, key: string | null = w.admin, by = w) =>
  by.call('PUT', `/schemas/${encodeURIComponent(version)}`, {
    key,
    body: document,
    headers: { 'Content-Type': 'application/json' },
  })
const get = async (path: string, key: string, by = w) => (await by.call('GET', path, { key })).json()
const events = () =>
  server.rt
    .sql`select actor, detail from audit where tenant_id = ${w.tenant} and kind = 'schema_registered' order by seq`

describe('registering', () => {
  const document = '{ "type": "object",\n  "properties": {"load": {"maximum": 1.0}} }'

  test('is once and for good, exactly as sent, and in the log', async () => {
    const version = unique('load/v')
    const made = await put(version, document)
    expect(made.status).toBe(201)
    const schema = await made.json()
    expect(schema).toEqual({
      tenant_id: w.tenant,
      version,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      bytes: document.length,
      registered_by: { principal_id: expect.any(String), name: 'administrator' },
      registered_at: expect.any(String),
    })
    // The same in another spelling is the same.
    const again = await put(version, '{"properties":{"load":{"maximum":1}},"type":"object"}')
    expect([again.status, await again.json()]).toEqual([200, schema])
    await problem(await put(version, '{"type":"array"}'), 409, 'conflict')
    expect((await events()).map((e) => e.detail)).toEqual([{ version, digest: schema.digest }])

    for (const key of [w.agent, w.capture, w.admin]) {
      const text = await (await w.call('GET', `/schemas/${encodeURIComponent(version)}`, { key })).text()
      expect(text).toContain(`"document":${document}`)
      expect(JSON.parse(text)).toMatchObject(schema)
    }
  })

  test('takes an admin; of another tenant nobody learns anything', async () => {
    const version = unique('mine')
    await problem(await put(version, document, w.agent), 403, 'forbidden')
    await problem(await put(version, document, w.capture), 403, 'forbidden')
    await problem(await put(version, document, null), 401, 'unauthenticated')
    await problem(await put(version, document, w.operator), 403, 'forbidden')
    expect((await put(version, document)).status).toBe(201)
    for (const key of [stranger.admin, stranger.agent]) {
      await problem(await w.call('GET', `/schemas/${version}`, { key }), 404, 'not_found')
      await problem(await w.call('GET', `/schemas/${version}?tenant=${w.tenant}`, { key }), 404, 'not_found')
      expect(await ok(stranger, 'GET', '/schemas', key)).toEqual({ items: [], next: null })
    }
    // Under the same version the other tenant registers its own, as if it were the first.
    expect((await put(version, '{"type":"null"}', stranger.admin)).status).toBe(201)
    expect((await get(`/schemas/${version}`, w.agent)).document).toEqual(JSON.parse(document))
  })

  test('takes what a key is not narrowed away from; of a person, the role admin', async () => {
    const narrowed = await ok(w, 'POST', `/tenants/${w.tenant}/keys`, w.admin, {
      kind: 'admin',
      name: 'narrow',
      scopes: ['read'],
    })
    await problem(await put(unique('v'), '{}', narrowed.key), 403, 'forbidden')
    const person = (...roles: Role[]): Caller => ({
      kind: 'user',
      principalId: 'usr_person',
      sessionId: 'ses_person',
      name: 'Person',
      operator: false,
      tenants: [{ tenantId: w.tenant, roles }],
      left: [],
      requestId: 'req',
      purpose: null,
    })
    const register = (who: Caller, version: string) => registerSchema(server.rt, who, { version, document: '{}' })
    const version = unique('v')
    await expect(register(person('member', 'auditor'), version)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await register(person('admin'), version)).toMatchObject({ created: true, schema: { version } })
    expect((await getSchema(server.rt, person('member'), { version })).document).toBe('{}')
  })

  test.each([
    ['{"properties":{"a":{"pattern":"(?=x)"}}}', 422, 'invalid_request', '/properties/a/pattern'],
    ['{"items":{"$ref":"https://example.com/s.json"}}', 422, 'invalid_request', '/items/$ref'],
    ['{"type":"text"}', 422, 'invalid_request', '/type'],
    ['{"allOf":[{"$ref":"#"}]}', 422, 'invalid_request', ''],
    ['[]', 422, 'invalid_request', ''],
    ['true', 422, 'invalid_request', ''],
    ['{"type":"object","type":"array"}', 400, 'invalid_json', '/type'],
    ['{"maximum":1e999}', 400, 'invalid_json', '/maximum'],
    [`{"a":${'['.repeat(70)}${']'.repeat(70)}}`, 400, 'invalid_json', undefined],
    ['{', 400, 'invalid_json', ''],
  ])('refuses %s', async (document, status, code, pointer) => {
    const body = await problem(await put(unique('v'), document), status, code)
    if (pointer !== undefined) expect(body.errors?.[0]?.pointer).toBe(pointer)
  })

  test('refuses what is too long, and a version that no manifest could name', async () => {
    await problem(await put(unique('v'), `{"description":"${'x'.repeat(262_144)}"}`), 413, 'payload_too_large')
    await problem(await put('v'.repeat(257), '{}'), 422, 'invalid_request')
  })

  test('lists them newest first, page by page, without the documents', async () => {
    const versions = Array.from({ length: 5 }, (_, i) => `v${i}`)
    const own = await createWorld(server.base, server.rt.operatorToken)
    for (const v of versions) expect((await put(v, '{}', own.admin, own)).status).toBe(201)
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: { items: { version: string; document?: unknown }[]; next: string | null } = await get(
        `/schemas?limit=2${next && `&after=${next}`}`,
        own.capture,
        own,
      )
      for (const item of page.items) {
        seen.push(item.version)
        expect(item.document).toBeUndefined()
      }
      next = page.next
    }
    expect(seen).toEqual([...versions].reverse())
  })
})
