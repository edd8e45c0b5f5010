import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { TEST_OPERATOR } from '@/lib/http/test-deps'
import type { Revocation } from '@/lib/protocol/authority'
import { type Replicas, slowReader, startReplicas } from './replicas.fixture'

/** What a revoke promises (docs/architecture.md), on three server processes, each of which may be anywhere in its work. */
let replicas: Replicas
let owner: World
let other: World
let large: string
const SIZE = 24 * 2 ** 20

beforeAll(async () => {
  replicas = await startReplicas(3)
  const { base } = replicas.processes[0]!
  owner = await createWorld(base, TEST_OPERATOR)
  other = await createWorld(base, TEST_OPERATOR)
  large = (await owner.publish(manifestFor(owner), Buffer.alloc(SIZE, 'x'))).artifact.artifact_id
}, 60_000)
afterAll(() => replicas?.close())

const share = async () => {
  const to = { kind: 'tenant', tenant_id: other.tenant }
  const json = { artifact_id: large, to, purposes: ['diagnosis'], reason: 'an incident of both' }
  const made = await owner.call('POST', '/grants', { key: owner.admin, json })
  expect(made.status).toBe(201)
  return ((await made.json()) as { grant_id: string }).grant_id
}

const revoke = async (grant: string, wait_ms = 6_000) => {
  const json = { scope: 'grant', id: grant, reason: 'the incident is over', wait_ms }
  const response = await owner.call('POST', '/revocations', { key: owner.admin, json, headers: { 'X-Watch': grant } })
  return { status: response.status, body: (await response.json()) as Revocation }
}

const read = (process: number, key = other.agent) =>
  fetch(`${replicas.processes[process]!.base}/api/v1/artifacts/${large}/content`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${key}` },
  })

/** Bytes of the artifact that a process gave to a socket after the answer of the revocation began to leave. */
const handedLate = async (grant: string) => {
  const all = await replicas.handOvers()
  const answered = all.find((h) => h.watch === grant)
  expect(answered?.status, 'the answer of the revocation is in the record').toBeLessThan(300)
  return all.filter((h) => h.path.includes(`${large}/content`) && h.status < 300 && h.at > answered!.at)
}

test('a reader who takes their time on another process gets no further byte', async () => {
  const grant = await share()
  const reader = await slowReader(replicas.processes[1]!.base, `/artifacts/${large}/content`, other.agent)
  const { status, body } = await revoke(grant)
  expect([status, body.drain]).toEqual([200, { state: 'drained', waiting_for: [], drained_at: expect.any(String) }])
  reader.goOn()
  await reader.ended
  expect(reader.received()).toBeGreaterThan(0)
  expect(reader.received()).toBeLessThan(SIZE)
  expect(await handedLate(grant)).toEqual([])
  for (const process of [0, 1, 2]) expect((await read(process)).status).toBe(403)
})

test('a process that was stopped is waited for by name, and gives out nothing when it wakes', async () => {
  const grant = await share()
  const stopped = replicas.processes[1]!
  const reader = await slowReader(stopped.base, `/artifacts/${large}/content`, other.agent)
  stopped.child.kill('SIGSTOP')
  try {
    const { status, body } = await revoke(grant, 300)
    expect([status, body.drain.state]).toEqual([202, 'draining'])
    expect(body.drain.waiting_for.map((w) => w.process)).toEqual([
      expect.stringMatching(new RegExp(`:${stopped.child.pid}$`)),
    ])
    // It is in force at once where there is somebody to ask.
    expect((await read(2)).status).toBe(403)
    let state = body.drain.state
    for (let i = 0; state === 'draining' && i < 40; i++) {
      await wait(250)
      const again = await owner.call('GET', `/revocations/${body.revocation_id}`, { key: owner.admin })
      state = ((await again.json()) as Revocation).drain.state
    }
    expect(state, 'its lease has ended').toBe('drained')
  } finally {
    stopped.child.kill('SIGCONT')
  }
  reader.goOn()
  await reader.ended
  expect(reader.received()).toBeLessThan(SIZE)
  expect(await handedLate(grant)).toEqual([])
  // With its lease back, it serves again what may be served.
  let status = 0
  for (let i = 0; status !== 200 && i < 20; i++) {
    await wait(250)
    status = (await read(1, owner.agent).catch(() => ({ status: 0 }))).status
  }
  expect(status).toBe(200)
  expect((await read(1)).status).toBe(403)
})

test('a process that is killed is waited for as long as its lease lasts', async () => {
  const grant = await share()
  const killed = replicas.processes[2]!
  const reader = await slowReader(killed.base, `/artifacts/${large}/content`, other.agent)
  killed.child.kill('SIGKILL')
  reader.goOn()
  await reader.ended
  const { status, body } = await revoke(grant, 10_000)
  expect([status, body.drain.state]).toEqual([200, 'drained'])
  expect(await handedLate(grant)).toEqual([])
})
