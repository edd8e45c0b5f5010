import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audited, startAudited } from '@/lib/audit/audited.fixture'
import type { AuditEntry, AuditList, AuditProof } from '@/lib/protocol/audit'
import { checkInclusion, type InclusionClaim, type PublicKeys } from './check-inclusion'

/** What a page checks with the browser's cryptography, against a real log: Node's WebCrypto is the same interface. */
let a: Audited
let claims: InclusionClaim[]
let keys: PublicKeys
beforeAll(async () => {
  a = await startAudited()
  await a.audit('/audit')
  await a.sequence()
  keys = (await (await fetch(`${a.server.base}/.well-known/jwks.json`)).json()) as PublicKeys
  const { items } = await a.audit<AuditList>('/audit?limit=200')
  claims = await Promise.all(items.map(({ event }) => claimOf(event.event_id)))
})
afterAll(() => a?.close())

async function claimOf(id: string): Promise<InclusionClaim> {
  const [entry, proof] = await Promise.all([
    a.audit<AuditEntry>(`/audit/${id}`),
    a.audit<AuditProof>(`/audit/${id}/proof`),
  ])
  return { ...proof, event: entry.event, salt: entry.salt }
}
const holds = async (claim: InclusionClaim, by = keys) => (await checkInclusion(claim, by)).map((s) => s.holds)

test('every event of the log leads to the signed root', async () => {
  expect(claims.length).toBeGreaterThan(5)
  for (const claim of claims) expect(await holds(claim)).toEqual([true, true, true])
})

test('what was changed is named by the step that fails', async () => {
  const [claim, other] = claims as [InclusionClaim, InclusionClaim]
  const event = { ...(claim.event as object), actor: 'somebody-else' }
  expect(await holds({ ...claim, event })).toEqual([false, true, true])
  expect(await holds({ ...claim, leaf: other.leaf })).toEqual([false, false, true])
  expect(await holds({ ...claim, position: other.position })).toEqual([true, false, true])
  expect(await holds({ ...claim, path: claim.path.slice(1) })).toEqual([true, false, true])
  expect(await holds({ ...claim, path: [...claim.path, claim.leaf] })).toEqual([true, false, true])
  const size = claim.checkpoint.replace(/\n(\d+)\n/, (_, n) => `\n${Number(n) + 1}\n`)
  expect((await holds({ ...claim, checkpoint: size }))[2]).toBe(false)
  expect(await holds({ ...claim, checkpoint: 'nothing' })).toEqual([true, false, false])
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  expect(await holds(claim, { keys: [{ crv: 'Ed25519', x: x! }] })).toEqual([true, true, false])
})

test('where part of an event is withheld, its leaf is not checked, and the rest is', async () => {
  expect(await holds({ ...claims[0]!, salt: null })).toEqual([null, true, true])
})
