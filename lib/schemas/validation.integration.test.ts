import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, form, manifestFor, unique, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { readersOf } from '@/lib/reading/masked.fixture'

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
