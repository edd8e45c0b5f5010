import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { createWorld, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import type { ReadResponse } from '@/lib/protocol/read'
import { readersOf } from './masked.fixture'

let server: TestServer
let w: World
let to: ReturnType<typeof readersOf>
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
  to = readersOf(w)
})
afterAll(() => server?.close())

const ndjson = (records: unknown[]) => records.map((r) => `${JSON.stringify(r)}\n`).join('')
const publish = (content: string, change: Record<string, unknown> = {}) => to.publish(content, change)
const send = (id: string, json: unknown, key = w.agent) => w.call('POST', `/artifacts/${id}/read`, { key, json })

async function read(
  id: string,
  json: Record<string, unknown>,
  key = w.agent,
): Promise<ReadResponse & { text: string }> {
  const response = await send(id, { deadline_ms: 20_000, ...json }, key)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return { ...JSON.parse(text), text }
}
const query = (id: string, filter: unknown, more: Record<string, unknown> = {}, key = w.agent) =>
  read(id, { selector: { type: 'query', filter, ...more } }, key)
const indexes = (page: ReadResponse) => page.records!.map((r) => r.index)

describe('a query and what it has examined', () => {
  const hosts = Array.from({ length: 1_000 }, (_, i) => ({
    host: `h${i}`,
    severity: i % 100 === 7 ? 'critical' : 'info',
    n: i,
  }))
  let id: string
  beforeAll(async () => {
    id = await publish(ndjson(hosts), {
      completeness: { status: 'complete', coverage: { region: 'eu-west' } },
    })
  })

  test('finds what matches, wherever it is: no cap comes before the filter', async () => {
    const page = await query(id, "severity = 'critical' AND n > 500")
    expect(indexes(page)).toEqual([507, 607, 707, 807, 907])
    expect(page).toMatchObject({
      returned: 5,
      filter_text: "severity = 'critical' AND n > 500",
      scan: { status: 'completed', examined: { start: 0, end: 1_000 }, total: 1_000, matched: 5, indeterminate: 0 },
      conclusion: {
        kind: 'found',
        statement:
          "5 records matching severity = 'critical' AND n > 500 were found in the captured region eu-west, after a completed scan of 1,000 records.",
      },
      next_cursor: null,
    })
  })

  test('nothing found comes with the proof of the search', async () => {
    const page = await query(id, "severity = 'fatal'")
    expect(page.records).toEqual([])
    expect(page.conclusion).toMatchObject({
      kind: 'none_found',
      statement:
        "No records matching severity = 'fatal' were found in the captured region eu-west, after a completed scan of 1,000 records.",
    })
  })

  test.each([
    ['a last match that fills the page ends the scan', 'n = 999', 1, 'completed'],
    ['an exactly full page with more behind it says so', 'n = 998', 1, 'more'],
  ])('%s', async (_, filter, limit, status) => {
    const page = await read(id, { selector: { type: 'query', filter }, limit })
    expect(page.scan).toMatchObject({ status, matched: 1 })
    expect(page.next_cursor === null).toBe(status === 'completed')
    if (page.next_cursor === null) return
    const last = await read(id, { cursor: page.next_cursor })
    expect(last).toMatchObject({
      records: [],
      scan: { status: 'completed', matched: 1, examined: { start: 0, end: 1_000 } },
    })
    expect(last.conclusion.kind).toBe('found')
  })

  test('pages add up, in the database; a replayed page counts once', async () => {
    const pages = [await read(id, { selector: { type: 'query', filter: "severity = 'critical'" }, limit: 3 })]
    while (pages.at(-1)!.next_cursor) {
      await read(id, { cursor: pages.at(-1)!.next_cursor })
      pages.push(await read(id, { cursor: pages.at(-1)!.next_cursor }))
    }
    expect(pages.flatMap(indexes)).toEqual([7, 107, 207, 307, 407, 507, 607, 707, 807, 907])
    expect(pages.map((p) => p.scan.matched)).toEqual([3, 6, 9, 10])
    expect(pages.slice(0, -1).every((p) => p.scan.status === 'more')).toBe(true)
    expect(pages.at(-1)!.scan).toMatchObject({ status: 'completed', examined: { start: 0, end: 1_000 } })
    const rows = await server.rt.sql`
      select previous, position, up_to, matched, status from scan_pages where disclosure_id = ${pages.at(-1)!.disclosure_id}`
    expect(rows).toEqual([
      {
        previous: pages.at(-2)!.disclosure_id,
        position: pages.at(-2)!.scan.examined.end,
        up_to: 1_000,
        matched: 10,
        status: 'completed',
      },
    ])
  })

  test('the database refuses a page that begins where none ended, and a change', async () => {
    const page = await read(id, { selector: { type: 'query', filter: 'n >= 0' }, limit: 10 })
    const [row] = await server.rt.sql`select * from scan_pages where disclosure_id = ${page.disclosure_id}`
    const skip = {
      ...row,
      disclosure_id: 'dis_skipped',
      previous: page.disclosure_id,
      position: 500,
      up_to: 1_000,
      status: 'completed',
    }
    await expect(server.rt.sql`insert into scan_pages ${server.rt.sql(skip as never)}`).rejects.toMatchObject({
      code: '23503',
    })
    const first = { ...skip, previous: null }
    await expect(server.rt.sql`insert into scan_pages ${server.rt.sql(first as never)}`).rejects.toMatchObject({
      code: '23514',
    })
    await expect(server.rt.sql`update scan_pages set matched = 0`).rejects.toThrow(/append-only/)
  })

  test('the filter is content: it is in no row in the clear, and gone with the key', async () => {
    const page = await query(id, "host = 'very-secret-host'")
    const [found] = await server.rt.sql`
      select (select count(*)::int from audit where detail::text like '%very-secret%') as audit,
        (select count(*)::int from scan_pages where position('very-secret'::bytea in sealed) > 0) as pages`
    expect(found).toEqual({ audit: 0, pages: 0 })
    expect(page.text).toContain('very-secret-host')
  })

  test('a cursor continues its own query only', async () => {
    const page = await read(id, { selector: { type: 'query', filter: 'n > 1' }, limit: 5 })
    const same = await send(id, { cursor: page.next_cursor, selector: { type: 'query', filter: 'n  >  1' } })
    expect(same.status).toBe(200)
    for (const selector of [
      { type: 'query', filter: 'n > 2' },
      { type: 'query' },
      { type: 'record_range', start: 0, end: 5 },
    ])
      await problem(await send(id, { cursor: page.next_cursor, selector }), 409, 'cursor_mismatch')
    const other = await publish(ndjson([{ n: 1 }]))
    await problem(await send(other, { cursor: page.next_cursor }), 409, 'cursor_mismatch')
  })

  test('the normal form can be sent again, and finds the same', async () => {
    const page = await query(id, "severity='critical' and (n<20 or n>980)", { fields: ['n'] })
    const again = await read(id, { selector: page.selector })
    expect(again.records).toEqual(page.records)
    expect(page.records).toEqual([{ index: 7, value: { n: 7 } }])
    expect(again.selector).toEqual(page.selector)
  })

  test('a deadline interrupts, says so, and the scan goes on from there', async () => {
    const large = await publish(ndjson(Array.from({ length: 40_000 }, (_, i) => ({ i, text: 'x'.repeat(100) }))))
    let page = await read(large, { selector: { type: 'query', filter: 'i = 39999' }, deadline_ms: 1 })
    expect(page.scan).toMatchObject({ status: 'interrupted', reason: 'deadline', matched: 0 })
    expect(page.scan.examined.end).toBeGreaterThan(0)
    expect(page.conclusion.kind).toBe('undetermined')
    while (page.next_cursor) page = await read(large, { cursor: page.next_cursor })
    expect(page.scan).toMatchObject({ status: 'completed', matched: 1, examined: { start: 0, end: 40_000 } })
    expect(indexes(page)).toEqual([39_999])
  })
})

describe('statistics', () => {
  const content = ndjson(
    Array.from({ length: 20_000 }, (_, i) => ({
      at: new Date(Date.UTC(2026, 10, 6) + i * 1_000).toISOString(),
      id: `id-${(i * 7919) % 20_000}`,
      level: i % 1_000 === 3 ? 'critical' : 'info',
      pad: 'x'.repeat(120),
    })),
  )
  let id: string
  beforeAll(async () => {
    id = await publish(content)
  })

  test('chunks that cannot hold a match are not read, and count as examined', async () => {
    const range = await query(id, "at >= TIMESTAMP('2026-11-06T01:00:00Z') AND at < TIMESTAMP('2026-11-06T01:01:00Z')")
    expect(indexes(range)).toEqual(Array.from({ length: 60 }, (_, i) => 3_600 + i))
    expect(range.scan).toMatchObject({ status: 'completed', examined: { start: 0, end: 20_000 } })
    expect(range.scan.skipped).toBeGreaterThan(18_000)
    const { read: chunks, total } = range.integrity.chunks!
    expect(chunks).toBeLessThan(total / 20)
    const rare = await query(id, "id = 'id-7919'")
    expect(indexes(rare)).toEqual([1])
    expect(rare.scan.skipped).toBeGreaterThan(15_000)
    const [row] = await server.rt.sql`select skipped from scan_pages where disclosure_id = ${rare.disclosure_id}`
    expect(row!.skipped).toBe(rare.scan.skipped)
  })

  test('a property that no record has is refused, with the nearest', async () => {
    const body = await problem(
      await send(id, { selector: { type: 'query', filter: "levle = 'x'", fields: ['idd'] } }),
      422,
      'unknown_property',
    )
    expect(body.detail).toBe(
      'No record has the property levle. Nearest: level. No record has the property idd. Nearest: id.',
    )
  })

  test('under a mask neither errors nor figures tell of the field, nor how long it is', async () => {
    const by = await to.reader()
    await to.grant(id, by, { mask: ['id', 'secret'] })
    const page = await query(id, "level = 'critical' AND id = 'id-7919'", {}, by.key)
    expect(page.scan).toMatchObject({ matched: 0, indeterminate: 20, skipped: null })
    expect(page.integrity.chunks).toBeNull()
    // One that does not exist is no different from one that does.
    expect((await query(id, "secret = 'x'", {}, by.key)).scan).toMatchObject({ indeterminate: 20_000 })
    const body = await problem(
      await send(id, { selector: { type: 'query', filter: "idd = 'x'" } }, by.key),
      422,
      'unknown_property',
    )
    expect(body.detail).not.toContain('Nearest: id')
  })
})

describe('values', () => {
  test('numbers of any length, escapes and instants compare as what they are, and come back as captured', async () => {
    const lines = [
      '{"id":9007199254740993,"s":"\\u0063ritical","t":"2026-11-06T04:00:00+01:00"}',
      '{"id":9007199254740992,"s":"critical","t":"2026-11-06T03:30:00Z"}',
      '{"id":1e2,"s":"cr%tical","t":"2016-12-31T23:59:60Z"}',
      '{"id":-0.0,"s":null}',
    ]
    const id = await publish(`${lines.join('\n')}\n`)
    const found = async (filter: unknown) => indexes(await query(id, filter))
    expect(await found('id = 9007199254740993')).toEqual([0])
    expect(await found('id > 9007199254740992')).toEqual([0])
    expect(await found('id = 100 OR id = 0')).toEqual([2, 3])
    expect(await found("s = 'critical'")).toEqual([0, 1])
    expect(await found("s LIKE 'cri%'")).toEqual([0, 1])
    expect(await found("s LIKE 'cr\\%tical'")).toEqual([2])
    expect(await found("t < TIMESTAMP('2026-11-06T03:15:00Z')")).toEqual([0, 2])
    expect(await found("t > TIMESTAMP('2016-12-31T23:59:59.9Z') AND t < TIMESTAMP('2017-01-01T00:00:00Z')")).toEqual([
      2,
    ])
    expect(await found('s IS NULL AND t IS NULL')).toEqual([3])
    const json = { op: '=', args: [{ property: 'id' }, 'X'] }
    const body = JSON.stringify({ selector: { type: 'query', filter: json } }).replace('"X"', '9007199254740993')
    const exact = await w.call('POST', `/artifacts/${id}/read`, {
      key: w.agent,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    const text = await exact.text()
    expect(exact.status, text).toBe(200)
    expect(text).toContain('"args":[{"property":"id"},9007199254740993]')
    expect(text).toContain(`"value":${lines[0]}`)
  })

  test('other types are counted, not taken for a search that found nothing', async () => {
    const id = await publish(ndjson([{ n: '7' }, { n: '8' }, { n: null }, {}]))
    const page = await query(id, 'n > 5')
    expect(page.scan).toMatchObject({ status: 'completed', matched: 0, incomparable: 2 })
    expect(page.conclusion.kind).toBe('undetermined')
    expect(page.conclusion.statement).toContain('2 records hold a value of another type than the filter compares')
  })

  test('a record too long for a page is found and cut, one too long to look into is counted', async () => {
    const id = await publish(ndjson([{ a: 1, text: 'x'.repeat(200_000) }, { a: 2 }]))
    const page = await query(id, 'a > 0')
    expect(page.records!.map((r) => [r.index, r.truncated ?? false])).toEqual([[0, true]])
    const next = await read(id, { cursor: page.next_cursor })
    expect(next).toMatchObject({ records: [{ index: 1, value: { a: 2 } }], scan: { status: 'completed', matched: 2 } })
    const projected = await query(id, 'a > 0', { fields: ['a'] })
    expect(projected.records!.map((r) => r.value)).toEqual([{ a: 1 }, { a: 2 }])
  })

  test('csv is text until a schema says otherwise, and says so; lines have a number', async () => {
    const csv = await publish('name,size\nb,10\na,9\n', { record_format: 'csv' })
    expect(indexes(await query(csv, "size = '9'"))).toEqual([1])
    const body = await problem(
      await send(csv, { selector: { type: 'query', filter: 'size > 5' } }),
      422,
      'filter_invalid',
    )
    expect(body.detail).toContain('The column size holds text')
    const unknown = await problem(
      await send(csv, { selector: { type: 'query', filter: "sise = '9'" } }),
      422,
      'unknown_property',
    )
    expect(unknown.detail).toBe('No record has the property sise. Nearest: size.')
    const log = await publish('one\nERROR two\nthree\n', { record_format: 'lines' })
    const page = await query(log, "line LIKE 'ERROR%'", { fields: ['line_number', 'line'] })
    expect(page.records).toEqual([{ index: 1, value: { line_number: 2, line: 'ERROR two' } }])
    expect(indexes(await query(log, 'line_number >= 2'))).toEqual([1, 2])
  })

  test('figures by group, over pages, with what they are of', async () => {
    const id = await publish(
      ndjson(Array.from({ length: 30_000 }, (_, i) => ({ g: ['a', 'b'][i % 2], n: i, pad: 'x'.repeat(60) }))),
    )
    const aggregate = {
      group_by: ['g'],
      metrics: [{ op: 'count' }, { op: 'min', field: 'n' }, { op: 'max', field: 'n' }],
    }
    let page = await read(id, { selector: { type: 'query', filter: 'n < 20000', aggregate }, deadline_ms: 1 })
    expect(page.scan.status).toBe('interrupted')
    while (page.next_cursor) page = await read(id, { cursor: page.next_cursor })
    expect(page.aggregate!.groups.map((g) => [...g.key, ...g.values.map((v) => v.value)])).toEqual([
      ['a', 10_000, 0, 19_998],
      ['b', 10_000, 1, 19_999],
    ])
    expect(page).toMatchObject({ returned: 2, scan: { status: 'completed', matched: 20_000 } })
  })
})

describe('what is withheld', () => {
  const records = [
    { severity: 'critical', token: 'secret-1', nested: { token: 'x' } },
    { severity: 'info', token: 'secret-2' },
    { severity: 'critical', nested: { token: 'secret-1' } },
  ]

  test('a masked field cannot be probed by a filter, a figure, a projection or an error', async () => {
    const { id, by } = await to.masked(ndjson(records), ['token'])
    for (const filter of [
      "token = 'secret-1'",
      "token = 'wrong'",
      'token IS NULL',
      "token LIKE '%'",
      "nested.token = 'x'",
      "NOT token = 'x'",
    ]) {
      const page = await query(id, filter, {}, by.key)
      expect(page.scan, filter).toMatchObject({ status: 'completed', matched: 0, indeterminate: 3 })
      expect(page.conclusion.kind).toBe('undetermined')
      expect(page.conclusion.statement).toContain('withheld from this reader')
    }
    const both = await query(id, "severity = 'critical' AND token = 'secret-1'", {}, by.key)
    expect(both.scan).toMatchObject({ matched: 0, indeterminate: 2 })
    const shown = await query(id, "severity = 'critical'", { fields: ['severity', 'token', 'nested'] }, by.key)
    expect(shown.records!.map((r) => r.value)).toEqual([
      { severity: 'critical', nested: {} },
      { severity: 'critical', nested: {} },
    ])
    expect(shown.text).not.toMatch(/secret-|"x"/)
    const figures = await query(
      id,
      null,
      { aggregate: { group_by: ['token'], metrics: [{ op: 'max', field: 'token' }] } },
      by.key,
    )
    expect(figures.aggregate).toMatchObject({ groups: [], not_grouped_withheld: 3 })
    const csv = await to.masked('token,size\nsecret,1\n', ['token'], { record_format: 'csv' })
    const wrong = await problem(
      await send(csv.id, { selector: { type: 'query', filter: "tokens = 'x'" } }, csv.by.key),
      422,
      'unknown_property',
    )
    expect(wrong.detail).toBe('No record has the property tokens.')
  })

  test('a predicate on a field redacted at capture is not known, rather than false', async () => {
    const id = await publish(
      ndjson([
        { a: 1, email: '[REDACTED]' },
        { a: 2, email: '[REDACTED]' },
      ]),
      {
        completeness: { status: 'partial', omissions: [{ field: 'email', reason: 'redacted' }] },
      },
    )
    const page = await query(id, "email = 'x@example.com' AND a = 1")
    expect(page.scan).toMatchObject({ matched: 0, indeterminate: 1 })
    expect(page.conclusion).toMatchObject({ kind: 'undetermined' })
    expect(page.conclusion.statement).toContain('email was omitted at capture')
  })

  test('what is wrong with a filter says nothing about whether the artifact exists', async () => {
    const stranger = await to.reader()
    const id = await publish(ndjson(records))
    for (const target of [id, 'art_00000000000000000000000000']) {
      await problem(
        await send(target, { selector: { type: 'query', filter: 'a > 10 a < 5' } }, stranger.key),
        422,
        'filter_invalid',
      )
      await problem(
        await send(target, { selector: { type: 'query', filter: 'severity = 1' } }, stranger.key),
        404,
        'not_found',
      )
    }
  })
})

test('opaque bytes have no records to query', async () => {
  const id = await publish('\u0000', { record_format: 'bytes' })
  await problem(await send(id, { selector: { type: 'query', filter: 'a = 1' } }), 422, 'selector_unsupported')
})
