import assert from 'node:assert/strict'
import type { Case } from './case'
import { problem } from './publishing'
import { createWorld, form, manifestFor, unique } from './world'

export const authority: Case[] = [
  [
    'missing, malformed and foreign ids get the same answer, word for word',
    async (w) => {
      const mine = await w.publish(manifestFor(w), 'secret\n')
      const stranger = await createWorld(w.base, w.operator)
      const answers: string[] = []
      const ids = [
        mine.artifact.artifact_id,
        'art_00000000000000000000000000',
        'nonsense',
        'art_%20',
        '..%2f..%2fetc',
        'a'.repeat(3000),
      ]
      for (const id of ids)
        for (const [method, path, json] of [
          ['GET', `/artifacts/${id}`, undefined],
          ['POST', `/artifacts/${id}/read`, { selector: { type: 'byte_range', start: 0, end: 1 } }],
          ['GET', `/artifacts/${id}/content`, undefined],
          ['GET', `/artifacts/${id}/preview`, undefined],
          ['GET', `/artifacts/${id}/descriptor.jws`, undefined],
          ['GET', `/artifacts/${id}/disclosures`, undefined],
          ['POST', `/artifacts/${id}/verify`, undefined],
          ['POST', `/artifacts/${id}/proof`, { chunk: 0 }],
        ] as const) {
          const response = await w.call(method, path, { key: stranger.agent, json })
          const body = await problem(response, 404, 'not_found')
          delete body.request_id
          answers.push(JSON.stringify(body))
        }
      assert.equal(new Set(answers).size, 1)
    },
  ],
  [
    'capture and admin keys and the operator receive no bytes',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      for (const key of [w.capture, w.admin, w.operator])
        await problem(await w.call('GET', `/artifacts/${artifact.artifact_id}/content`, { key }), 404, 'not_found')
    },
  ],
  [
    'an agent outside the run sees nothing of it; made a participant, it reads',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const made = await (
        await w.call('POST', `/tenants/${w.tenant}/keys`, { json: { kind: 'agent', name: 'outsider' } })
      ).json()
      const path = `/artifacts/${artifact.artifact_id}`
      await problem(
        await w.call('GET', path, { key: made.key, headers: { 'Holdfast-Purpose': 'diagnosis' } }),
        404,
        'not_found',
      )
      const listed = await (await w.call('GET', '/artifacts', { key: made.key })).json()
      assert.deepEqual(listed, { items: [], next: null })
      const added = await w.call('POST', `/runs/${w.run}/participants`, {
        key: w.admin,
        json: { principal_id: made.principal_id },
      })
      assert.equal(added.status, 200)
      assert.equal((await w.call('GET', path, { key: made.key })).status, 200)
    },
  ],
  [
    'a revoked key ends at once, an expired one too, and a made-up one never began',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const made = await (
        await w.call('POST', `/tenants/${w.tenant}/keys`, {
          key: w.admin,
          json: {
            kind: 'agent',
            name: 'reader',
            run_id: undefined,
            expires_at: new Date(Date.now() + 2_000).toISOString(),
          },
        })
      ).json()
      const path = `/artifacts/${artifact.artifact_id}/content`
      assert.equal((await w.call('GET', path, { key: made.key })).status, 200)
      await new Promise((done) => setTimeout(done, 2_100))
      await problem(await w.call('GET', path, { key: made.key }), 401, 'unauthenticated')
      const keys = await (await w.call('GET', `/tenants/${w.tenant}/keys`, { key: w.admin })).json()
      assert.ok(!JSON.stringify(keys).includes(w.agent), 'the list holds no key')
      const agent = keys.items.find((k: { prefix: string }) => w.agent.startsWith(k.prefix))
      assert.equal((await w.call('DELETE', `/tenants/${w.tenant}/keys/${agent.key_id}`, { key: w.admin })).status, 200)
      await problem(await w.call('GET', path, { key: w.agent }), 401, 'unauthenticated')
      await problem(
        await w.call('GET', path, { key: `hf_agent_${'0'.repeat(26)}_${'A'.repeat(43)}` }),
        401,
        'unauthenticated',
      )
      await problem(await w.call('GET', path, { key: null }), 401, 'unauthenticated')
    },
  ],
  [
    'purposes: off the list 422, not of the run 403, several and none named 422',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const path = `/artifacts/${artifact.artifact_id}`
      const as = (purpose: string) => w.call('GET', path, { key: w.agent, headers: { 'Holdfast-Purpose': purpose } })
      await problem(await as('marketing'), 422, 'purpose_required')
      await problem(await as('audit'), 403, 'purpose_denied')
      assert.equal((await as('diagnosis')).status, 200)
      const run = unique('run')
      await w.call('POST', '/runs', { key: w.capture, json: { run_id: run, purposes: ['diagnosis', 'audit'] } })
      const both = await w.publish(manifestFor({ run }), 'y\n')
      const me = await (await w.call('GET', '/me', { key: w.agent })).json()
      await w.call('POST', `/runs/${run}/participants`, { key: w.admin, json: { principal_id: me.principal_id } })
      await problem(
        await w.call('GET', `/artifacts/${both.artifact.artifact_id}`, { key: w.agent }),
        422,
        'purpose_required',
      )
    },
  ],
  [
    "another tenant's admin administers nothing here",
    async (w) => {
      const stranger = await createWorld(w.base, w.operator)
      const tries = [
        ['GET', `/tenants/${w.tenant}/keys`, undefined],
        ['POST', `/tenants/${w.tenant}/keys`, { kind: 'agent', name: 'x' }],
        ['POST', `/tenants/${w.tenant}/users`, { email: 'a@example.com', name: 'A' }],
        ['GET', `/runs?tenant=${w.tenant}`, undefined],
        ['GET', `/artifacts?tenant=${w.tenant}`, undefined],
      ] as const
      for (const [method, path, json] of tries)
        await problem(await w.call(method, path, { key: stranger.admin, json }), 404, 'not_found')
      await problem(
        await w.call('POST', '/tenants', { key: w.admin, json: { tenant_id: unique('t') } }),
        403,
        'forbidden',
      )
      await problem(await w.call('DELETE', '/demo', { key: w.admin }), 403, 'forbidden')
    },
  ],
  [
    'every disclosure and refusal is in the list of the artifact, before any byte',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w, { record_format: 'lines' }), 'x\n')
      const path = `/artifacts/${artifact.artifact_id}`
      const selector = { type: 'record_range', start: 0, end: 1 }
      const page = await (await w.call('POST', `${path}/read`, { key: w.agent, json: { selector } })).json()
      await w.call('GET', path, { key: w.agent, headers: { 'Holdfast-Purpose': 'audit' } })
      const { items } = await (await w.call('GET', `${path}/disclosures`, { key: w.agent })).json()
      const allowed = items.find((d: { disclosure_id: string }) => d.disclosure_id === page.disclosure_id)
      assert.equal(allowed.decision, 'allow')
      assert.equal(allowed.rule, 'run_participant')
      assert.deepEqual(allowed.selector, selector)
      assert.ok(
        items.some(
          (d: { decision: string; reason: string }) => d.decision === 'refuse' && d.reason === 'purpose_denied',
        ),
      )
    },
  ],
  [
    'locators: history newest first, names that move, readers while current or after',
    async (w) => {
      const locator = `/tmp/${unique('incident')}.json`
      const first = await w.publish(manifestFor(w, { locator, record_format: 'lines' }), 'first\n')
      const second = await w.publish(manifestFor(w, { locator, record_format: 'lines' }), 'second\n')
      const read = await w.call('POST', `/artifacts/${first.artifact.artifact_id}/read`, {
        key: w.agent,
        json: { selector: { type: 'record_range', start: 0, end: 1 } },
      })
      assert.equal((await read.json()).records[0].value, 'first')
      const query = `run_id=${w.run}&locator=${encodeURIComponent(locator)}`
      const { items } = await (await w.call('GET', `/locators/history?${query}`, { key: w.agent })).json()
      assert.deepEqual(
        items.map((m: { artifact_id: string }) => m.artifact_id),
        [second.artifact.artifact_id, first.artifact.artifact_id],
      )
      assert.equal(items[0].until, null)
      assert.equal(items[1].until, items[0].moved_at)
      assert.equal(items[1].readers[0].while_current, false)
      const stranger = await createWorld(w.base, w.operator)
      await problem(await w.call('GET', `/locators/history?${query}`, { key: stranger.agent }), 404, 'not_found')
      const found = await (await w.call('GET', `/artifacts?q=${encodeURIComponent(locator)}`, { key: w.agent })).json()
      assert.equal(found.items.length, 2)
      const counted = await (
        await w.call('GET', `/artifacts/count?q=${encodeURIComponent(locator)}`, { key: w.agent })
      ).json()
      assert.deepEqual(counted, { count: 2, at_least: false })
    },
  ],
  [
    'every operation answers malformed requests with 4xx',
    async (w) => {
      const document = await (await fetch(`${w.base}/api/v1/openapi.json`)).json()
      assert.equal(document.openapi, '3.1.0')
      let asked = 0
      for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, unknown>>))
        for (const method of Object.keys(item)) {
          if (path === '/demo') continue
          const address = path.replaceAll(/\{\w+\}/g, 'no-such')
          const upper = method.toUpperCase()
          const bodies =
            upper === 'POST'
              ? ['', '{', '[]', '"\\ud800"', `{"a":${'['.repeat(5000)}`, '{"a":1,"a":2}', '{"x":1e999}']
              : [null]
          for (const key of [w.agent, w.admin, 'junk', null])
            for (const body of bodies) {
              const response = await w.call(upper, address, {
                key,
                ...(body !== null && { body, headers: { 'Content-Type': 'application/json' } }),
              })
              assert.ok(response.status < 500, `${upper} ${path} ${body?.slice(0, 20)}: ${response.status}`)
              if (key === null || key === 'junk') assert.equal(response.status, 401, `${upper} ${path}`)
              asked++
            }
        }
      assert.ok(asked > 200)
    },
  ],
  [
    'every kind of answer carries the security headers',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const path = `/artifacts/${artifact.artifact_id}`
      const answers = [
        await w.call('GET', path, { key: w.agent }),
        await w.call('GET', `${path}/content`, { key: w.agent }),
        await w.call('GET', `${path}/descriptor.jws`, { key: w.agent }),
        await w.call('GET', path, { key: null }),
        await w.call('GET', '/nothing', { key: w.agent }),
        await fetch(`${w.base}/healthz`),
      ]
      for (const { headers } of answers) {
        assert.match(headers.get('cache-control')!, /^no-store/)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'; sandbox")
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
        assert.equal(headers.get('referrer-policy'), 'no-referrer')
        assert.match(headers.get('request-id')!, /^req_/)
      }
      assert.equal(answers[1]!.headers.get('content-disposition'), 'attachment')
    },
  ],
  [
    'bodies beyond their limits are refused before they are read whole',
    async (w) => {
      const { artifact } = await w.publish(manifestFor(w), 'x\n')
      const large = { selector: { type: 'byte_range', start: 0, end: 1 }, expected: { x: 'x'.repeat(1_100_000) } }
      const read = `/artifacts/${artifact.artifact_id}/read`
      await problem(await w.call('POST', read, { key: w.agent, json: large }), 413, 'payload_too_large')
      const wide = form({ ...manifestFor(w), output: 'x'.repeat(1_100_000) }, 'x')
      await problem(await w.call('POST', '/artifacts', { key: w.capture, body: wide }), 413, 'payload_too_large')
      const many = manifestFor(w, {
        tool_call: { id: 'm', tool: 't', arguments: Array.from({ length: 10_001 }, () => 0) },
      })
      await problem(await w.call('POST', '/artifacts', { key: w.capture, body: form(many, 'x') }), 400, 'invalid_json')
      const deep = JSON.stringify(manifestFor(w)).replace('{', `{"x":${'['.repeat(65)}${']'.repeat(65)},`)
      await problem(await w.call('POST', '/artifacts', { key: w.capture, body: form(deep, 'x') }), 400, 'invalid_json')
      const inline = { manifest: manifestFor(w), content: { text: 'x'.repeat(17 * 2 ** 20) } }
      await problem(await w.call('POST', '/artifacts', { key: w.capture, json: inline }), 413, 'payload_too_large')
    },
  ],
  [
    'unknown addresses and methods are problems too',
    async (w) => {
      await problem(await w.call('GET', '/nothing', { key: w.agent }), 404, 'not_found')
      const wrong = await w.call('DELETE', '/artifacts', { key: w.agent })
      await problem(wrong, 405, 'method_not_allowed')
      assert.match(wrong.headers.get('allow')!, /POST/)
      const twice = await w.call('GET', '/artifacts?limit=1&limit=2', { key: w.agent })
      await problem(twice, 422, 'invalid_request', '/limit')
      const schema = await (await fetch(`${w.base}/schemas/artifact-ref.v1.schema.json`)).json()
      assert.equal(Object.keys(schema.properties).length, 10)
      assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema')
      assert.equal((await (await fetch(`${w.base}/.well-known/jwks.json`)).json()).keys[0].crv, 'Ed25519')
      assert.equal((await fetch(`${w.base}/healthz`)).status, 200)
      assert.equal((await fetch(`${w.base}/readyz`)).status, 200)
    },
  ],
]
