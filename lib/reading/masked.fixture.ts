import { expect } from 'vitest'
import { manifestFor, type World } from '@/e2e/cases/world'
import { ok } from '@/lib/http/shared.fixture'

export type Reader = { key: string; id: string }
export type Page = {
  records: { index: number; value?: unknown; truncated?: boolean }[]
  next_cursor: string | null
  masked: string[] | null
}

export const records = { type: 'record_range', start: 0, end: 1_000 }

/** Readers of a tenant's artifacts who get in by grants alone. */
export function readersOf(w: World) {
  let readers = 0
  async function reader(): Promise<Reader> {
    const made = await ok(w, 'POST', `/tenants/${w.tenant}/keys`, w.admin, {
      kind: 'agent',
      name: `masked-${readers++}`,
    })
    return { key: made.key, id: made.principal_id }
  }
  const grant = (artifact: string, to: Reader, more: Record<string, unknown> = {}) =>
    ok(w, 'POST', '/grants', w.admin, {
      artifact_id: artifact,
      to: { kind: 'principal', principal_id: to.id },
      purposes: ['diagnosis'],
      reason: 'x',
      ...more,
    })
  const publish = async (content: string, change: Record<string, unknown> = {}) =>
    (await w.publish(manifestFor(w, { record_format: 'ndjson', ...change }), content)).artifact.artifact_id
  const ask = (artifact: string, by: Reader, json: unknown) =>
    w.call('POST', `/artifacts/${artifact}/read`, { key: by.key, json })

  async function masked(
    content: string,
    mask: string[],
    change: Record<string, unknown> = {},
  ): Promise<{ id: string; by: Reader }> {
    const [id, by] = [await publish(content, change), await reader()]
    await grant(id, by, { mask })
    return { id, by }
  }
  async function read(id: string, by: Reader, json: unknown): Promise<{ page: Page; text: string }> {
    const response = await ask(id, by, json)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return { page: JSON.parse(text), text }
  }

  return { reader, grant, publish, ask, masked, read }
}
