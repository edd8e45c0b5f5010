import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '@/lib/protocol/audit'
import { type Audited, startAudited } from './audited.fixture'

let a: Audited
beforeAll(async () => {
  a = await startAudited()
  for (const id of ['art_00000000000000000000000000', 'nonsense', 'another'])
    await a.w.call('GET', `/artifacts/${id}`, { key: a.w.agent })
})
afterAll(() => a?.close())

test('an export is in the log before its first byte, and says what it is and its digest', async () => {
  for (const format of ['jsonl', 'csv'] as const) {
    const response = await a.as(
      ['auditor'],
      'GET',
      `/audit/export?format=${format}&kind=disclosure&from=2000-01-01T00:00:00Z`,
    )
    const id = response.headers.get('holdfast-audit-event')!
    const [logged] = await a.server.rt.sql`select kind, operation, detail from audit where id = ${id}`
    expect(logged).toMatchObject({
      kind: 'audit_export',
      operation: format,
      detail: { filters: { kind: 'disclosure' } },
    })
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="audit-${a.w.tenant}-\\d{8}T\\d{6}\\.${format}"$`),
    )
    const bytes = Buffer.from(await response.arrayBuffer())
    const at = bytes.lastIndexOf('\n', bytes.length - 2) + 1
    const trailer = JSON.parse(bytes.subarray(at).toString().replace(/^# /, ''))
    expect(trailer).toMatchObject({ type: 'trailer', rows: 3, truncated: false })
    expect(trailer.sha256).toBe(createHash('sha256').update(bytes.subarray(0, at)).digest('hex'))
    const header = JSON.parse(bytes.subarray(0, bytes.indexOf('\n')).toString().replace(/^# /, ''))
    expect(header).toMatchObject({
      filter: { kind: 'disclosure', from: '2000-01-01T00:00:00Z' },
      window: { from: '2000-01-01T00:00:00Z', to: null },
      shows: 'all',
      export_event: id,
    })
    const { position } = await a.audit<AuditEntry>(`/audit/${id}`)
    expect(position).toBeLessThan(header.tree_size)
  }
})

test('CSV: one row an event, and nothing that a spreadsheet would run', async () => {
  await a.w.call('GET', `/artifacts/${encodeURIComponent('=cmd|"/c",A1')}`, { key: a.w.agent })
  const text = await (await a.as(['auditor'], 'GET', '/audit/export?format=csv&kind=disclosure')).text()
  const rows = text.split('\r\n').slice(1, -2)
  expect(rows[0]).toMatch(/^position,event_id,at,kind,.*,leaf$/)
  expect(rows).toHaveLength(5)
  expect(text).toContain(`,"'=cmd|""/c"",A1",`)
})
