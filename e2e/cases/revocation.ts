import assert from 'node:assert/strict'
import type { Case } from './case'
import { problem } from './publishing'
import { createWorld, form, manifestFor, unique, type World } from './world'

type Shared = { other: World; id: string; grant: string }

/** An artifact of the world, shared with another tenant. */
async function shared(w: World, change: Record<string, unknown> = {}, content = '{"n":1}\n'): Promise<Shared> {
  const other = await createWorld(w.base, w.operator)
  const { artifact } = await w.publish(manifestFor(w, { record_format: 'ndjson' }), content)
  const grant = await share(w, { artifact_id: artifact.artifact_id, to: toTenant(other), ...change })
  return { other, id: artifact.artifact_id, grant }
}

const toTenant = (other: World) => ({ kind: 'tenant', tenant_id: other.tenant })

async function share(w: World, json: Record<string, unknown>): Promise<string> {
  const grant = { purposes: ['diagnosis'], reason: 'an incident of both', ...json }
  const made = await w.call('POST', '/grants', { key: w.admin, json: grant })
  assert.equal(made.status, 201, await made.clone().text())
  return ((await made.json()) as { grant_id: string }).grant_id
}

const revoke = (w: World, json: Record<string, unknown>) =>
  w.call('POST', '/revocations', { key: w.admin, json: { reason: 'it is over', ...json } })

async function revoked(w: World, json: Record<string, unknown>) {
  const response = await revoke(w, json)
  const body = await response.json()
  assert.deepEqual([response.status, body.drain?.state], [200, 'drained'], JSON.stringify(body))
  return body
}

const PATHS = ['', '/preview', '/content', '/descriptor.jws', '/disclosures']
const see = (w: World, id: string, key = w.agent) => w.call('GET', `/artifacts/${id}`, { key })

/** What the other side computed from it. */
async function derive(w: World, from: string, run = w.run): Promise<Response> {
  const manifest = manifestFor({ run }, { inputs: [`artifact:${from}`], transformation: { name: 'sum', version: '1' } })
  return w.call('POST', '/artifacts', {
    key: w.agent,
    body: form({ ...manifest, completeness: { status: 'unknown' } }, '1\n'),
  })
}
async function derived(w: World, from: string): Promise<string> {
  const response = await derive(w, from)
  assert.equal(response.status, 201, await response.clone().text())
  return ((await response.json()) as { artifact: { artifact_id: string } }).artifact.artifact_id
}

export const revocation: Case[] = [
  [
    'what was shared is read, listed and searched by the other side; revoked, every door is closed and the list is empty',
    async (w) => {
      const { other, id, grant } = await shared(w)
      const list = async () =>
        (await (await w.call('GET', '/artifacts?shared=true', { key: other.agent })).json()).items
      for (const path of PATHS) assert.equal((await see(w, `${id}${path}`, other.agent)).status, 200, path)
      assert.deepEqual(
        (await list()).map((a: { artifact_id: string; tenant_id: string }) => [a.artifact_id, a.tenant_id]),
        [[id, w.tenant]],
      )
      const cursor = async () => {
        const json = { selector: { type: 'record_range', start: 0, end: 1 }, limit: 1 }
        return w.call('POST', `/artifacts/${id}/read`, { key: other.agent, json })
      }
      assert.equal((await cursor()).status, 200)
      const said = await revoked(w, { scope: 'grant', id: grant })
      assert.deepEqual([said.grants, said.participants, said.blocked], [1, 0, 0])
      for (const path of PATHS) await problem(await see(w, `${id}${path}`, other.agent), 403, 'access_revoked')
      await problem(await cursor(), 403, 'access_revoked')
      assert.deepEqual(await list(), [])
      assert.equal((await see(w, id)).status, 200, 'the owner reads on')
    },
  ],
  [
    'a revocation takes a reason, an id of this tenant, and an admin; refused, it changes nothing',
    async (w) => {
      const { other, id, grant } = await shared(w)
      await problem(
        await w.call('POST', '/revocations', { key: w.admin, json: { scope: 'grant', id: grant } }),
        422,
        'invalid_request',
        '/reason',
      )
      await problem(await revoke(w, { scope: 'everything', id: grant }), 422, 'invalid_request', '/scope')
      for (const target of [
        { scope: 'grant', id: 'grt_none' },
        { scope: 'artifact', id: 'art_none' },
        { scope: 'tenant', id: other.run },
      ])
        await problem(await revoke(w, target), 404, 'not_found')
      // Whoever received it cannot revoke it, nor learn by trying.
      await problem(await revoke(other, { scope: 'grant', id: grant }), 404, 'not_found')
      await problem(
        await w.call('POST', '/revocations', { key: w.agent, json: { scope: 'grant', id: grant, reason: 'x' } }),
        403,
        'forbidden',
      )
      assert.equal((await see(w, id, other.agent)).status, 200)
    },
  ],
  [
    'a dry run counts what the revocation then ends, and changes nothing',
    async (w) => {
      const { other, id, grant } = await shared(w)
      const child = await derived(other, id)
      await derived(other, child)
      const body = await (
        await revoke(w, { scope: 'tenant', id: other.tenant, dry_run: true, reason: undefined })
      ).json()
      const plan = body.blast_radius
      assert.deepEqual([plan.grants.count, plan.grants.sample[0].grant_id, plan.artifacts], [1, grant, 1])
      assert.deepEqual([plan.derived.count, plan.derived.at_least, plan.derived.sample], [2, false, []])
      assert.ok(plan.disclosed.count >= 1)
      assert.equal((await see(w, id, other.agent)).status, 200)
      const said = await revoked(w, { scope: 'tenant', id: other.tenant })
      assert.deepEqual([said.grants, said.blocked], [plan.grants.count, plan.derived.count])
    },
  ],
  [
    'what the other side derived is blocked with everything behind it, and lifted one by one; left, it stays open',
    async (w) => {
      const { other, id, grant } = await shared(w)
      const child = await derived(other, id)
      const grandchild = await derived(other, child)
      const apart = (await other.publish(manifestFor(other), 'x\n')).artifact.artifact_id
      const said = await revoked(w, { scope: 'grant', id: grant, derived: 'block' })
      for (const blocked of [child, grandchild]) await problem(await see(other, blocked), 403, 'access_revoked')
      assert.equal((await see(other, apart)).status, 200)
      const path = `/revocations/${said.revocation_id}/derived`
      const rows = (await (await w.call('GET', path, { key: w.admin })).json()).items
      assert.deepEqual(
        new Set(rows.map((r: Record<string, string>) => `${r.artifact_id} ${r.owner_tenant} ${r.mode} ${r.lifted_at}`)),
        new Set([child, grandchild].map((a) => `${a} ${other.tenant} block null`)),
      )
      // Only who shared the source lifts it.
      await problem(await w.call('DELETE', `${path}/${child}`, { key: other.admin }), 404, 'not_found')
      assert.equal((await w.call('DELETE', `${path}/${child}`, { key: w.admin })).status, 204)
      await problem(await w.call('DELETE', `${path}/${child}`, { key: w.admin }), 404, 'not_found')
      assert.equal((await see(other, child)).status, 200)
      await problem(await see(other, grandchild), 403, 'access_revoked')

      const left = await shared(w)
      const kept = await derived(left.other, left.id)
      await revoked(w, { scope: 'grant', id: left.grant, derived: 'leave' })
      assert.equal((await see(left.other, kept)).status, 200)
    },
  ],
  [
    'nothing is derived from what may no longer be read, also where the upload began before',
    async (w) => {
      const { other, id, grant } = await shared(w)
      const manifest = manifestFor(other, {
        inputs: [`artifact:${id}`],
        transformation: { name: 'sum', version: '1' },
        completeness: { status: 'unknown' },
      })
      const boundary = unique('b')
      let go = () => {}
      const gone = new Promise<void>((resolve) => {
        go = resolve
      })
      const part = (name: string, type: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${name === 'content' ? '; filename="c"' : ''}\r\nContent-Type: ${type}\r\n\r\n`
      const encoder = new TextEncoder()
      const body = new ReadableStream<Uint8Array>({
        start: async (controller) => {
          controller.enqueue(
            encoder.encode(
              `${part('manifest', 'application/json')}${JSON.stringify(manifest)}\r\n${part('content', 'application/octet-stream')}1\n`,
            ),
          )
          await gone
          controller.enqueue(encoder.encode(`2\n\r\n--${boundary}--\r\n`))
          controller.close()
        },
      })
      const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
      const uploading = w.call('POST', '/artifacts', { key: other.agent, body, headers }).catch(() => null)
      // The input was admitted once its disclosure is in the log.
      for (let n = 0; n === 0; ) {
        const page = await (await w.call('GET', `/artifacts/${id}/disclosures`, { key: w.agent })).json()
        n = page.items.filter((d: { operation: string }) => d.operation === 'derive').length
      }
      await revoked(w, { scope: 'grant', id: grant })
      go()
      const answer = await uploading
      // Refused, or cut where the refusal could no longer be told.
      if (answer) await problem(answer, 403, 'access_revoked')
      await problem(await derive(other, id), 403, 'access_revoked')
      const count = await (await w.call('GET', '/artifacts/count', { key: other.agent })).json()
      assert.equal(count.count, 0)
    },
  ],
  [
    'an artifact, a run, a principal: each scope ends its own grants, and says by what else it stays readable',
    async (w) => {
      const { other, id } = await shared(w)
      const whole = await share(w, { run_id: w.run, to: toTenant(other) })
      const radius = async (scope: string, of: string) =>
        (await (await revoke(w, { scope, id: of, dry_run: true })).json()).blast_radius
      assert.deepEqual((await radius('artifact', id)).still_readable, ['1 other grant', '1 participant of the run'])
      await revoked(w, { scope: 'artifact', id })
      assert.equal((await see(w, id, other.agent)).status, 200, 'by the grant of the run')
      const by = await revoked(w, { scope: 'run', id: w.run })
      assert.equal(by.grants, 1)
      await problem(await see(w, id, other.agent), 403, 'access_revoked')
      assert.equal(
        (await (await w.call('GET', `/grants?state=revoked`, { key: w.admin })).json()).items.find(
          (g: { grant_id: string }) => g.grant_id === whole,
        ).revocation_id,
        by.revocation_id,
      )

      const me = await (await w.call('GET', '/me', { key: w.agent })).json()
      const said = await revoked(w, { scope: 'principal', id: me.principal_id })
      assert.equal(said.participants, 1)
      await problem(await see(w, id), 403, 'access_revoked')
    },
  ],
  [
    'a grant to a principal or a run reaches nobody else of the other tenant, and ends with its window',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const id = artifact.artifact_id
      const other = await createWorld(w.base, w.operator)
      const second = (
        await (
          await w.call('POST', `/tenants/${other.tenant}/keys`, { json: { kind: 'agent', name: 'second' } })
        ).json()
      ).key
      const me = await (await w.call('GET', '/me', { key: second })).json()
      await share(w, {
        artifact_id: id,
        to: { kind: 'principal', principal_id: me.principal_id, tenant_id: other.tenant },
      })
      assert.equal((await see(w, id, second)).status, 200)
      await problem(await see(w, id, other.agent), 404, 'not_found')
      await share(w, {
        artifact_id: id,
        to: { kind: 'run', run_id: other.run, tenant_id: other.tenant },
        until: new Date(Date.now() + 3000).toISOString(),
      })
      assert.equal((await see(w, id, other.agent)).status, 200)
      await share(w, {
        artifact_id: id,
        to: { kind: 'run', run_id: other.run, tenant_id: other.tenant },
        not_before: new Date(Date.now() + 3600_000).toISOString(),
      })
      await new Promise((resolve) => setTimeout(resolve, 3100))
      await problem(await see(w, id, other.agent), 403, 'access_revoked')
    },
  ],
]
