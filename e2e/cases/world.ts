import { randomBytes } from 'node:crypto'

/** A tenant of the test's own, made through the public API, with a key of each kind. */
export type World = {
  base: string
  operator: string
  tenant: string
  run: string
  capture: string
  agent: string
  admin: string
  /** A request to the API. `path` is below `/api/v1`. */
  call: (
    method: string,
    path: string,
    o?: { key?: string | null; json?: unknown; body?: BodyInit; headers?: Record<string, string> },
  ) => Promise<Response>
  /** Publishes and expects 201. */
  publish: (manifest: Record<string, unknown>, content: Uint8Array | string) => Promise<Published>
}

export type Published = {
  artifact: { artifact_id: string; content_hash: string; completeness: { records: number | null } }
  reference: string
  preview: { statement: string; records?: { index: number; value: unknown }[]; complete: boolean }
}

export const unique = (prefix: string): string => `${prefix}-${randomBytes(5).toString('hex')}`

export async function createWorld(base: string, operator: string): Promise<World> {
  const tenant = unique('t')
  const run = unique('run')
  const call: World['call'] = (method, path, o = {}) =>
    fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        ...(o.key !== null && { Authorization: `Bearer ${o.key ?? operator}` }),
        ...(o.json !== undefined && { 'Content-Type': 'application/json' }),
        ...o.headers,
      },
      body: o.json !== undefined ? JSON.stringify(o.json) : (o.body ?? null),
      // Streams need it (Fetch standard, half-duplex); others do not mind.
      ...({ duplex: 'half' } as object),
    })
  const made = async (path: string, json: unknown) => {
    const response = await call('POST', path, { json })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { key: string }
  }
  await made('/tenants', { tenant_id: tenant, purposes: ['diagnosis', 'audit'] })
  const key = async (kind: string, name: string, run_id?: string) =>
    (await made(`/tenants/${tenant}/keys`, { kind, name, ...(run_id && { run_id }) })).key
  const capture = await key('capture', 'collector', run)
  const agent = await key('agent', 'reader', run)
  const admin = await key('admin', 'administrator')
  const publish: World['publish'] = async (manifest, content) => {
    const response = await call('POST', '/artifacts', { key: capture, body: form(manifest, content) })
    if (response.status !== 201) throw new Error(`publish: ${response.status} ${await response.text()}`)
    return (await response.json()) as Published
  }
  return { base, operator, tenant, run, capture, agent, admin, call, publish }
}

/** The manifest first, then the content, as the API takes them. */
export function form(manifest: unknown, content: Uint8Array | string, type = 'application/octet-stream'): FormData {
  const body = new FormData()
  body.append('manifest', typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  body.append('content', new Blob([content as BlobPart], { type }), 'content')
  return body
}

/** A manifest that fits, for a call of its own; `change` overrides. */
export const manifestFor = (w: { run: string }, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  tool_call: { id: unique('call'), tool: 'incident.snapshot' },
  run_id: w.run,
  source_version: { source_id: 'monitor', snapshot_id: 'snap-1', observed_at: '2026-11-06T04:39:50Z' },
  ...change,
})
