import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createWorld, manifestFor, type World } from '@/e2e/cases/world'
import { TEST_OPERATOR } from '@/lib/http/test-deps'
import { slowReader, startReplicas } from './replicas.fixture'

/** More than the kernel keeps for a reader who has stopped reading. */
const CONTENT = Buffer.alloc(16 * 2 ** 20, 'a line of an incident, again and again\n')

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
    let cut = 0
    let revoked = 0
    // On a busy machine it takes as long as it takes to have something to look at.
    const goesOn = () => Date.now() < until || (Date.now() < until + 60_000 && (revoked < 6 || cut === 0))

    const admin = async (lane: number) => {
      while (goesOn()) {
        const id = (await owner.publish(manifestFor(owner), CONTENT)).artifact.artifact_id
        const at = { ...owner, base: bases[lane % bases.length]! }
        const to = { kind: 'tenant', tenant_id: other.tenant }
        const grant = { artifact_id: id, to, purposes: ['diagnosis'], reason: 'an incident of both' }
        expect((await call(at, 'POST', '/grants', grant)).status).toBe(201)
        shared.add(id)
        await wait(50 + Math.random() * 250)
        const json = { scope: 'artifact', id, reason: 'over', derived: 'leave', wait_ms: 10_000 }
        const answer = await call(at, 'POST', '/revocations', json, id)
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"drained"')])
        revoked++
        // Readers go on a little, against what must be closed to them now.
        setTimeout(() => shared.delete(id), 30)
      }
    }
    const reader = async (lane: number) => {
      for (let n = lane; goesOn(); n++) {
        const id = [...shared][n % Math.max(1, shared.size)]
        const base = bases[n % bases.length]!
        if (!id) await wait(2)
        else if (lane % 2 === 0) await pause(base, id)
        else await ask(base, id)
      }
    }
    /** Small reads, as many as go. */
    const ask = async (base: string, id: string) => {
      const headers = { Authorization: `Bearer ${other.agent}`, Range: 'bytes=0-1023' }
      const response = await fetch(`${base}/api/v1/artifacts/${id}/content`, { headers }).catch(() => null)
      // 0: cut under way, as a revocation does.
      outcomes.set(response?.status ?? 0, (outcomes.get(response?.status ?? 0) ?? 0) + 1)
      await response?.arrayBuffer().catch(() => {})
    }
    /** Large ones, by somebody who stops in the middle. */
    const pause = async (base: string, id: string) => {
      const slow = await slowReader(base, `/artifacts/${id}/content`, other.agent)
      await wait(Math.random() * 300)
      slow.goOn()
      await slow.ended
      if (slow.received() > 2000 && slow.received() < CONTENT.length) cut++
    }
    const lanes = (count: number, work: (lane: number) => Promise<void>) =>
      Array.from({ length: count }, (_, i) => work(i))
    await Promise.all([...lanes(Math.max(1, o.clients / 4), admin), ...lanes(o.clients, reader)])
    const late = await replicas.sql`
      select d.id from audit d join revocations r on r.target->>'id' = d.artifact_id join drains w on w.seq = r.drain_seq
      where d.kind = 'disclosure' and d.decision = 'allow' and d.rule = 'grant' and d.at > w.at`
    expect(late, 'R1: allowed after a revocation').toHaveLength(0)

    const all = await replicas.handOvers()
    const answered = new Map(all.filter((h) => h.watch && h.status === 200).map((h) => [h.watch!, h.at]))
    const handedLate = all.filter(({ path, status, at }) => {
      const id = /^\/api\/v1\/artifacts\/(\w+)\/content$/.exec(path)?.[1]
      return id !== undefined && status < 300 && at > (answered.get(id) ?? at)
    })
    expect(handedLate, 'R2: bytes after a revocation was drained').toEqual([])

    // A history in which nothing was read, or nothing refused, would show nothing.
    expect(outcomes.get(206) ?? 0, 'reads that were allowed').toBeGreaterThan(5)
    expect(outcomes.get(403) ?? 0, 'reads that were refused').toBeGreaterThan(5)
    expect(answered.size, 'revocations').toBeGreaterThan(3)
    expect(cut, 'answers that were cut').toBeGreaterThan(0)
    expect([...outcomes.keys()].filter((status) => ![0, 206, 403].includes(status))).toEqual([])
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
