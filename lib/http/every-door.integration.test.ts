import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, DOORS, of } from './doors.fixture'
import { routes } from './routes'
import { SERVICE_PATHS } from './service'
import { found, ok, type Shared, share, unshare } from './shared.fixture'
import { startTestServer, type TestServer } from './test-server'

let server: TestServer
let shared: Shared
beforeAll(async () => {
  server = await startTestServer()
  shared = await share(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

const answerTo = async (ask: Ask, method: string) => {
  const { reader, inside } = shared
  const key = { reader: reader.agent, inside, admin: reader.admin }[ask.by ?? 'reader']
  const headers = { 'Holdfast-Purpose': 'diagnosis', ...ask.headers }
  const response = await reader.call(method, ask.path, {
    key,
    headers,
    ...(ask.json !== undefined && { json: ask.json }),
    ...(ask.body && { body: ask.body }),
  })
  // Content is bytes; what it may hold of the marks is text.
  return {
    status: response.status,
    text: Buffer.from(await response.arrayBuffer()).toString('latin1') + [...response.headers.values()].join('\n'),
  }
}

const doors = Object.entries(DOORS).flatMap(([name, door]) => (typeof door === 'string' ? [] : [{ name, door }]))

test('the table names every operation of the API, and no other', () => {
  expect(Object.keys(DOORS).sort()).toEqual(routes.map((r) => `${r.method} ${r.path}`).sort())
})

describe('before the revoke every door is open', () => {
  test.each(doors)('$name', async ({ name, door }) => {
    await ok(shared.reader, 'POST', '/access-requests', shared.reader.agent, {
      artifact_id: shared.marks.id,
      purpose: 'diagnosis',
      reason: 'x',
    })
    for (const ask of door.asks(shared)) {
      const { status, text } = await answerTo(ask, name.split(' ')[0]!)
      expect([200, 201, 202, 206], `${ask.path}: ${text}`).toContain(status)
      if (name.endsWith('/count')) expect(text).toMatch(/"count":1\b/)
      else if (name.endsWith('/disclosures')) expect(text).toMatch(/"disclosure_id":"dsc_/)
      else if (!ask.path.includes(shared.derived) && !ask.body)
        expect(found(shared.marks, text), `${ask.path}: ${text}`).not.toEqual([])
    }
  })
})

describe('after the revoke every door is shut', () => {
  beforeAll(async () => {
    await unshare(shared)
  })
  test.each(doors)('$name', async ({ name, door }) => {
    const method = name.split(' ')[0]!
    for (const ask of door.asks(shared)) {
      const answer = await answerTo(ask, method)
      const said = `${ask.by ?? 'reader'} ${ask.path}: ${answer.status} ${answer.text}`
      if (door.after === 'refused') {
        expect(answer.status, said).toBe(name === 'GET /locators/history' ? 404 : 403)
        if (answer.status === 403) expect(answer.text, said).toContain('"code":"access_revoked"')
        expect(found(shared.marks, answer.text), said).toEqual([])
      } else {
        expect([200, 202], said).toContain(answer.status)
        expect(
          found(shared.marks, answer.text).filter((mark) => door.after === 'nothing' || mark !== 'id'),
          said,
        ).toEqual([])
        if (name.endsWith('/count')) expect(answer.text).toMatch(/"count":0\b/)
      }
      if (method === 'GET') {
        const head = await answerTo(ask, 'HEAD')
        expect(head.status, said).toBe(answer.status)
        expect(found(shared.marks, head.text), said).toEqual([])
      }
    }
  })

  test('a condition is no way in: an entity tag that matches is refused as any other', async () => {
    const etag = `"sha256:${shared.marks.hash}"`
    for (const name of ['If-None-Match', 'If-Match', 'If-Range'])
      expect(
        (await answerTo({ path: of(shared, '/content'), headers: { [name]: etag, Range: 'bytes=0-3' } }, 'GET')).status,
        name,
      ).toBe(403)
  })

  test('what needs no artifact says nothing of this one', async () => {
    const walls = Object.entries(DOORS).filter(
      ([name, door]) => typeof door === 'string' && name.startsWith('GET ') && !name.includes('{'),
    )
    expect(walls.length).toBeGreaterThan(8)
    for (const [name] of walls)
      for (const by of ['reader', 'inside', 'admin'] as const) {
        const { text } = await answerTo({ by, path: name.slice(4) }, 'GET')
        expect(found(shared.marks, text), `${by} ${name}: ${text}`).toEqual([])
      }
    for (const path of SERVICE_PATHS)
      expect(found(shared.marks, await (await fetch(server.base + path)).text()), path).toEqual([])
  })
})
