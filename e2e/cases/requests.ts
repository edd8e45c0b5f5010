import assert from 'node:assert/strict'
import type { Case } from './case'
import { problem } from './publishing'
import { createWorld, manifestFor, type World } from './world'

const ask = (w: World, artifact_id: string) =>
  w.call('POST', '/access-requests', {
    key: w.agent,
    json: { artifact_id, purpose: 'diagnosis', reason: 'the same incident' },
  })

const inbox = async (w: World) =>
  (await (await w.call('GET', '/access-requests?box=inbox', { key: w.admin })).json()).items as Record<
    string,
    unknown
  >[]

export const requests: Case[] = [
  [
    'asking for access says nothing of what exists; the owner finds it in the inbox and answers once',
    async (w) => {
      const other = await createWorld(w.base, w.operator)
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const answers = []
      for (const id of [artifact.artifact_id, 'art_00000000000000000000000000', 'nonsense']) {
        const response = await ask(other, id)
        assert.equal(response.status, 202)
        const body = await response.json()
        answers.push({ ...body, request_id: '', artifact_id: '', created_at: '' })
      }
      assert.deepEqual(answers[1], answers[0])
      assert.deepEqual(answers[2], answers[0])
      const [found, ...more] = await inbox(w)
      assert.deepEqual([found?.artifact_id, more], [artifact.artifact_id, []])

      const path = `/access-requests/${found!.request_id}/answer`
      await problem(
        await w.call('POST', path, { key: other.admin, json: { decision: 'grant', reason: 'mine' } }),
        404,
        'not_found',
      )
      // Two admins at once: one answer stands, and what stands is whole.
      const both = await Promise.all(
        ['grant', 'grant', 'deny'].map((decision) =>
          w.call('POST', path, { key: w.admin, json: { decision, reason: 'as agreed' } }),
        ),
      )
      assert.deepEqual(both.map((r) => r.status).sort(), [200, 409, 409])
      const grants = (await (await w.call('GET', `/grants?artifact=${artifact.artifact_id}`, { key: w.admin })).json())
        .items
      const [settled] = await inbox(w)
      assert.equal(grants.length, settled?.state === 'granted' ? 1 : 0)
      assert.equal(settled?.grant_id ?? null, grants[0]?.grant_id ?? null)
    },
  ],
  [
    'a request that is granted for a purpose that no longer is stays pending, and gives nothing',
    async (w) => {
      const other = await createWorld(w.base, w.operator)
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      await ask(other, artifact.artifact_id)
      const [found] = await inbox(w)
      const json = { decision: 'grant', reason: 'as agreed', purposes: ['unheard-of'] }
      const path = `/access-requests/${found!.request_id}/answer`
      await problem(await w.call('POST', path, { key: w.admin, json }), 422, 'purpose_required')
      assert.equal((await inbox(w))[0]?.state, 'pending')
      assert.equal((await w.call('POST', path, { key: w.admin, json: { ...json, purposes: ['audit'] } })).status, 200)
      const headers = { 'Holdfast-Purpose': 'audit' }
      const read = await w.call('GET', `/artifacts/${artifact.artifact_id}`, { key: other.agent, headers })
      assert.equal(read.status, 200)
    },
  ],
]
