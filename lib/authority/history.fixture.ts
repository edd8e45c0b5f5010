import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { TEST_OPERATOR } from '@/lib/http/test-deps'
import { startReplicas } from './replicas.fixture'

const CONTENT = Buffer.alloc(256 * 1024, 'a line of an incident, again and again\n')

/**
 * Readers ask every process again and again for what admins share and revoke, and then the record is held against the two
 * promises of a revocation: no allowed decision is ordered after it (R1), and once it has answered 200 no process gave
 * another byte to a socket (R2).
 */
export async function checkHistory(o: { processes: number; clients: number; ms: number }): Promise<void> {
  const replicas = await startReplicas(o.processes)
  try {
    const bases = replicas.processes.map((p) => p.base)
    const owner = await createWorld(bases[0]!, TEST_OPERATOR)
    const other = await createWorld(bases[0]!, TEST_OPERATOR)
    const until = Date.now() + o.ms
    const outcomes = new Map<number, number>()
    const shared = new Set<string>()

    const admin = async (lane: number) => {
      while (Date.now() < until) {
        const id = (await owner.publish(manifestFor(owner), CONTENT)).artifact.artifact_id
        const at = { ...owner, base: bases[lane % bases.length]! }
        const to = { kind: 'tenant', tenant_id: other.tenant }
        const grant = { artifact_id: id, to, purposes: ['diagnosis'], reason: 'an incident of both' }
        expect((await call(at, 'POST', '/grants', grant)).status).toBe(201)
        shared.add(id)
        await wait(20 + Math.random() * 120)
        const json = { scope: 'artifact', id, reason: 'over', derived: 'leave', wait_ms: 10_000 }
        const revoked = await call(at, 'POST', '/revocations', json, id)
        expect([revoked.status, await revoked.text()]).toEqual([200, expect.stringContaining('"drained"')])
        // Readers go on a little, against what must be closed to them now.
        setTimeout(() => shared.delete(id), 30)
      }
    }
    const reader = async (lane: number) => {
      for (let n = lane; Date.now() < until; n++) {
        const id = [...shared][n % Math.max(1, shared.size)]
        if (!id) await wait(2)
        else
          await fetch(`${bases[n % bases.length]}/api/v1/artifacts/${id}/content`, {
            headers: { Authorization: `Bearer ${other.agent}` },
          })
            .then(async (response) => {
              outcomes.set(response.status, (outcomes.get(response.status) ?? 0) + 1)
              await response.arrayBuffer()
            })
            // Cut in the middle: what a revocation does to an answer under way.
            .catch(() => void outcomes.set(0, (outcomes.get(0) ?? 0) + 1))
      }
    }
    const lanes = (count: number, work: (lane: number) => Promise<void>) =>
      Array.from({ length: count }, (_, i) => work(i))
    await Promise.all([...lanes(Math.max(1, o.clients / 4), admin), ...lanes(o.clients, reader)])
    // A history in which nothing was read, or nothing refused, would show nothing.
    expect(outcomes.get(200) ?? 0, 'reads that were allowed').toBeGreaterThan(20)
    expect(outcomes.get(403) ?? 0, 'reads that were refused').toBeGreaterThan(5)
    expect([...outcomes.keys()].filter((status) => ![0, 200, 403].includes(status))).toEqual([])

    const late = await replicas.sql`
      select d.id from audit d join revocations r on r.target->>'id' = d.artifact_id join drains w on w.seq = r.drain_seq
      where d.kind = 'disclosure' and d.decision = 'allow' and d.rule = 'grant' and d.at > w.at`
    expect(late, 'R1: allowed after a revocation').toHaveLength(0)

    const all = await replicas.handOvers()
    const answered = new Map(all.filter((h) => h.watch && h.status === 200).map((h) => [h.watch!, h.at]))
    expect(answered.size).toBeGreaterThan(5)
    const handedLate = all.filter(({ path, status, at }) => {
      const id = /^\/api\/v1\/artifacts\/(\w+)\/content$/.exec(path)?.[1]
      return id !== undefined && status === 200 && at > (answered.get(id) ?? at)
    })
    expect(handedLate, 'R2: bytes after a revocation was drained').toEqual([])
  } finally {
    await replicas.close()
  }
}

const call = (w: World, method: string, path: string, json: unknown, watch?: string) =>
  fetch(`${w.base}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${w.admin}`,
      'Content-Type': 'application/json',
      ...(watch && { 'X-Watch': watch }),
    },
    body: JSON.stringify(json),
  })
