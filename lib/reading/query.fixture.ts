import { expect } from 'vitest'
import { createWorld } from '@/e2e/cases/world'
import { startTestServer } from '@/lib/http/test-server'
import type { ReadResponse } from '@/lib/protocol/read'
import { readersOf } from './masked.fixture'

export const ndjson = (records: unknown[]) => records.map((r) => `${JSON.stringify(r)}\n`).join('')
export const indexes = (page: ReadResponse) => page.records!.map((r) => r.index)

/** A server with a tenant whose agent asks queries. */
export async function startQueries() {
  const server = await startTestServer()
  const w = await createWorld(server.base, server.rt.operatorToken)
  const to = readersOf(w)
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
  return { server, w, to, publish: to.publish, send, read, query }
}
