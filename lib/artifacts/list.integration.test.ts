import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { startTestServer, type TestServer } from '@/lib/http/test-server'
import type { ArtifactList } from '@/lib/protocol/admin'

let server: TestServer
let w: World
beforeAll(async () => {
  server = await startTestServer()
  w = await createWorld(server.base, server.rt.operatorToken)
})
afterAll(() => server?.close())

test('pages pass over nothing that was observed within one millisecond', async () => {
  const ids: string[] = []
  for (const observed_at of ['100', '200', '300', '400'].map((us) => `2026-11-06T04:39:50.000${us}Z`)) {
    const { artifact } = await w.publish(
      manifestFor(w, { source_version: { source_id: 's', snapshot_id: observed_at, observed_at } }),
      'x\n',
    )
    ids.unshift(artifact.artifact_id)
  }
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = (await (
      await w.call('GET', `/artifacts?limit=1${after && `&after=${encodeURIComponent(after)}`}`, { key: w.agent })
    ).json()) as ArtifactList
    seen.push(...page.items.map((a) => a.artifact_id))
    after = page.next
  }
  expect(seen).toEqual(ids)
})
