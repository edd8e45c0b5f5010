import { afterAll, beforeAll, describe, test } from 'vitest'
import { audit } from '@/e2e/cases/audit'
import { authority } from '@/e2e/cases/authority'
import { publishing } from '@/e2e/cases/publishing'
import { reading } from '@/e2e/cases/reading'
import { requests } from '@/e2e/cases/requests'
import { revocation } from '@/e2e/cases/revocation'
import { createWorld } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from './test-server'

/** The API's cases on the app itself; the browser suite runs the same table through both doors of the whole server. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe.each(Object.entries({ publishing, reading, authority, revocation, requests, audit }))('%s', (_, cases) => {
  test.each(cases)('%s', async (_name, run) => run(await createWorld(server.base, server.rt.operatorToken)))
})
