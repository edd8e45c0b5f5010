import { afterAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { indexes, ndjson, startQueries } from './query.fixture'

const { server, w, to, publish, send, read, query } = await startQueries()
afterAll(() => server.close())

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
