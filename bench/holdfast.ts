import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AtEnd, freePort, Service } from './service'

/** `reader` is an agent of another tenant, which reads by a grant. */
export type Holdfast = { port: number; capture: string; agent: string; admin: string; reader: string }

/** The server as `npm start` starts it, built if it is not, on a data folder of its own, without the demo. */
export async function startHoldfast(root: string, folder: string, atEnd: AtEnd): Promise<Holdfast> {
  const port = await freePort()
  const dataDir = join(folder, 'holdfast')
  const { DATABASE_URL: _, ...env } = process.env
  const service = Service.start('The Holdfast server', process.execPath, [join(root, 'lib/cli/start.mjs')], {
    cwd: root,
    env: {
      ...env,
      PORT: String(port),
      HOLDFAST_HOST: '127.0.0.1',
      HOLDFAST_BASE_URL: `http://127.0.0.1:${port}`,
      HOLDFAST_DATA_DIR: dataDir,
      HOLDFAST_DEMO: '0',
    },
  })
  atEnd(() => service.stop())
  const base = `http://127.0.0.1:${port}`
  // The build is part of the first start.
  await service.until(async () => (await fetch(`${base}/readyz`)).ok, 180)
  const operator = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim()
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${operator}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { key: string }
  }
  for (const tenant_id of ['bench', 'reader']) await post('/tenants', { tenant_id, purposes: ['diagnosis'] })
  const keyOf = async (kind: string, tenant = 'bench') =>
    (
      await post(`/tenants/${tenant}/keys`, {
        kind,
        name: `bench-${kind}`,
        ...(kind !== 'admin' && { run_id: 'bench' }),
      })
    ).key
  return {
    port,
    capture: await keyOf('capture'),
    agent: await keyOf('agent'),
    admin: await keyOf('admin'),
    reader: await keyOf('agent', 'reader'),
  }
}

export const manifest = (call: string, format: 'ndjson' | 'bytes'): string =>
  JSON.stringify({
    run_id: 'bench',
    tool_call: { id: call, tool: 'bench' },
    source_version: { source_id: 'bench', snapshot_id: '1', observed_at: '2026-01-01T00:00:00Z' },
    record_format: format,
  })
