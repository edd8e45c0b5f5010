import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { authenticateKey } from '@/lib/authority/authenticate'
import { indexes, ndjson, startQueries } from './query.fixture'
import { readArtifact } from './read'
import { ScanPool } from './scan-pool'

const { server, w, to, publish, send, read, query } = await startQueries()
afterAll(() => server.close())

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

describe('a scan that ends early', () => {
  const large = ndjson(Array.from({ length: 2_000 }, (_, i) => ({ i, text: 'x'.repeat(100) })))
  const selector = { type: 'query', filter: 'i >= 1999' } as const

  test('because the server stops: it says so, and the next process goes on from there', async () => {
    const id = await publish(large)
    const { scans } = server.rt
    const stopping = new ScanPool(process.env.HOLDFAST_TEST_SCAN_WORKER!)
    stopping.interrupt()
    Object.assign(server.rt, { scans: stopping })
    const page = await read(id, { selector })
    Object.assign(server.rt, { scans })
    await stopping.close()
    expect(page).toMatchObject({
      records: [],
      scan: { status: 'interrupted', reason: 'server stopping', examined: { start: 0, end: 0 }, matched: 0 },
      conclusion: { kind: 'undetermined' },
    })
    expect(page.conclusion.statement).toBe('Nothing was examined before the scan was interrupted (server stopping).')
    const next = await read(id, { cursor: page.next_cursor })
    expect(indexes(next)).toEqual([1_999])
    expect(next.scan).toMatchObject({ status: 'completed', examined: { start: 0, end: 2_000 }, matched: 1 })
  })

  test('because its client is gone: it examines no more, and that is on record', async () => {
    const id = await publish(large)
    const caller = await authenticateKey(server.rt, w.agent, { requestId: 'req_test', purpose: null })
    await readArtifact(server.rt, caller!, id, { selector }, { gone: () => true })
    const rows = await server.rt.sql`select up_to, status, reason from scan_pages where artifact_id = ${id}`
    expect(rows).toEqual([{ up_to: 0, status: 'interrupted', reason: 'client gone' }])
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

  test('a property that only a record too long to look into may have is not refused', async () => {
    const long = await publish(`{"a":1}\n{"pad":"${'x'.repeat(2 ** 24)}","hidden":1}\n`)
    expect((await query(long, 'hidden = 1')).scan).toMatchObject({ matched: 0, indeterminate: 1 })
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
