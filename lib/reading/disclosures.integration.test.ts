import { afterAll, expect, test } from 'vitest'
import type { Caller } from '@/lib/authority/principal'
import type { DisclosureRow } from '@/lib/protocol/disclosures'
import { listDisclosures } from './disclosures'
import { ndjson, startQueries } from './query.fixture'

const { server, w, to, publish, read, query } = await startQueries()
afterAll(() => server.close())

const records = ndjson(Array.from({ length: 9 }, (_, i) => ({ n: i, secret: `s${i}` })))
const rowsOf = async (id: string, key = w.agent): Promise<DisclosureRow[]> =>
  (await (await w.call('GET', `/artifacts/${id}/disclosures`, { key })).json()).items
const asked = (rows: DisclosureRow[], disclosure: string) => rows.find((r) => r.disclosure_id === disclosure)!.query

/** A person who audits the tenant. */
async function auditor(): Promise<Caller> {
  const { sql } = server.rt
  await sql`insert into principals ${sql({ id: 'usr_auditor', kind: 'user', name: 'Auditor', email: 'auditor@example.com' })}`
  await sql`insert into memberships ${sql({ tenant_id: w.tenant, user_id: 'usr_auditor', role: 'auditor' })}`
  const ends = new Date(Date.now() + 60_000)
  await sql`insert into sessions ${sql({ id: 'ses_auditor', user_id: 'usr_auditor', expires_at: ends })}`
  const tenants = [{ tenantId: w.tenant, roles: ['auditor' as const] }]
  const who = { principalId: 'usr_auditor', sessionId: 'ses_auditor', name: 'Auditor', operator: false }
  return { kind: 'user', ...who, tenants, left: [], requestId: 'req', purpose: null }
}

test('tells what each page of a query asked, as it can be asked again, and how far it had come', async () => {
  const id = await publish(records)
  const first = await read(id, { selector: { type: 'query', filter: 'n>=2.50', fields: ['n'] }, limit: 2 })
  const second = await read(id, { cursor: first.next_cursor })
  const figures = await query(id, undefined, { aggregate: { metrics: [{ op: 'max', field: 'n' }] } })
  const range = await read(id, { selector: { type: 'record_range', start: 0, end: 1 } })

  const rows = await rowsOf(id)
  const same = { filter_text: 'n >= 2.50', fields: ['n'], aggregate: null, total: 9 }
  expect(asked(rows, first.disclosure_id)).toEqual({ ...same, examined_end: first.scan.examined.end, matched: 2 })
  expect(asked(rows, second.disclosure_id)).toEqual({ ...same, examined_end: second.scan.examined.end, matched: 4 })
  expect(asked(rows, figures.disclosure_id)).toMatchObject({
    filter_text: null,
    aggregate: { group_by: [], metrics: [{ op: 'max', field: 'n' }] },
  })
  expect(asked(rows, range.disclosure_id)).toBeNull()

  const person = await auditor()
  const { items } = await listDisclosures(server.rt, person, id, {})
  expect(asked(items, second.disclosure_id)).toEqual(asked(rows, second.disclosure_id))
  const again = await query(id, asked(items, second.disclosure_id)!.filter_text)
  expect(again.scan.matched).toBe(6)

  // Who may not read the records is not told of them by the back door, though an auditor is told that somebody read.
  expect((await w.call('PUT', `/artifacts/${id}/restriction`, { key: w.admin, json: { reason: 'x' } })).ok).toBe(true)
  const restricted = await listDisclosures(server.rt, person, id, {})
  expect(restricted.items.find((r) => r.disclosure_id === second.disclosure_id)).toMatchObject({ query: null })
  await w.call('DELETE', `/artifacts/${id}/restriction`, { key: w.admin })

  // It is content: gone with the artifact's key.
  await server.rt.keystore.destroyDataKey(id)
  expect(asked(await rowsOf(id), second.disclosure_id)).toBeNull()
})

test('under a mask nobody is told what others asked, for it may name what is withheld', async () => {
  const id = await publish(records)
  const { disclosure_id } = await query(id, "secret = 's3'")
  const reader = await to.reader()
  await to.grant(id, reader, { mask: ['secret'] })
  const own = await query(id, 'n > 7', {}, reader.key)
  const rows = await rowsOf(id, reader.key)
  expect(asked(rows, own.disclosure_id)).toMatchObject({ filter_text: 'n > 7', matched: 1 })
  expect(rows.find((r) => r.disclosure_id === disclosure_id)?.query ?? null).toBeNull()
  expect(JSON.stringify(rows)).not.toContain('s3')
  expect(asked(await rowsOf(id), disclosure_id)).toMatchObject({ filter_text: "secret = 's3'" })
})

test('a key that sees the run, bound to a person under a mask, is told that others asked, and not what', async () => {
  const id = await publish(records)
  const { disclosure_id } = await query(id, "secret = 's3'")
  const { sql } = server.rt
  await sql`insert into principals ${sql({ id: 'usr_masked', kind: 'user', name: 'Masked', email: 'masked@example.com' })}`
  await sql`insert into memberships ${sql({ tenant_id: w.tenant, user_id: 'usr_masked', role: 'member' })}`
  await to.grant(id, { id: 'usr_masked', key: '' }, { mask: ['secret'] })
  const json = { kind: 'agent', name: 'bound', user_id: 'usr_masked' }
  const bound = await (await w.call('POST', `/tenants/${w.tenant}/keys`, { key: w.admin, json })).json()
  const part = { principal_id: bound.principal_id }
  expect((await w.call('POST', `/runs/${w.run}/participants`, { key: w.admin, json: part })).ok).toBe(true)
  const row = (await rowsOf(id, bound.key)).find((r) => r.disclosure_id === disclosure_id)
  expect(row).toMatchObject({ decision: 'allow', query: null })
})
