import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AuditCheckpoint, AuditList, AuditProof } from '@/lib/protocol/audit'
import { verifyInclusion } from '@/lib/transparency/proofs'
import type { Case } from './case'
import { problem } from './publishing'
import { createWorld, manifestFor } from './world'

const hash = (hex: string) => Buffer.from(hex, 'hex')

export const audit: Case[] = [
  [
    'what happened is in the log, with a place that is proven against a signed checkpoint',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: w.agent })
      const listed = await w.call('GET', `/audit?artifact=${artifact.artifact_id}`, { key: w.admin })
      const { items } = (await listed.json()) as AuditList
      assert.deepEqual(
        items.map((i) => [i.event.kind, i.event.decision]),
        [
          ['disclosure', 'allow'],
          ['publish', undefined],
        ],
      )
      const proven = await w.call('GET', `/audit/${items[0]!.event.event_id}/proof`, { key: w.admin })
      assert.equal(proven.status, 200)
      const p = (await proven.json()) as AuditProof
      const path = p.path.map(hash)
      assert.ok(verifyInclusion(hash(p.leaf), p.position, p.tree_size, path, hash(p.root)))
      assert.equal(p.checkpoint.split('\n')[2], hash(p.root).toString('base64'))
      const point = (await (await w.call('GET', '/audit/checkpoint', { key: w.agent })).json()) as AuditCheckpoint
      assert.equal(point.status, 'consistent')
      assert.ok(point.size >= p.tree_size)
    },
  ],
  [
    'an agent reads of the log what it did itself, another tenant nothing',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: w.agent })
      const ids = async (key: string) => {
        const { items } = (await (await w.call('GET', '/audit', { key })).json()) as AuditList
        return items.map((i) => i.event.event_id)
      }
      const [own, all] = [await ids(w.agent), await ids(w.admin)]
      assert.equal(own.length, 1)
      assert.ok(all.length > 5)
      const stranger = await createWorld(w.base, w.operator)
      for (const key of [stranger.agent, stranger.admin, w.agent])
        await problem(await w.call('GET', `/audit/${all.at(-1)}`, { key }), 404, 'not_found')
    },
  ],
  [
    'an export has the digest that it says, and is itself in the log',
    async (w) => {
      const response = await w.call('GET', '/audit/export', { key: w.admin })
      assert.equal(response.status, 200)
      const bytes = Buffer.from(await response.arrayBuffer())
      const at = bytes.lastIndexOf('\n', bytes.length - 2) + 1
      const trailer = JSON.parse(bytes.subarray(at).toString()) as { sha256: string; rows: number }
      assert.equal(trailer.sha256, createHash('sha256').update(bytes.subarray(0, at)).digest('hex'))
      const id = response.headers.get('holdfast-audit-event')
      assert.ok(bytes.toString().includes(`"event_id":"${id}"`))
    },
  ],
]
