import { publishStream } from '@/lib/artifacts/publish'
import { authenticateKey } from '@/lib/authority/authenticate'
import { createKey } from '@/lib/authority/keys'
import type { Caller } from '@/lib/authority/principal'
import { createTenant } from '@/lib/authority/tenants'
import type { Deps } from '@/lib/deps'
import type { KeyKind } from '@/lib/protocol/ids'
import { Manifest } from '@/lib/protocol/publish'
import { readArtifact } from '@/lib/reading/read'
import { incidentBytes, type Observation, REGIONS } from './story'

export const DEMO_TENANT = 'demo'
export const DEMO_RUN = 'run_incident_042'
const LOCATOR = '/tmp/incident.json'

const operator: Caller = {
  kind: 'operator',
  principalId: 'operator',
  name: 'Instance operator',
  requestId: 'req_demo',
  purpose: null,
}

/**
 * The story the product exists for, told through the same operations as everybody's work: two observations under one
 * path, an agent that reads by reference after the path has moved, a capture that misses a region, and a summary derived
 * from what was read. Instants of observation are declared, on the day before; instants of the service are its own clock.
 */
export async function seedDemo(rt: Deps): Promise<void> {
  await createTenant(rt, operator, { tenant_id: DEMO_TENANT, purposes: ['diagnosis', 'audit'] }, { demo: true })
  const capture = await actor(rt, 'capture', 'incident-collector')
  const agent = await actor(rt, 'agent', 'diagnosis-agent')
  const day = new Date(rt.now().getTime() - 86_400_000).toISOString().slice(0, 10)
  const at = (time: string) => new Date(`${day}T${time}:00Z`)

  const first = await observe(rt, capture, {
    call: 'call_snapshot_1',
    snapshot: 'incident-042-snapshot-1',
    observation: { at: at('10:10'), failing: 'eu-west', regions: REGIONS, seed: 42 },
    locator: LOCATOR,
  })
  await observe(rt, capture, {
    call: 'call_snapshot_2',
    snapshot: 'incident-042-snapshot-2',
    observation: { at: at('10:12'), failing: 'us-east', regions: REGIONS, seed: 43 },
    locator: LOCATOR,
  })
  // The path names the second observation by now. The reference still names the first.
  await read(rt, agent, first, { start: 0, end: 100 })
  await read(rt, agent, first, { start: 1_200, end: 1_300 })

  await observe(rt, capture, {
    call: 'call_snapshot_3',
    snapshot: 'incident-042-snapshot-3',
    observation: { at: at('10:16'), failing: 'eu-west', regions: REGIONS.filter((r) => r !== 'ap-south'), seed: 44 },
    locator: null,
  })
  await derive(rt, agent, first, at('10:18'))
}

async function actor(rt: Deps, kind: KeyKind, name: string): Promise<Caller> {
  const { key } = await createKey(rt, operator, DEMO_TENANT, { kind, name, run_id: DEMO_RUN })
  const caller = await authenticateKey(rt, key, { requestId: 'req_demo', purpose: 'diagnosis' })
  return caller!
}

async function observe(
  rt: Deps,
  capture: Caller,
  o: { call: string; snapshot: string; observation: Observation; locator: string | null },
): Promise<string> {
  const { at, regions } = o.observation
  const interval = {
    start_inclusive: new Date(at.getTime() - 600_000).toISOString(),
    end_exclusive: at.toISOString(),
  }
  const missing = REGIONS.filter((r) => !regions.includes(r))
  const manifest = Manifest.parse({
    tool_call: {
      id: o.call,
      tool: 'incident.snapshot',
      version: '2.3.0',
      arguments: { incident: 42, window: '10m', regions: [...REGIONS] },
      outcome: missing.length > 0 ? 'partial' : 'success',
    },
    run_id: DEMO_RUN,
    schema_version: 'incident-record.v1',
    source_version: { source_id: 'fleet-monitor', snapshot_id: o.snapshot, observed_at: at.toISOString() },
    completeness: {
      status: missing.length > 0 ? 'partial' : 'complete',
      coverage: { region: [...regions], ...interval },
      omissions: missing.map((region) => ({
        coverage: { region, ...interval },
        reason: 'timeout',
        detail: 'the regional endpoint did not answer within 30 s',
        retryable: true,
      })),
    },
    media_type: 'application/x-ndjson',
    record_format: 'ndjson',
    continuation: { supported: false },
    ...(o.locator && { locator: o.locator }),
  })
  const { artifact } = await publishStream(rt, capture, { manifest, content: incidentBytes(o.observation) })
  return artifact.id
}

async function read(rt: Deps, agent: Caller, id: string, range: { start: number; end: number }): Promise<unknown[]> {
  const { rawBody } = await readArtifact(rt, agent, id, { selector: { type: 'record_range', ...range } })
  return JSON.parse(rawBody).records
}

/** What the agent made of what it read: its own bytes, its own hash, tied to the input it names. */
async function derive(rt: Deps, agent: Caller, input: string, at: Date): Promise<void> {
  const records = (await read(rt, agent, input, { start: 0, end: 1_000 })) as {
    value: { service: string; error: string | null }
  }[]
  const counts = new Map<string, number>()
  for (const { value } of records) {
    const key = JSON.stringify({ service: value.service, error: value.error })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const lines = [...counts].sort().map(([key, count]) => JSON.stringify({ ...JSON.parse(key), count }))
  await publishStream(rt, agent, {
    manifest: Manifest.parse({
      tool_call: { id: 'call_summary_1', tool: 'summarise.failures', version: '1.0.0' },
      run_id: DEMO_RUN,
      source_version: {
        source_id: 'diagnosis-agent',
        snapshot_id: 'incident-042-summary-1',
        observed_at: at.toISOString(),
      },
      inputs: [`artifact:${input}`],
      transformation: {
        name: 'count by service and error',
        version: '1.0.0',
        parameters: { records: { start: 0, end: 1_000 } },
      },
      media_type: 'application/x-ndjson',
      record_format: 'ndjson',
      locator: '/tmp/failures-by-service.json',
    }),
    content: (async function* () {
      yield Buffer.from(`${lines.join('\n')}\n`)
    })(),
  })
}
