import { expect } from 'vitest'
import { createWorld, manifestFor, unique, type World } from '@/e2e/cases/world'
import { ok } from './shared.fixture'
import type { TestServer } from './test-server'

/** A tenant to whom nothing of another one may be told, and what that other one has, by the name that paths give it. */
export type Hidden = { stranger: World; theirs: Record<string, string[]> }

/** What another tenant has: of everything one, and of artifacts one that was deleted and one that is broken too. */
export async function hide(server: TestServer): Promise<Hidden> {
  const [owner, stranger] = [
    await createWorld(server.base, server.rt.operatorToken),
    await createWorld(server.base, server.rt.operatorToken),
  ]
  const artifacts: string[] = []
  for (const content of ['here\n', 'gone\n', 'broken\n'])
    artifacts.push((await owner.publish(manifestFor(owner, { record_format: 'lines' }), content)).artifact.artifact_id)
  await server.rt.sql`update artifacts set state = 'deleted', state_at = clock_timestamp() where id = ${artifacts[1]!}`
  await server.rt
    .sql`update artifacts set state = 'quarantined', state_at = clock_timestamp() where id = ${artifacts[2]!}`
  const agent = await ok(owner, 'GET', '/me', owner.agent)
  const grant = await ok(owner, 'POST', '/grants', owner.admin, {
    artifact_id: artifacts[0],
    to: { kind: 'principal', principal_id: agent.principal_id },
    purposes: ['diagnosis'],
    reason: 'x',
  })
  await ok(owner, 'POST', '/access-requests', owner.agent, {
    artifact_id: artifacts[0],
    purpose: 'diagnosis',
    reason: 'x',
  })
  await ok(owner, 'POST', '/revocations', owner.admin, { scope: 'grant', id: grant.grant_id, reason: 'x' })
  const user = `${unique('u')}@example.com`
  await ok(owner, 'POST', `/tenants/${owner.tenant}/users`, owner.operator, {
    email: user,
    name: 'U',
    roles: ['member'],
  })
  await ok(owner, 'POST', `/tenants/${owner.tenant}/invitations`, owner.admin, {
    email: `${unique('i')}@example.com`,
    roles: ['member'],
  })
  const version = unique('schema')
  await ok(owner, 'PUT', `/schemas/${version}`, owner.admin, { type: 'object' })
  const one = async (table: string) =>
    (
      await server.rt.sql<
        { id: string }[]
      >`select id from ${server.rt.sql(table)} where tenant_id = ${owner.tenant} limit 1`
    )[0]!.id
  const theirs = {
    artifact_id: artifacts,
    run_id: [owner.run],
    tenant_id: [owner.tenant],
    key_id: [await one('api_keys')],
    user_id: [(await server.rt.sql<{ id: string }[]>`select id from principals where email = ${user}`)[0]!.id],
    invitation_id: [await one('invitations')],
    event_id: [await one('audit')],
    request_id: [await one('access_requests')],
    revocation_id: [await one('revocations')],
    grant_id: [grant.grant_id],
    principal_id: [agent.principal_id],
    version: [version],
  }
  return { stranger, theirs }
}

/** Well-formed, and nobody's. */
export const UNKNOWN: Record<string, string> = {
  artifact_id: `art_${'0'.repeat(26)}`,
  key_id: `key_${'0'.repeat(26)}`,
  user_id: `usr_${'0'.repeat(26)}`,
  invitation_id: `inv_${'0'.repeat(26)}`,
  event_id: `dsc_${'0'.repeat(26)}`,
  request_id: `acr_${'0'.repeat(26)}`,
  revocation_id: `rvk_${'0'.repeat(26)}`,
  grant_id: `grt_${'0'.repeat(26)}`,
  principal_id: `agt_${'0'.repeat(26)}`,
  run_id: 'run-that-is-not',
  tenant_id: 'tenant-that-is-not',
  version: 'schema-that-is-not',
}

export type Answer = { status: number; body: string; headers: string }
/** An answer without what differs from one to the next by design. */
export async function answer(response: Response): Promise<Answer> {
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'request-id', 'keep-alive', 'connection'].includes(name),
  )
  return {
    status: response.status,
    body: (await response.text()).replace(/"request_id":"req_\w+"/, ''),
    headers: JSON.stringify(headers.sort()),
  }
}

/** All answers are the first one, byte for byte. */
export function alike(answers: { to: string; answer: Answer }[]): Answer {
  for (const a of answers) expect(a.answer, `${a.to}, compared with ${answers[0]!.to}`).toEqual(answers[0]!.answer)
  return answers[0]!.answer
}
