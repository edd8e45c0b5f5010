import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, form, manifestFor, unique, type World } from '@/e2e/cases/world'
import type { Caller } from '@/lib/authority/principal'
import { ok } from '@/lib/http/shared.fixture'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import type { Role } from '@/lib/protocol/admin'
import { readersOf } from '@/lib/reading/masked.fixture'
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

describe('publishing under a registered schema', () => {
  const host = JSON.stringify({
    type: 'object',
    properties: { host: { type: 'string' }, load: { type: ['number', 'null'], maximum: 1 }, up: { type: 'boolean' } },
    required: ['host'],
  })
  let version: string
  beforeAll(async () => {
    version = unique('host')
    expect((await put(version, host)).status).toBe(201)
  })
  const publish = async (content: string, change: Record<string, unknown> = {}) => {
    const manifest = manifestFor(w, { schema_version: version, ...change })
    const response = await w.call('POST', '/artifacts', { key: w.capture, body: form(manifest, content) })
    const body = await response.json()
    expect(response.ok, JSON.stringify(body)).toBe(true)
    return { manifest, body, id: body.artifact.artifact_id as string, status: response.status }
  }
  const described = (id: string) => get(`/artifacts/${id}`, w.agent)

  test('ndjson that fits is valid, and says so for as long as it exists', async () => {
    const { body, id } = await publish('{"host":"a","load":0.5}\n{"host":"b"}\n', { record_format: 'ndjson' })
    expect(body.schema).toEqual({ status: 'valid', records: 2 })
    expect((await described(id)).schema).toEqual({ status: 'valid', records: 2 })
  })

  test('of what does not fit the count and the first place are told, and where that is stays sealed', async () => {
    const json = { total: 3, items: [{ host: 'a' }, { host: 'secret', load: 2 }, {}] }
    const { body, id, manifest } = await publish(JSON.stringify(json), {
      record_format: 'json_array',
      records_pointer: '/items',
    })
    const schema = { status: 'invalid', count: 2, first: { record: 1, pointer: '/load', message: 'must be <= 1' } }
    expect(body.schema).toEqual(schema)
    expect((await described(id)).schema).toEqual(schema)
    const [row] = await server.rt.sql`select to_jsonb(a)::text as text from artifacts a where id = ${id}`
    expect(row!.text).not.toContain('must be')
    const again = await w.call('POST', '/artifacts', { key: w.capture, body: form(manifest, JSON.stringify(json)) })
    expect([again.status, await again.json()]).toEqual([200, body])
  })

  test('more than the head holds is validated in a thread, with the same outcome', async () => {
    const line = (i: number) => `{"host":"h${i}","load":${i === 9_000 ? '"high"' : '0.5'}}\n`
    const { body } = await publish(Array.from({ length: 10_000 }, (_, i) => line(i)).join(''), {
      record_format: 'ndjson',
    })
    expect(body.schema).toEqual({
      status: 'invalid',
      count: 1,
      first: { record: 9000, pointer: '/load', message: 'must be number,null' },
    })
  })

  test('csv is typed by it: in what is validated, previewed, read and asked for', async () => {
    const { body, id } = await publish('host,load,up\na,0.50,true\nb,,false\n"c",1e0,maybe\n', { record_format: 'csv' })
    expect(body.schema).toEqual({
      status: 'invalid',
      count: 1,
      first: { record: 2, pointer: '/up', message: 'must be boolean' },
    })
    const values = [
      { host: 'a', load: 0.5, up: true },
      { host: 'b', load: null, up: false },
      { host: 'c', load: 1, up: 'maybe' },
    ]
    expect(body.preview.records.map((r: { value: unknown }) => r.value)).toEqual(values)
    const preview = await get(`/artifacts/${id}/preview`, w.agent)
    expect(preview.records.map((r: { value: unknown }) => r.value)).toEqual(values)
    const read = async (selector: object) => {
      const response = await w.call('POST', `/artifacts/${id}/read`, { key: w.agent, json: { selector } })
      return response.text()
    }
    const whole = await read({ type: 'record_range', start: 0, end: 3 })
    expect(whole).toContain('{"host":"a","load":0.50,"up":true}')
    expect(whole).toContain('{"host":"c","load":1e0,"up":"maybe"}')
    const found = JSON.parse(
      await read({ type: 'query', filter: 'load >= 1 OR load IS NULL', filter_lang: 'cql2-text' }),
    )
    expect(found.records.map((r: { index: number }) => r.index)).toEqual([1, 2])
  })

  test('without a schema, with one registered only afterwards, or of opaque bytes, nothing is claimed', async () => {
    const late = unique('late')
    const csv = await publish('load\n1\n', { record_format: 'csv', schema_version: late })
    const none = await publish('{}\n', { record_format: 'ndjson', schema_version: null })
    const bytes = await publish('x', { record_format: 'bytes' })
    for (const { body, id } of [csv, none, bytes]) {
      expect(body.schema).toEqual({ status: 'unregistered' })
      expect((await described(id)).schema).toEqual({ status: 'unregistered' })
    }
    expect((await put(late, host)).status).toBe(201)
    // What was published before stays what it was, also when it is sent again.
    const again = await w.call('POST', '/artifacts', { key: w.capture, body: form(csv.manifest, 'load\n1\n') })
    const body = await again.json()
    expect([again.status, body.schema, body.preview.records[0].value]).toEqual([
      200,
      { status: 'unregistered' },
      { load: '1' },
    ])
    expect(
      (await publish('load\n1\n', { record_format: 'csv', schema_version: late })).body.preview.records[0].value,
    ).toEqual({ load: 1 })
  })

  test('under a mask it is not told: whether records fit tells of what was removed', async () => {
    const { id } = await publish('{"host":"a","load":2}\n', { record_format: 'ndjson' })
    const { reader, grant } = readersOf(w)
    const by = await reader()
    await grant(id, by, { mask: ['load'] })
    expect((await get(`/artifacts/${id}`, by.key)).schema).toEqual({ status: 'withheld' })
  })

  test('a schema of another tenant validates nothing here', async () => {
    const theirs = unique('theirs')
    expect((await put(theirs, '{"type":"null"}', stranger.admin)).status).toBe(201)
    expect((await publish('{}\n', { record_format: 'ndjson', schema_version: theirs })).body.schema).toEqual({
      status: 'unregistered',
    })
  })
})
