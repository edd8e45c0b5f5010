import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Case } from './case'
import { form, manifestFor, unique, type World } from './world'

const sha256 = (bytes: Uint8Array | string) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

const post = (w: World, manifest: unknown, content: Uint8Array | string, key = w.capture) =>
  w.call('POST', '/artifacts', { key, body: form(manifest, content) })

async function problem(response: Response, status: number, code: string, pointer?: string) {
  const body = await response.json()
  assert.equal(response.status, status, JSON.stringify(body))
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.equal(body.code, code, JSON.stringify(body))
  assert.equal(body.status, status)
  assert.ok(body.type.endsWith(`/problems/${code}`))
  assert.equal(body.request_id, response.headers.get('request-id'))
  if (pointer !== undefined)
    assert.ok(
      body.errors?.some((e: { pointer: string }) => e.pointer === pointer),
      `errors name ${pointer}: ${JSON.stringify(body.errors)}`,
    )
  return body
}

export const publishing: Case[] = [
  [
    'multipart: 201 with a descriptor of exactly ten fields, and the hash of the exact bytes',
    async (w) => {
      const content = '{"a":1}\n{"a":2}\n'
      const response = await post(w, manifestFor(w), content)
      assert.equal(response.status, 201)
      const body = await response.json()
      assert.deepEqual(Object.keys(body.artifact).sort(), [
        'artifact_id',
        'completeness',
        'content_hash',
        'created_at',
        'expires_at',
        'retrieval',
        'schema_version',
        'scope',
        'source_version',
        'tool_call_id',
      ])
      assert.equal(body.artifact.content_hash, sha256(content))
      assert.equal(body.artifact.completeness.records, 2)
      assert.equal(body.reference, `artifact:${body.artifact.artifact_id}`)
      assert.equal(response.headers.get('location'), `/api/v1/artifacts/${body.artifact.artifact_id}`)
      assert.equal(response.headers.get('cache-control'), 'no-store')
    },
  ],
  [
    'a repeat of the same call answers 200 with the same reference; other bytes 409; another manifest 409',
    async (w) => {
      const manifest = manifestFor(w)
      const first = await (await post(w, manifest, 'one\n')).json()
      const again = await post(w, manifest, 'one\n')
      assert.equal(again.status, 200)
      assert.equal((await again.json()).reference, first.reference)
      const other = await problem(await post(w, manifest, 'two\n'), 409, 'call_conflict')
      assert.equal(other.artifact_id, first.artifact.artifact_id)
      await problem(await post(w, { ...manifest, schema_version: 'v2' }, 'one\n'), 409, 'call_conflict')
    },
  ],
  [
    'two identical publishes at once make one artifact; two different ones one 201 and one 409',
    async (w) => {
      const same = manifestFor(w)
      const twins = await Promise.all([post(w, same, 'x\n'), post(w, same, 'x\n')])
      assert.deepEqual(twins.map((r) => r.status).sort(), [200, 201])
      const [a, b] = await Promise.all(twins.map((r) => r.json()))
      assert.equal(a.reference, b.reference)
      const rival = manifestFor(w)
      const rivals = await Promise.all([post(w, rival, 'x\n'), post(w, rival, 'y\n')])
      assert.deepEqual(rivals.map((r) => r.status).sort(), [201, 409])
    },
  ],
  [
    'tool call ids: empty, 1.5 KB, 4 KiB, differing in . / _ only; above 4 KiB refused',
    async (w) => {
      const base = unique('c')
      const ids = ['', 'x'.repeat(1536), 'é'.repeat(2048), `${base}.a`, `${base}/a`, `${base}_a`]
      const refs = new Set<string>()
      for (const id of ids) {
        const response = await post(w, manifestFor(w, { tool_call: { id, tool: 't' } }), 'x\n')
        assert.equal(response.status, 201, `id of ${id.length} characters`)
        const body = await response.json()
        assert.equal(body.artifact.tool_call_id, id)
        refs.add(body.reference)
      }
      assert.equal(refs.size, ids.length)
      const long = manifestFor(w, { tool_call: { id: 'é'.repeat(2049), tool: 't' } })
      await problem(await post(w, long, 'x\n'), 422, 'invalid_request', '/manifest/tool_call/id')
    },
  ],
  [
    'manifest faults are refused with a pointer to the place',
    async (w) => {
      const good = manifestFor(w)
      const text = JSON.stringify(good)
      await problem(
        await post(w, text.replace('{', '{"output":"a","output":"b",'), 'x'),
        400,
        'invalid_json',
        '/manifest/output',
      )
      const big = `${text.slice(0, -1)},"tool_call_extra":9007199254740993}`
      await problem(await post(w, big, 'x'), 400, 'invalid_json', '/manifest/tool_call_extra')
      await problem(await post(w, { ...good, colour: 'red' }, 'x'), 422, 'invalid_request', '/manifest/colour')
      const cased = await problem(
        await post(w, { ...good, Expires_At: null }, 'x'),
        422,
        'invalid_request',
        '/manifest/Expires_At',
      )
      assert.match(cased.detail, /expires_at/)
      const future = { ...good, source_version: { source_id: 's', snapshot_id: 's', observed_at: inHours(24) } }
      await problem(await post(w, future, 'x'), 422, 'invalid_request', '/manifest/source_version/observed_at')
      const whole = {
        ...good,
        completeness: { status: 'complete', omissions: [{ coverage: { region: 'ap' }, reason: 'timeout' }] },
      }
      await problem(await post(w, whole, 'x'), 422, 'invalid_request', '/manifest/completeness/status')
      const backwards = {
        ...good,
        completeness: {
          coverage: { start_inclusive: '2026-11-06T05:00:00Z', end_exclusive: '2026-11-06T04:00:00Z' },
        },
      }
      await problem(
        await post(w, backwards, 'x'),
        422,
        'invalid_request',
        '/manifest/completeness/coverage/end_exclusive',
      )
    },
  ],
  [
    'a declared hash, length or count that lies is refused, and nothing is kept',
    async (w) => {
      const lies: [Record<string, unknown>, string][] = [
        [{ content_hash: sha256('other') }, '/manifest/content_hash'],
        [{ content_length: 5 }, '/manifest/content_length'],
        [{ completeness: { records: 7 }, record_format: 'lines' }, '/manifest/completeness/records'],
      ]
      for (const [lie, pointer] of lies) {
        const manifest = manifestFor(w, lie)
        await problem(await post(w, manifest, 'x\n'), 422, 'content_mismatch', pointer)
        const honest = { ...manifest, content_hash: undefined, content_length: undefined, completeness: undefined }
        assert.equal((await post(w, honest, 'x\n')).status, 201, 'the call is still free')
      }
    },
  ],
  [
    'JSON publish keeps the exact slice: digits, order, escapes and spaces come back byte for byte',
    async (w) => {
      const slice = '{"a":1.0,"b":9007199254740993,  "c":"\\u0063$&$\'", "a":1}'
      const body = `{"manifest":${JSON.stringify(manifestFor(w))},"content":{"json":${slice}}}`
      const response = await w.call('POST', '/artifacts', {
        key: w.capture,
        body,
        headers: { 'Content-Type': 'application/json' },
      })
      const published = await response.json()
      assert.equal(response.status, 201, JSON.stringify(published))
      assert.equal(published.artifact.content_hash, sha256(slice))
      const bytes = await w.call('GET', `/artifacts/${published.artifact.artifact_id}/content`, { key: w.agent })
      assert.equal(await bytes.text(), slice)
    },
  ],
  [
    'text, base64 and content blocks; what is not base64 is refused',
    async (w) => {
      const send = (content: unknown) =>
        w.call('POST', '/artifacts', { key: w.capture, json: { manifest: manifestFor(w), content } })
      const text = await (await send({ text: 'a\nb$&\u0000\n' })).json()
      assert.equal(text.artifact.completeness.records, 2)
      assert.equal(text.artifact.content_hash, sha256('a\nb$&\u0000\n'))
      const raw = Buffer.from([0, 255, 254, 10])
      const bytes = await (await send({ base64: raw.toString('base64') })).json()
      assert.equal(bytes.artifact.content_hash, sha256(raw))
      assert.equal(bytes.artifact.completeness.records, null)
      await problem(await send({ base64: 'a b' }), 422, 'invalid_request', '/content/base64')
      const blocks = [
        { type: 'text', text: 'first\nsecond' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'text', text: 'last' },
      ]
      const published = await (await send({ content_blocks: blocks })).json()
      assert.equal(published.artifact.completeness.records, 3)
      assert.deepEqual(
        published.preview.records.map((r: { value: unknown }) => r.value),
        blocks,
      )
    },
  ],
  [
    'an agent key publishes no capture, a capture key no derived artifact, an admin key nothing',
    async (w) => {
      await problem(await post(w, manifestFor(w), 'x', w.agent), 403, 'forbidden')
      await problem(await post(w, manifestFor(w), 'x', w.admin), 403, 'forbidden')
      const { reference } = await w.publish(manifestFor(w), 'x\n')
      const derived = manifestFor(w, { inputs: [reference], transformation: { name: 'upper', version: '1' } })
      await problem(await post(w, derived, 'X\n'), 403, 'forbidden')
      const made = await post(w, derived, 'X\n', w.agent)
      assert.equal(made.status, 201)
      const described = await (
        await w.call('GET', `/artifacts/${(await made.json()).artifact.artifact_id}`, { key: w.agent })
      ).json()
      assert.equal(described.inputs[0].artifact_id, reference.slice('artifact:'.length))
      const claim = {
        ...manifestFor(w),
        inputs: [reference],
        transformation: { name: 'u', version: '1' },
        completeness: { status: 'complete' },
      }
      await problem(await post(w, claim, 'X\n', w.agent), 422, 'invalid_request', '/manifest/completeness/status')
    },
  ],
  [
    'content that does not have its format is refused with the place, and nothing is kept',
    async (w) => {
      const bad: [Record<string, unknown>, string, RegExp][] = [
        [{ record_format: 'ndjson' }, '{"a":1}\n{"a":}\n', /line 2/],
        [{ record_format: 'csv' }, 'a,b\n1,2\n3\n', /record 2/],
        [{ record_format: 'csv' }, 'a,a\n1,2\n', /a/],
        [{ record_format: 'json_array', records_pointer: '/items' }, '{"rows":[]}', /items/],
        [{ record_format: 'json_array', records_pointer: '/items' }, '{"items":{}}', /items/],
      ]
      for (const [change, content, place] of bad) {
        const body = await problem(await post(w, manifestFor(w, change), content), 422, 'format_invalid', '/content')
        assert.match(body.detail, place)
      }
    },
  ],
  [
    'U+0000, instants that no calendar has and media types that no header can carry are refused by name',
    async (w) => {
      const source = { source_id: 's', snapshot_id: 's', observed_at: '2026-11-06T04:39:50Z' }
      const bad: [Record<string, unknown>, string][] = [
        [{ tool_call: { id: 'a\u0000', tool: 't' } }, '/manifest/tool_call/id'],
        [{ tool_call: { id: 'a', tool: 't\u0000' } }, '/manifest/tool_call/tool'],
        [{ output: 'o\u0000' }, '/manifest/output'],
        [{ source_version: { ...source, source_id: 's\u0000' } }, '/manifest/source_version/source_id'],
        [{ completeness: { coverage: { region: 'x\u0000' } } }, '/manifest/completeness/coverage/region'],
        [
          { source_version: { ...source, observed_at: '0000-01-01T00:00:00Z' } },
          '/manifest/source_version/observed_at',
        ],
        [{ expires_at: '9999-12-31T23:59:59-23:59' }, '/manifest/expires_at'],
        [{ media_type: 'text/plain; x=\u2603' }, '/manifest/media_type'],
        [{ media_type: 'text/plain;\u0001' }, '/manifest/media_type'],
        [{ media_type: 'text/plain\n;x' }, '/manifest/media_type'],
      ]
      for (const [change, pointer] of bad)
        await problem(await post(w, manifestFor(w, change), 'x'), 422, 'invalid_request', pointer)
      const content = { text: 'a\u0000b' }
      const kept = await w.call('POST', '/artifacts', { key: w.capture, json: { manifest: manifestFor(w), content } })
      assert.equal(kept.status, 201, 'content may hold it')
      await problem(await w.call('GET', '/runs/a%00b', { key: w.admin }), 404, 'not_found')
      await problem(await w.call('GET', '/artifacts?tool=a%00b', { key: w.agent }), 422, 'invalid_request', '/tool')
    },
  ],
  [
    'a part with an unknown charset is refused, and the server goes on',
    async (w) => {
      const body = `--b\r\nContent-Disposition: form-data; name="manifest"\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n{}\r\n--b--\r\n`
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
      const refused = await w.call('POST', '/artifacts', { key: w.capture, body, headers })
      assert.match((await problem(refused, 422, 'invalid_request')).detail, /charset/)
    },
  ],
  [
    'parts out of order, missing or unknown are refused by name',
    async (w) => {
      const send = (body: FormData) => w.call('POST', '/artifacts', { key: w.capture, body })
      const turned = new FormData()
      turned.append('content', new Blob(['x']), 'c')
      turned.append('manifest', JSON.stringify(manifestFor(w)))
      await problem(await send(turned), 422, 'invalid_request')
      const lone = new FormData()
      lone.append('manifest', JSON.stringify(manifestFor(w)))
      assert.match((await problem(await send(lone), 422, 'invalid_request')).detail, /content/)
      const more = form(manifestFor(w), 'x')
      more.append('extra', 'y')
      assert.match((await problem(await send(more), 422, 'invalid_request')).detail, /extra/)
      await problem(
        await w.call('POST', '/artifacts', { key: w.capture, body: 'x', headers: { 'Content-Type': 'text/plain' } }),
        415,
        'unsupported_media_type',
      )
    },
  ],
]

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString()

export { problem, sha256 }
