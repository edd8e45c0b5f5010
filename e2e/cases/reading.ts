import assert from 'node:assert/strict'
import type { Case } from './case'
import { problem, sha256 } from './publishing'
import { manifestFor, type World } from './world'

const read = (w: World, id: string, json: unknown, o: { key?: string; headers?: Record<string, string> } = {}) =>
  w.call('POST', `/artifacts/${id}/read`, { key: o.key ?? w.agent, json, headers: o.headers })

const page = async (w: World, id: string, json: unknown) => {
  const response = await read(w, id, json)
  const body = await response.json()
  assert.equal(response.status, 200, JSON.stringify(body))
  return body
}

/** Follows cursors to the end; returns every record and the number of pages. */
async function all(w: World, id: string, first: unknown) {
  const records: { index: number; value: unknown; truncated?: boolean; bytes?: { start: number; end: number } }[] = []
  let body = await page(w, id, first)
  let pages = 1
  records.push(...body.records)
  while (body.next_cursor) {
    assert.equal(body.scan.status, 'more')
    body = await page(w, id, { cursor: body.next_cursor })
    records.push(...body.records)
    pages++
    assert.ok(pages < 500, 'pages make progress')
  }
  assert.equal(body.scan.status, 'completed')
  return { records, pages, last: body }
}

const publishLines = async (w: World, lines: string[], end = '\n') =>
  (await w.publish(manifestFor(w, { record_format: 'lines' }), lines.join('\n') + end)).artifact.artifact_id

export const reading: Case[] = [
  [
    'a page says what was examined, verified, captured and concluded',
    async (w) => {
      const { artifact } = await w.publish(
        manifestFor(w, {
          record_format: 'ndjson',
          completeness: {
            status: 'partial',
            coverage: { region: 'eu-west' },
            omissions: [{ coverage: { region: 'ap' }, reason: 'timeout' }],
          },
        }),
        Array.from({ length: 250 }, (_, i) => `{"n":${i}}\n`).join(''),
      )
      const body = await page(w, artifact.artifact_id, { selector: { type: 'record_range', start: 0, end: 250 } })
      assert.equal(body.returned, 100)
      assert.deepEqual(body.scan.examined, { start: 0, end: 100 })
      assert.equal(body.scan.status, 'more')
      assert.equal(body.scan.total, 250)
      assert.equal(body.capture.status, 'partial')
      assert.deepEqual(body.integrity, {
        verified: true,
        method: 'chunk_aead',
        chunks: { start: 0, end: 1, total: 1, read: 1 },
      })
      assert.equal(body.conclusion.kind, 'found')
      assert.match(body.conclusion.statement, /more pages remain/)
      assert.ok(body.conclusion.bounds.says_nothing_about.some((s: string) => /ap: timeout/.test(s)))
      assert.match(body.disclosure_id, /^dsc_/)
      const whole = await all(w, artifact.artifact_id, { selector: { type: 'record_range', start: 0, end: 250 } })
      assert.deepEqual(
        whole.records.map((r) => r.index),
        Array.from({ length: 250 }, (_, i) => i),
      )
      assert.equal(whole.pages, 3)
      assert.equal(whole.last.next_cursor, null)
    },
  ],
  [
    'a page that is exactly full at the end ends there',
    async (w) => {
      const id = await publishLines(
        w,
        Array.from({ length: 200 }, (_, i) => `line ${i}`),
      )
      const result = await all(w, id, { selector: { type: 'record_range', start: 0, end: 200 }, limit: 100 })
      assert.equal(result.pages, 2)
      assert.equal(result.records.length, 200)
    },
  ],
  [
    'five lines of 20,000 characters: each once, none twice, whole or cut by max_bytes',
    async (w) => {
      const lines = ['a', 'b', 'c', 'd', 'e'].map((c) => c.repeat(20_000))
      const id = await publishLines(w, lines)
      const whole = await all(w, id, { selector: { type: 'record_range', start: 0, end: 5 }, max_bytes: 30_000 })
      assert.deepEqual(
        whole.records.map((r) => r.value),
        lines,
      )
      const cut = await all(w, id, { selector: { type: 'record_range', start: 0, end: 5 }, max_bytes: 1_000 })
      assert.deepEqual(
        cut.records.map((r) => [r.index, r.truncated, r.bytes!.end - r.bytes!.start]),
        [0, 1, 2, 3, 4].map((i) => [i, true, 1_000]),
      )
    },
  ],
  [
    'a line of 5 MB between short ones is served cut, and the next ones follow',
    async (w) => {
      const id = await publishLines(w, ['before', 'x'.repeat(5_000_000), 'after'], '')
      const { records } = await all(w, id, { selector: { type: 'record_range', start: 0, end: 3 } })
      assert.deepEqual(
        records.map((r) => r.value ?? `cut at ${r.bytes!.start}`),
        ['before', 'cut at 7', 'after'],
      )
    },
  ],
  [
    'CRLF, empty lines and a missing final newline',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'lines' }), 'a\r\n\r\nb\n\nlast')
      const { records } = await all(w, artifact.artifact_id, { selector: { type: 'record_range', start: 0, end: 99 } })
      assert.deepEqual(
        records.map((r) => r.value),
        ['a', '', 'b', '', 'last'],
      )
    },
  ],
  [
    'records come back exactly as captured: 1.0, 9007199254740993, escapes, order, duplicates',
    async (w) => {
      const lines = ['{"a":1.0,"b":9007199254740993}', '{"z":"\\u0041$&","a":-0.0e5}', '[1E400]']
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'ndjson' }), lines.join('\n'))
      const response = await read(w, artifact.artifact_id, { selector: { type: 'record_range', start: 0, end: 3 } })
      const text = await response.text()
      for (const line of lines) assert.ok(text.includes(`"value":${line}`), `${line} in ${text}`)
    },
  ],
  [
    'byte ranges: text where it is UTF-8, base64 where it is not, no cut inside a character',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'bytes' }), 'é'.repeat(10))
      const body = await page(w, artifact.artifact_id, {
        selector: { type: 'byte_range', start: 0, end: 20 },
        max_bytes: 5,
      })
      assert.deepEqual(body.bytes, { start: 0, end: 4, total: 20, text: 'éé' })
      const odd = await page(w, artifact.artifact_id, { selector: { type: 'byte_range', start: 1, end: 3 } })
      assert.equal(odd.bytes.base64, Buffer.from([0xa9, 0xc3]).toString('base64'))
      await problem(
        await read(w, artifact.artifact_id, { selector: { type: 'record_range', start: 0, end: 1 } }),
        422,
        'selector_unsupported',
      )
    },
  ],
  [
    'cursors: replayed gives the same page and a new disclosure; changed, forged, foreign are refused',
    async (w) => {
      const id = await publishLines(
        w,
        Array.from({ length: 30 }, (_, i) => `l${i}`),
      )
      const other = await publishLines(w, ['x', 'y'])
      const first = await page(w, id, { selector: { type: 'record_range', start: 0, end: 30 }, limit: 10 })
      const cursor = first.next_cursor
      const [a, b] = [await page(w, id, { cursor }), await page(w, id, { cursor })]
      assert.deepEqual(a.records, b.records)
      assert.notEqual(a.disclosure_id, b.disclosure_id)
      await problem(await read(w, id, { cursor, limit: 5 }), 409, 'cursor_mismatch', '/limit')
      await problem(
        await read(w, id, { cursor, selector: { type: 'record_range', start: 0, end: 31 } }),
        409,
        'cursor_mismatch',
        '/selector',
      )
      await problem(await read(w, other, { cursor }), 409, 'cursor_mismatch')
      const forged = cursor.slice(0, 30) + (cursor[30] === 'A' ? 'B' : 'A') + cursor.slice(31)
      await problem(await read(w, id, { cursor: forged }), 400, 'cursor_invalid')
      await problem(await read(w, id, { cursor: cursor.slice(0, -2) }), 400, 'cursor_invalid')
      const created = await w.call('POST', `/tenants/${w.tenant}/keys`, {
        json: { kind: 'agent', name: 'second-reader', run_id: w.run },
      })
      const second = (await created.json()).key
      await problem(await read(w, id, { cursor }, { key: second }), 404, 'not_found')
    },
  ],
  [
    'a presented descriptor that was edited is refused, naming the field',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'lines' }), 'x\n')
      const id = artifact.artifact_id
      const selector = { type: 'record_range', start: 0, end: 1 }
      assert.equal((await read(w, id, { selector, expected: artifact })).status, 200)
      const edits: [string, Record<string, unknown>][] = [
        ['/expected/scope/tenant_id', { scope: { tenant_id: 'other', run_id: w.run } }],
        ['/expected/content_hash', { content_hash: sha256('y') }],
        ['/expected/completeness/status', { completeness: { ...artifact.completeness, status: 'complete' } }],
      ]
      for (const [pointer, edit] of edits)
        await problem(
          await read(w, id, { selector, expected: { ...artifact, ...edit } }),
          409,
          'descriptor_mismatch',
          pointer,
        )
    },
  ],
  [
    'content: whole, ranges, conditions and digests (RFC 9110, RFC 9530)',
    async (w) => {
      const content = 'abcdefghij'.repeat(10_000)
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'bytes' }), content)
      const path = `/artifacts/${artifact.artifact_id}/content`
      const get = (headers: Record<string, string> = {}, method = 'GET') =>
        w.call(method, path, { key: w.agent, headers })
      const whole = await get()
      assert.equal(whole.status, 200)
      const etag = `"${artifact.content_hash}"`
      assert.equal(whole.headers.get('etag'), etag)
      assert.match(whole.headers.get('cache-control')!, /no-store/)
      assert.equal(sha256(new Uint8Array(await whole.arrayBuffer())), artifact.content_hash)
      const part = await get({ Range: 'bytes=5-14' })
      assert.equal(part.status, 206)
      assert.equal(part.headers.get('content-range'), 'bytes 5-14/100000')
      assert.equal(await part.text(), content.slice(5, 15))
      const digest = Buffer.from(sha256(content.slice(5, 15)).slice(7), 'hex').toString('base64')
      assert.equal(part.headers.get('content-digest'), `sha-256=:${digest}:`)
      assert.equal(await (await get({ Range: 'bytes=-3' })).text(), 'hij')
      assert.equal((await get({ Range: 'bytes=100000-' })).status, 416)
      assert.equal((await get({ 'If-None-Match': etag })).status, 304)
      assert.equal((await get({ 'If-None-Match': `W/${etag}` })).status, 304)
      assert.equal((await get({ 'If-Match': '"sha256:0"' })).status, 412)
      assert.equal((await get({ 'If-Match': `W/${etag}` })).status, 412, 'a weak tag never matches strongly')
      const head = await get({}, 'HEAD')
      assert.equal(head.status, 200)
      assert.equal(head.headers.get('etag'), etag)
      // RFC 9110 §9.3.2 lets a server leave it out of a HEAD, and Next does.
      assert.ok(['100000', null].includes(head.headers.get('content-length')))
      assert.equal(await head.text(), '')
    },
  ],
  [
    'an empty artifact has no records, no bytes, and says so',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'ndjson' }), '')
      const body = await page(w, artifact.artifact_id, { selector: { type: 'record_range', start: 0, end: 1 } })
      assert.equal(body.returned, 0)
      assert.equal(body.scan.status, 'completed')
      assert.match(body.conclusion.statement, /holds no records/)
      const content = await w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key: w.agent })
      assert.equal(await content.text(), '')
    },
  ],
  [
    'ranges that cannot be are 4xx with the place',
    async (w) => {
      const id = await publishLines(w, ['a', 'b'])
      await problem(
        await read(w, id, { selector: { type: 'record_range', start: 2, end: 3 } }),
        416,
        'range_not_satisfiable',
      )
      await problem(
        await read(w, id, { selector: { type: 'record_range', start: 1, end: 1 } }),
        422,
        'invalid_request',
        '/selector/end',
      )
      await problem(
        await read(w, id, { selector: { type: 'lines', start: 0, end: 1 } }),
        422,
        'invalid_request',
        '/selector/type',
      )
      await problem(await read(w, id, {}), 422, 'invalid_request', '/selector')
      await problem(
        await read(w, id, { selector: { type: 'record_range', start: 0, end: 1 }, limit: 1001 }),
        422,
        'invalid_request',
        '/limit',
      )
    },
  ],
  [
    'proof and whole verification name the protected root',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'bytes' }), 'z'.repeat(50_000))
      const path = `/artifacts/${artifact.artifact_id}`
      const verified = await (await w.call('POST', `${path}/verify`, { key: w.agent })).json()
      assert.equal(verified.verified, true)
      assert.deepEqual(verified.computed, verified.expected)
      const proof = await (await w.call('POST', `${path}/proof`, { key: w.agent, json: { chunk: 3 } })).json()
      assert.equal(proof.root, verified.expected.merkle_root)
      assert.equal(proof.chunk.end, 50_000)
      await problem(
        await w.call('POST', `${path}/proof`, { key: w.agent, json: { chunk: 4 } }),
        416,
        'range_not_satisfiable',
        '/chunk',
      )
    },
  ],
]
