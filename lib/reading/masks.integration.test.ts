import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, form, manifestFor, type World } from '@/e2e/cases/world'
import { ok } from '@/lib/http/shared.fixture'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import { type Page, readersOf, records } from './masked.fixture'

/** What a reader with a mask receives, and what it cannot find out about the rest. */
let server: TestServer
let w: World
let to: ReturnType<typeof readersOf>
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  to = readersOf(w)
})
afterAll(() => server?.close())

describe('what is removed', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['an escaped name', '{"\\u0073ecret":"QXZ","a":1}\n', {}],
    ['every one of several equal names', '{"secret":"QXZ","a":1,"secret":"QXZ"}\n', {}],
    ['a name within objects and arrays', '{"a":{"b":[{"secret":"QXZ"},[{"secret":["QXZ"]}]]}}\n', {}],
    ['all that a removed object holds', '{"a":1,"secret":{"a":"QXZ","b":["QXZ"]}}\n', {}],
    [
      'members of an array of records',
      '{"rows":[{"secret":"QXZ","a":1},{"a":2,"secret":"QXZ"}]}',
      { record_format: 'json_array', records_pointer: '/rows' },
    ],
    ['a column', 'a,secret,b\n1,QXZ,2\n', { record_format: 'csv' }],
    ['a quoted column with commas and line ends', 'secret,a\n"QXZ,""QXZ""\nQXZ",1\n', { record_format: 'csv' }],
    ['a column whose name is quoted', '"secret",a\nQXZ,1\n', { record_format: 'csv' }],
  ])('%s', async (_name, content, change) => {
    const { id, by } = await to.masked(content, ['secret'], change)
    const { page, text } = await to.read(id, by, { selector: records })
    expect(text).not.toContain('QXZ')
    expect(page.masked).toEqual(['secret'])
    expect(page.records.length).toBeGreaterThan(0)
    expect(JSON.stringify(page.records)).not.toMatch(/secret/)
  })

  test('text in which nothing has a name is not served at all', async () => {
    const { id, by } = await to.masked('QXZ\n', ['secret'], { record_format: 'lines' })
    await problem(await to.ask(id, by, { selector: records }), 403, 'masked')
  })
})

describe('what cannot be learnt', () => {
  /** Two captures that differ in the masked field alone, in what it says or in how long it is. */
  const pairs: [string, string, string][] = [
    ['its value', 'aaaa', 'bbbb'],
    ['its length', 'a', 'a'.repeat(40_000)],
  ]
  const capture = (secret: string) => [1, 2, 3, 4].map((n) => `{"n":${n},"secret":"${secret}","after":"x"}\n`).join('')

  test.each(pairs)('%s: not from pages of any size, their ends, counts or errors', async (_name, one, other) => {
    const both = [await to.masked(capture(one), ['secret']), await to.masked(capture(other), ['secret'])]
    const asks: unknown[] = [
      { selector: records },
      ...[1, 10, 20, 25, 30, 50, 64, 100, 1000, 39_990, 40_050, 80_100, 1_048_576].map((max_bytes) => ({
        selector: records,
        max_bytes,
      })),
      { selector: records, limit: 1 },
      { selector: { type: 'record_range', start: 4, end: 5 } },
      { selector: { type: 'record_range', start: 9_999, end: 10_000 } },
      { selector: { type: 'byte_range', start: 0, end: 1 } },
      { selector: { type: 'byte_range', start: 999_999, end: 1_000_000 } },
      {
        selector: records,
        expected: { content_hash: `sha256:${createHash('sha256').update(capture(one)).digest('hex')}` },
      },
      { selector: records, expected: { tool_call_id: 'x' } },
    ]
    for (const json of asks) {
      const answers = await Promise.all(
        both.map(async ({ id, by }) => {
          const pages: string[] = []
          for (let next: unknown = json; next; ) {
            const response = await to.ask(id, by, next)
            const text = await response.text()
            pages.push(`${response.status} ${response.headers.get('content-length') !== null} ${bare(text, id)}`)
            const cursor = response.ok ? (JSON.parse(text) as Page).next_cursor : null
            next = cursor && { cursor }
          }
          return pages
        }),
      )
      expect(answers[1], JSON.stringify(json)).toEqual(answers[0])
    }
  })

  test.each(pairs)(
    '%s: not from descriptions, bytes, digests, proofs, lists or searches',
    async (_name, one, other) => {
      const both = [await to.masked(capture(one), ['secret']), await to.masked(capture(other), ['secret'])]
      const hash = createHash('sha256').update(capture(one)).digest('hex')
      const doors: [method: string, path: string, headers: Record<string, string>, json?: unknown][] = [
        ['GET', '', {}],
        ['GET', '/content', {}],
        ['HEAD', '/content', {}],
        ['GET', '/content', { Range: 'bytes=0-3' }],
        ['GET', '/content', { Range: 'bytes=9999999-' }],
        ['GET', '/content', { 'If-Match': `"sha256:${hash}"` }],
        ['GET', '/content', { 'If-None-Match': `"sha256:${hash}"` }],
        ['GET', '/preview', {}],
        ['GET', '/descriptor.jws', {}],
        ['POST', '/verify', {}],
        ['POST', '/proof', {}, { chunk: 0 }],
        ['POST', '/proof', {}, { chunk: 9_999 }],
        ['GET', '/disclosures', {}],
        ['GET', '/authority', {}],
      ]
      for (const [method, path, headers, json] of doors) {
        const answers = await Promise.all(
          both.map(async ({ id, by }) => {
            const response = await w.call(method, `/artifacts/${id}${path}`, {
              key: by.key,
              headers,
              ...(json !== undefined && { json }),
            })
            const named = [...response.headers].filter(
              ([name]) => !['date', 'request-id', 'holdfast-disclosure'].includes(name),
            )
            return `${response.status} ${JSON.stringify(named)} ${bare(await response.text(), id)}`
          }),
        )
        expect(answers[1], `${method} ${path}`).toEqual(answers[0])
      }
      for (const { id, by } of both) {
        const list = async (query: string) =>
          (
            (await (await w.call('GET', `/artifacts?${query}`, { key: by.key })).json()) as {
              items: { artifact_id: string; bytes: number | null }[]
            }
          ).items
        expect((await list('')).map((a) => [a.artifact_id, a.bytes])).toEqual([[id, null]])
        for (const guess of [one, other])
          expect(await list(`q=sha256:${createHash('sha256').update(capture(guess)).digest('hex')}`)).toEqual([])
      }
    },
  )

  test('its digest: not by deriving from it either', async () => {
    const { id, by } = await to.masked(capture('aaaa'), ['secret'])
    await ok(w, 'POST', `/runs/${w.run}/participants`, w.admin, { principal_id: (await to.reader()).id })
    const run = `run-of-${by.id}`
    await ok(w, 'POST', '/runs', w.admin, { run_id: run, purposes: ['diagnosis'] })
    await ok(w, 'POST', `/runs/${run}/participants`, w.admin, { principal_id: by.id })
    const manifest = manifestFor(
      { run },
      { inputs: [`artifact:${id}`], transformation: { name: 't', version: '1' }, completeness: { status: 'unknown' } },
    )
    const child = await w.call('POST', '/artifacts', { key: by.key, body: form(manifest, '1\n') })
    expect(child.status).toBe(201)
    const { artifact } = (await child.json()) as { artifact: { artifact_id: string } }
    const described = await (await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: by.key })).text()
    expect(described).toContain(id)
    expect(described).not.toContain(createHash('sha256').update(capture('aaaa')).digest('hex'))
  })

  test('a cursor of one mask does not continue under another, and neither does one of somebody who sees all', async () => {
    const { id, by } = await to.masked(capture('aaaa'), ['secret', 'after'])
    const first = await to.read(id, by, { selector: records, limit: 1 })
    const whole = await (await to.ask(id, { key: w.agent, id: '' }, { selector: records, limit: 1 })).json()
    await problem(await to.ask(id, by, { cursor: whole.next_cursor }), 404, 'not_found')
    const less = await to.grant(id, by, { mask: ['secret'] })
    await problem(await to.ask(id, by, { cursor: first.page.next_cursor }), 409, 'cursor_mismatch')
    await ok(w, 'POST', '/revocations', w.admin, { scope: 'grant', id: less.grant_id, reason: 'x' })
    const { page } = await to.read(id, by, { cursor: first.page.next_cursor })
    expect(page.records[0]).toEqual({ index: 1, value: { n: 2 }, masked: true })
  })
})

/** An answer without what two artifacts differ in by being two. A cursor is sealed; how long it is would be told. */
const bare = (text: string, id: string) =>
  text
    .replaceAll(id, 'ID')
    .replace(/"next_cursor":"([^"]+)"/, (_, cursor: string) => `"next_cursor":${cursor.length}`)
    .replaceAll(
      /"(grant_id|disclosure_id|request_id|tool_call_id|created_at|checked_at|at|granted_by|principal_id|name|started_at)":"[^"]*"/g,
      '',
    )
    .replaceAll(/call-\w+/g, 'CALL')
    .replaceAll(/grt_\w+/g, 'GRANT')
