import { afterAll, describe, expect, test } from 'vitest'
import { problem } from '@/e2e/cases/publishing'
import { unique } from '@/e2e/cases/world'
import { authenticateKey } from '@/lib/authority/authenticate'
import type { Caller } from '@/lib/authority/principal'
import { deriveArtifact } from './derive'
import { ndjson, startQueries } from './query.fixture'

const { server, w, to, publish, query } = await startQueries()
afterAll(() => server.close())

const coverage = {
  region: ['eu-west', 'us-east'],
  start_inclusive: '2026-11-06T04:00:00Z',
  end_exclusive: '2026-11-06T04:10:00Z',
}
const hosts = Array.from({ length: 3_000 }, (_, i) => ({
  host: `h${i}`,
  region: i % 3 === 0 ? 'eu-west' : 'us-east',
  load: i / 10,
}))
const send = (id: string, body: Record<string, unknown>, key = w.agent) =>
  w.call('POST', `/artifacts/${id}/derive`, { key, json: body })
const derive = async (
  id: string,
  selector: Record<string, unknown>,
  more: Record<string, unknown> = {},
  key = w.agent,
) => {
  const response = await send(id, { selector: { type: 'query', ...selector }, ...more }, key)
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(201)
  return body
}
const contentOf = async (id: string) => (await w.call('GET', `/artifacts/${id}/content`, { key: w.agent })).text()
const complete = { completeness: { status: 'complete', coverage } }

describe('what the service derives', () => {
  test('from a complete capture is complete: the records as captured, the coverage within it, the input pinned', async () => {
    const id = await publish(ndjson(hosts), { ...complete, schema_version: 'hosts.v1' })
    const made = await derive(id, { filter: "region = 'eu-west' AND load >= 299" })
    const { artifact } = made
    expect(await contentOf(artifact.artifact_id)).toBe(
      ndjson(hosts.filter((h) => h.region === 'eu-west' && h.load >= 299)),
    )
    expect(artifact).toMatchObject({
      schema_version: 'hosts.v1',
      completeness: {
        status: 'complete',
        coverage: { ...coverage, selection: expect.stringMatching(/^[0-9a-f]{32}$/) },
        records: 3,
        omissions: [],
      },
      scope: { run_id: w.run },
    })
    expect(made).toMatchObject({
      scan: { status: 'completed', examined: { start: 0, end: 3_000 }, matched: 3, indeterminate: 0 },
      conclusion: { kind: 'found' },
    })
    const description = await (await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: w.agent })).json()
    expect(description).toMatchObject({
      producer: { tool: 'holdfast.derive' },
      inputs: [{ artifact_id: id, kind: 'derived_from' }],
      transformation: {
        executed_by: 'service',
        parameters: { type: 'query', filter: "region = 'eu-west' AND load >= 299" },
      },
    })
    const [row] = await server.rt.sql`select e.parent_hash = p.content_hash as pinned, c.executed
      from edges e join artifacts p on p.id = e.parent join artifacts c on c.id = e.child where e.child = ${artifact.artifact_id}`
    expect(row).toEqual({ pinned: true, executed: true })

    // Asked again it is the same; another filter selects something else.
    const again = await send(id, { selector: { type: 'query', filter: "load >= 299 AND region = 'eu-west'" } })
    expect(again.status).toBe(201)
    const same = await send(id, { selector: { type: 'query', filter: "region='eu-west' and load>=299" } })
    expect([same.status, (await same.json()).artifact]).toEqual([200, artifact])
    expect((await again.json()).artifact.completeness.coverage.selection).not.toBe(
      artifact.completeness.coverage.selection,
    )
  })

  test('of a partial capture, or with records that nobody can decide about, is not', async () => {
    const omission = { coverage: { region: 'ap-south' }, reason: 'timeout', detail: 'no answer', retryable: true }
    const partial = await publish(ndjson(hosts.slice(0, 9)), {
      completeness: { status: 'partial', coverage, omissions: [omission] },
    })
    const { artifact } = await derive(partial, { filter: 'load > 0' })
    expect(artifact.completeness).toMatchObject({
      status: 'partial',
      omissions: [{ ...omission, detail: 'no answer (inherited from the input)' }],
    })

    const redacted = await publish(ndjson(hosts.slice(0, 9)), {
      completeness: { status: 'complete', coverage, omissions: [{ field: 'load', reason: 'redacted' }] },
    })
    const unsure = await derive(redacted, { filter: 'load > 0' })
    expect(unsure.artifact.completeness).toMatchObject({
      status: 'partial',
      records: 0,
      omissions: [
        { reason: 'redacted', detail: expect.stringContaining('9 records of which it is not known') },
        { field: 'load', reason: 'redacted' },
      ],
    })
    expect(unsure.conclusion.kind).toBe('undetermined')
    // What does not show the field does not inherit that it is missing.
    expect((await derive(redacted, { fields: ['host'] })).artifact.completeness).toMatchObject({
      status: 'complete',
      omissions: [],
    })
    const mixed = await publish('{"n":1}\n{"n":"two"}\n', complete)
    expect((await derive(mixed, { filter: 'n > 0' })).artifact.completeness).toMatchObject({
      status: 'partial',
      omissions: [{ reason: 'unsupported', detail: expect.stringContaining('another type') }],
    })
  })

  test('of records in which a property occurs twice says that they were not decided', async () => {
    const twice = await publish('{"n":1}\n{"n":1,"n":2}\n', complete)
    expect((await derive(twice, { filter: 'n > 0' })).artifact.completeness).toMatchObject({
      status: 'partial',
      records: 1,
      omissions: [{ reason: 'unsupported', detail: expect.stringContaining('1 record of which it is not known') }],
    })
  })

  test('figures keep the interval and list the dimensions that they no longer tell apart', async () => {
    const id = await publish(ndjson(hosts), {
      completeness: { status: 'complete', coverage: { ...coverage, zone: 'a' } },
    })
    const aggregate = { group_by: ['region'], metrics: [{ op: 'count' }, { op: 'max', field: 'load' }] }
    const { artifact } = await derive(id, { aggregate })
    expect(artifact.completeness).toMatchObject({
      status: 'complete',
      coverage: { ...coverage, dropped_dimensions: ['zone'] },
      records: 2,
    })
    expect(await contentOf(artifact.artifact_id)).toBe(
      '{"key":{"region":"eu-west"},"figures":{"count":1000,"max(load)":299.7},"unknown":{"count":0,"max(load)":0}}\n' +
        '{"key":{"region":"us-east"},"figures":{"count":2000,"max(load)":299.9},"unknown":{"count":0,"max(load)":0}}\n',
    )
    const page = await query(artifact.artifact_id, 'figures."max(load)" > 299.8')
    expect(page.records).toHaveLength(1)
  })

  test('keeps every format readable: arrays over several lines, csv, lines with any bytes', async () => {
    const array = await publish('[\n {"a": 1,\n  "b": "x\\ny"},\n {"a": 2.0}\n]', { record_format: 'json_array' })
    expect(await contentOf((await derive(array, { filter: 'a < 2' })).artifact.artifact_id)).toBe(
      '{"a": 1,   "b": "x\\ny"}\n',
    )
    const csv = await publish('host,note\na,"x, y"\nb,\n', { record_format: 'csv' })
    expect(await contentOf((await derive(csv, { filter: "host = 'a'" })).artifact.artifact_id)).toBe(
      '{"host":"a","note":"x, y"}\n',
    )
    const lines = await publish('one\n\ntwo\nthree\n', { record_format: 'lines' })
    const made = await derive(lines, { filter: "line LIKE 't%'" })
    expect(await contentOf(made.artifact.artifact_id)).toBe('two\nthree\n')
    expect(await contentOf((await derive(lines, {})).artifact.artifact_id)).toBe('one\n\ntwo\nthree\n')
  })

  test('of nothing is an empty artifact that says so', async () => {
    const id = await publish(ndjson(hosts.slice(0, 5)), complete)
    const made = await derive(id, { filter: "region = 'nowhere'" })
    expect(made.artifact.completeness).toMatchObject({ status: 'complete', records: 0 })
    expect(made.conclusion.kind).toBe('none_found')
  })
})

describe('who may', () => {
  test('nobody claims that the service did it, or goes beyond what the input allows', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const id = await publish(ndjson(hosts.slice(0, 5)), { ...complete, expires_at: soon })
    expect((await derive(id, { filter: 'load > 0' })).artifact.expires_at).toBe(soon)
    const late = new Date(Date.now() + 7_200_000).toISOString()
    const body = { selector: { type: 'query', filter: 'load > 0.1' } }
    await problem(await send(id, { ...body, expires_at: late }), 422, 'invalid_request')
    await problem(await send(id, { ...body, run_id: 'run_of_nobody' }), 422, 'invalid_request')
    await problem(await send(id, body, w.capture), 404, 'not_found')
    await problem(await send(id, { selector: { type: 'query', filter: 'nothing = 1' } }), 422, 'unknown_property')
    const own = await w.call('POST', '/artifacts', {
      key: w.agent,
      json: {
        manifest: {
          tool_call: { id: unique('claim'), tool: 'holdfast.derive' },
          run_id: w.run,
          source_version: { source_id: 's', snapshot_id: 's', observed_at: '2026-11-06T10:10:00Z' },
          inputs: [`artifact:${id}`],
          transformation: { name: 'query', version: '1' },
        },
        content: { text: 'x\n' },
      },
    })
    const { artifact } = await own.json()
    const claimed = await (await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: w.agent })).json()
    expect(claimed.transformation.executed_by).toBe('publisher')
  })

  test('under a mask the result holds what its reader sees, and is not complete', async () => {
    const id = await publish(ndjson(hosts.slice(0, 5)), complete)
    const reader = await to.reader()
    await to.grant(id, reader, { mask: ['load'] })
    const run = unique('run')
    await w.call('POST', '/runs', { key: w.capture, json: { run_id: run, purposes: ['diagnosis'] } })
    await w.call('POST', `/runs/${run}/participants`, { key: w.admin, json: { principal_id: reader.id } })
    const made = await derive(id, { fields: ['host', 'load'] }, { run_id: run, purpose: 'diagnosis' }, reader.key)
    expect(made.artifact.completeness).toMatchObject({
      status: 'partial',
      omissions: [{ field: 'load', reason: 'denied' }],
    })
    expect(JSON.stringify(made.preview)).not.toContain('load')
  })

  test('an auditor saves what an agent asked, and a person who audits nothing does not', async () => {
    const { sql } = server.rt
    const id = await publish(ndjson(hosts.slice(0, 5)), complete)
    const person = async (role: 'auditor' | 'admin'): Promise<Caller> => {
      const user = unique('usr')
      const session = unique('ses')
      await sql`insert into principals ${sql({ id: user, kind: 'user', name: role, email: `${user}@example.com` })}`
      await sql`insert into memberships ${sql({ tenant_id: w.tenant, user_id: user, role })}`
      await sql`insert into sessions ${sql({ id: session, user_id: user, expires_at: new Date(Date.now() + 60_000) })}`
      return {
        kind: 'user',
        principalId: user,
        sessionId: session,
        name: role,
        operator: false,
        tenants: [{ tenantId: w.tenant, roles: [role] }],
        left: [],
        requestId: 'req',
        purpose: null,
      }
    }
    const request = { selector: { type: 'query' as const, filter: 'load > 0.2' }, output: 'result' }
    const made = await deriveArtifact(server.rt, await person('auditor'), id, request, { gone: () => false })
    expect(made.artifact).toMatchObject({ tenantId: w.tenant, runId: w.run, status: 'complete', records: 2 })
    const admin = deriveArtifact(server.rt, await person('admin'), id, request, { gone: () => false })
    await expect(admin).rejects.toMatchObject({ code: 'not_found' })
  })

  test('whoever has gone away, or may no longer read at the end, gets nothing, and nothing is kept', async () => {
    const id = await publish(ndjson(hosts), complete)
    const before = await server.rt.sql`select count(*) from artifacts`
    const reader = await to.reader()
    const { grant_id } = await to.grant(id, reader)
    const run = unique('run')
    await w.call('POST', '/runs', { key: w.capture, json: { run_id: run, purposes: ['diagnosis'] } })
    await w.call('POST', `/runs/${run}/participants`, { key: w.admin, json: { principal_id: reader.id } })
    await w.call('POST', '/revocations', { key: w.admin, json: { scope: 'grant', id: grant_id, reason: 'x' } })
    const body = { selector: { type: 'query', filter: 'load > 1' }, run_id: run, purpose: 'diagnosis' }
    await problem(await send(id, body, reader.key), 403, 'access_revoked')
    const agent = await authenticateKey(server.rt, w.agent, { requestId: 'req', purpose: null })
    const request = { selector: { type: 'query' as const, filter: 'load > 1' }, output: 'result' }
    const left = deriveArtifact(server.rt, agent!, id, request, { gone: () => true })
    await expect(left).rejects.toMatchObject({ code: 'unavailable' })
    expect(await server.rt.sql`select count(*) from artifacts`).toEqual(before)
  })
})
